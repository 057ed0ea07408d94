"""Rust."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

RUST = NameTable(
    """
    [(function_item) (impl_item) (trait_item) (mod_item) (struct_item) (enum_item) (union_item) (type_item)
     (closure_expression) (block) (match_arm) (for_expression)] @scope
    (function_item name: (identifier) @name)
    (function_item name: (identifier) @member)
    (function_item body: (block) @body)
    (function_signature_item name: (identifier) @local)
    (function_signature_item name: (identifier) @member)
    (struct_item name: (type_identifier) @name)
    (enum_item name: (type_identifier) @name)
    (union_item name: (type_identifier) @name)
    (trait_item name: (type_identifier) @name)
    (type_item name: (type_identifier) @name)
    (mod_item name: (identifier) @name)
    (struct_item name: (type_identifier) @member)
    (enum_item name: (type_identifier) @member)
    (trait_item name: (type_identifier) @member)
    (mod_item name: (identifier) @member)
    (const_item name: (identifier) @local)
    (const_item name: (identifier) @member)
    (static_item name: (identifier) @local)
    (macro_definition name: (identifier) @local)
    (type_parameter name: (type_identifier) @local)
    (parameter pattern: (identifier) @local)
    (closure_parameters (identifier) @local)
    (let_declaration pattern: (identifier) @local)
    (use_declaration argument: (identifier) @local)
    (scoped_identifier name: (identifier) @access)
    (scoped_type_identifier name: (type_identifier) @access)
    (use_declaration argument: (scoped_identifier name: (identifier) @local))
    (use_as_clause alias: (identifier) @local)
    (use_list (identifier) @local)
    (use_list (scoped_identifier name: (identifier) @local))
    (extern_crate_declaration name: (identifier) @local)
    (scoped_use_list path: (identifier) @local list: (use_list (self)))
    (scoped_use_list path: (scoped_identifier name: (identifier) @local) list: (use_list (self)))
    (associated_type name: (type_identifier) @local)
    (associated_type name: (type_identifier) @member)
    (macro_invocation) @fixed
    (expression_statement (macro_invocation)) @fixed
    (attribute_item) @attached
    (line_comment) @attached
    (block_comment) @attached
    (impl_item trait: (_) type: (type_identifier) @extended)
    (impl_item trait: (_) type: (generic_type type: (type_identifier) @extended))
    (impl_item trait: (type_identifier) @implemented)
    (impl_item trait: (generic_type type: (type_identifier) @implemented))
    (trait_item body: (declaration_list (_) @fixed))
    (impl_item trait: (_) body: (declaration_list (_) @fixed))
    (field_expression field: (field_identifier) @access)
    (identifier) @reference
    (type_identifier) @reference
    """,
    frozenset({"source_file", "declaration_list", "block"}),
    b"{loop{}}",
)
TABLES = {"rust": RUST}
