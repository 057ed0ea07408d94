"""The transformations of `clang_delta` that are used, and the pattern that a text must match for each of them.

The most successful ones are first. Those that rename, grow or cut a node are left out.
"""

from __future__ import annotations

_CLASS, _TYPEDEF = rb"\b(?:struct|class|union)\b", rb"\b(?:typedef|using)\b"
GROUPS = (
    (rb"\bnamespace\b", "remove-namespace"),
    (rb"\btemplate\b", "class-template-to-class reduce-class-template-param instantiate-template-param"
     " instantiate-template-type-param-to-int remove-trivial-base-template replace-class-with-base-template-spec"
     " simplify-recursive-template-instantiation"),
    (rb"\(", "param-to-global param-to-local"),
    (rb"\{", "local-to-global combine-local-var"),
    (rb";", "combine-global-var"),
    (_CLASS, "simplify-struct-union-decl aggregate-to-scalar empty-struct-to-int simplify-struct"),
    (rb"[^:]:[^:]", "merge-base-class remove-base-class replace-derived-class remove-unresolved-base"),
    (_CLASS, "simplify-nested-class remove-unused-outer-class"),
    (_TYPEDEF, "replace-simple-typedef replace-one-level-typedef-type replace-dependent-typedef"
     " simplify-dependent-typedef"),
    (rb"\btypename\b", "replace-dependent-name"),
    (rb"<", "template-arg-to-int template-non-type-arg-to-int"),
    (rb"\(", "replace-callexpr callexpr-to-value simplify-callexpr simple-inliner remove-nested-function"
     " replace-undefined-function replace-function-def-with-decl unify-function-decl return-void"),
    (rb"::", "move-definition-to-declaration"),
    (rb"[*&]", "remove-pointer reduce-pointer-level reduce-pointer-pairs remove-addr-taken"),
    (rb"\[", "remove-array reduce-array-dim reduce-array-size replace-array-access-with-index"
     " replace-array-index-var"),
    (rb"\bvector_size\b", "vector-to-array"),
    (rb"\bif\b", "simplify-if"),
    (rb",", "simplify-comma-expr"),
    (rb"=", "copy-propagation"),
    (rb"\btry\b", "remove-try-catch"),
    (_CLASS, "remove-unused-field"),
    (rb"\(", "remove-unused-function"),
)  # fmt: skip
NEEDED = {name: needed for needed, names in GROUPS for name in names.split()}
TRANSFORMATIONS = tuple(NEEDED)
