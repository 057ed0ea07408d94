"""JavaScript and TypeScript."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

_LISTS = frozenset({"program", "statement_block", "class_body"})
_COMMON = """
    [(function_declaration) (generator_function_declaration) (function_expression) (generator_function)
     (arrow_function) (method_definition) (class_declaration) (class) (catch_clause)] @scope
    (function_declaration name: (identifier) @name)
    (generator_function_declaration name: (identifier) @name)
    (function_expression name: (identifier) @local)
    (function_declaration body: (statement_block) @body)
    (generator_function_declaration body: (statement_block) @body)
    (function_expression body: (statement_block) @body)
    (arrow_function body: (statement_block) @body)
    (method_definition body: (statement_block) @body)
    (variable_declarator name: (identifier) @local)
    (array_pattern (identifier) @local)
    (rest_pattern (identifier) @local)
    (pair_pattern value: (identifier) @local)
    (assignment_pattern left: (identifier) @local)
    (shorthand_property_identifier_pattern) @local
    (arrow_function parameter: (identifier) @local)
    (catch_clause parameter: (identifier) @local)
    (for_in_statement left: (identifier) @local)
    (import_specifier name: (identifier) @local)
    (import_specifier alias: (identifier) @local)
    (import_clause (identifier) @local)
    (namespace_import (identifier) @local)
    (assignment_expression left: (identifier) @local)
    (assignment_expression left: (member_expression property: (property_identifier) @member))
    (method_definition name: (property_identifier) @member)
    (method_definition name: (property_identifier) @called (#eq? @called "constructor")) @whole
    (expression_statement (assignment_expression left: (member_expression object: (identifier) @extended
      property: (property_identifier) @called)) (#eq? @called "prototype"))
    (member_expression property: (property_identifier) @access)
    (comment) @aside
    (identifier) @reference
    (shorthand_property_identifier) @reference
"""
JAVASCRIPT = NameTable(
    _COMMON
    + """
    (class_declaration name: (identifier) @name)
    (class name: (identifier) @local)
    (formal_parameters (identifier) @local)
    (field_definition property: (property_identifier) @member)
    """,
    _LISTS,
    b"",
)
TYPESCRIPT = NameTable(
    _COMMON
    + """
    [(abstract_class_declaration) (interface_declaration) (type_alias_declaration) (internal_module)] @scope
    (class_declaration name: (type_identifier) @name)
    (abstract_class_declaration name: (type_identifier) @name)
    (class name: (type_identifier) @local)
    (interface_declaration name: (type_identifier) @name)
    (type_alias_declaration name: (type_identifier) @name)
    (enum_declaration name: (identifier) @local)
    (internal_module name: (identifier) @name)
    (type_parameter name: (type_identifier) @local)
    (function_signature name: (identifier) @local)
    (required_parameter pattern: (identifier) @local)
    (optional_parameter pattern: (identifier) @local)
    (public_field_definition name: (property_identifier) @member)
    (method_signature name: (property_identifier) @member)
    (abstract_method_signature name: (property_identifier) @member)
    (property_signature name: (property_identifier) @member)
    (class_body (method_definition (override_modifier)) @fixed)
    (type_identifier) @reference
    """,
    _LISTS | {"interface_body", "object_type"},
    b"{}",
)
TABLES = {"javascript": JAVASCRIPT, "typescript": TYPESCRIPT, "tsx": TYPESCRIPT}
