"""C and C++, for where libclang is not installed: names alone, without overloads and templates."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

_COMMON = """
    [(function_definition) (compound_statement) (for_statement)] @scope
    (function_definition body: (compound_statement) @body)
    (declaration declarator: (identifier) @local)
    (init_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (identifier) @local)
    (array_declarator declarator: (identifier) @local)
    (parenthesized_declarator (identifier) @local)
    (parameter_declaration declarator: (identifier) @local)
    (function_declarator declarator: (identifier) @name)
    (type_definition declarator: (type_identifier) @local)
    (type_definition declarator: (_ declarator: (type_identifier) @local))
    (type_definition declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @local))))
    (struct_specifier name: (type_identifier) @local body: (_))
    (union_specifier name: (type_identifier) @local body: (_))
    (enum_specifier name: (type_identifier) @local body: (_))
    (enumerator name: (identifier) @local)
    (preproc_def name: (identifier) @local)
    (preproc_function_def name: (identifier) @local)
    (preproc_include) @fixed
    (comment) @aside
    (identifier) @reference
    (type_identifier) @reference
"""
C = NameTable(_COMMON, frozenset({"translation_unit"}), b"{}")
CPP = NameTable(
    _COMMON
    + """
    [(class_specifier) (struct_specifier) (namespace_definition) (template_declaration) (lambda_expression)] @scope
    (class_specifier name: (type_identifier) @name body: (_))
    (class_specifier name: (type_identifier) @member)
    (struct_specifier name: (type_identifier) @name body: (_))
    (struct_specifier name: (type_identifier) @member)
    (struct_specifier name: (template_type name: (type_identifier) @extended))
    (class_specifier name: (template_type name: (type_identifier) @extended))
    (namespace_definition name: (namespace_identifier) @name)
    (alias_declaration name: (type_identifier) @local)
    (template_declaration (class_specifier name: (type_identifier) @name))
    (template_declaration (struct_specifier name: (type_identifier) @name))
    (type_parameter_declaration (type_identifier) @local)
    (reference_declarator (identifier) @local)
    (function_declarator declarator: (field_identifier) @member)
    (function_declarator declarator: (identifier) @member)
    (qualified_identifier name: (identifier) @access)
    (qualified_identifier name: (type_identifier) @access)
    (field_expression field: (field_identifier) @access)
    (using_declaration) @fixed
    (namespace_identifier) @reference
    """,
    frozenset({"translation_unit", "declaration_list"}),
    b"{}",
)
TABLES = {"c": C, "cpp": CPP}
