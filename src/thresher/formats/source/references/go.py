"""Go: an import that nothing refers to is an error."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

GO = NameTable(
    """
    [(function_declaration) (method_declaration) (func_literal) (block) (type_spec) (type_alias)] @scope
    (function_declaration name: (identifier) @name)
    (method_declaration name: (field_identifier) @member)
    (method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @extended)))
    (method_declaration receiver: (parameter_list
      (parameter_declaration type: (pointer_type (type_identifier) @extended))))
    (function_declaration body: (block) @body)
    (method_declaration body: (block) @body)
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
    (const_spec name: (identifier) @local)
    (var_spec name: (identifier) @local)
    (short_var_declaration left: (expression_list (identifier) @local))
    (range_clause left: (expression_list (identifier) @local))
    (parameter_declaration name: (identifier) @local)
    (import_spec path: (interpreted_string_literal) @import)
    (package_clause) @fixed
    (import_declaration . "import" . (import_spec_list)) @fixed
    (selector_expression field: (field_identifier) @access)
    (comment) @aside
    (identifier) @reference
    (type_identifier) @reference
    (package_identifier) @reference
    """,
    frozenset({"source_file", "import_spec_list"}),
    b"{panic(0)}",
)
TABLES = {"go": GO}
