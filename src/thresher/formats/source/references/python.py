"""Python."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

PYTHON = NameTable(
    """
    [(function_definition) (class_definition) (lambda) (list_comprehension) (set_comprehension)
     (dictionary_comprehension) (generator_expression)] @scope
    (function_definition name: (identifier) @name)
    (class_definition name: (identifier) @name)
    (function_definition name: (identifier) @member)
    (function_definition body: (block) @body)
    (class_definition body: (block (function_definition name: (identifier) @called) @whole)
      (#any-of? @called "__init__" "__new__"))
    (class_definition body: (block (expression_statement (assignment left: (identifier) @called)) @fixed)
      (#eq? @called "__slots__"))
    (assignment left: (identifier) @local)
    (assignment left: (identifier) @member)
    (assignment left: (attribute attribute: (identifier) @member))
    (augmented_assignment left: (identifier) @local)
    (pattern_list (identifier) @local)
    (tuple_pattern (identifier) @local)
    (list_splat_pattern (identifier) @local)
    (dictionary_splat_pattern (identifier) @local)
    (parameters (identifier) @local)
    (lambda_parameters (identifier) @local)
    (default_parameter name: (identifier) @local)
    (typed_parameter (identifier) @local)
    (typed_default_parameter name: (identifier) @local)
    (for_statement left: (identifier) @local)
    (for_in_clause left: (identifier) @local)
    (as_pattern_target (identifier) @local)
    (named_expression name: (identifier) @local)
    (import_statement name: (dotted_name . (identifier) @local))
    (import_from_statement name: (dotted_name (identifier) @local))
    (aliased_import alias: (identifier) @local)
    (attribute attribute: (identifier) @access)
    (comment) @aside
    (identifier) @reference
    """,
    frozenset({"module", "block"}),
    b"",
    filler=b"pass",
)
TABLES = {"python": PYTHON}
