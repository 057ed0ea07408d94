"""C#."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

C_SHARP = NameTable(
    """
    [(class_declaration) (struct_declaration) (interface_declaration) (enum_declaration) (record_declaration)
     (method_declaration) (constructor_declaration) (block) (lambda_expression) (for_statement)
     (foreach_statement) (catch_clause)] @scope
    (class_declaration name: (identifier) @name)
    (struct_declaration name: (identifier) @name)
    (interface_declaration name: (identifier) @name)
    (enum_declaration name: (identifier) @name)
    (record_declaration name: (identifier) @name)
    (class_declaration name: (identifier) @member)
    (struct_declaration name: (identifier) @member)
    (interface_declaration name: (identifier) @member)
    (enum_declaration name: (identifier) @member)
    (delegate_declaration name: (identifier) @local)
    (method_declaration name: (identifier) @name)
    (method_declaration name: (identifier) @member)
    (method_declaration body: (block) @body)
    (property_declaration name: (identifier) @local)
    (property_declaration name: (identifier) @member)
    (event_declaration name: (identifier) @local)
    (variable_declarator name: (identifier) @local)
    (field_declaration (variable_declaration (variable_declarator name: (identifier) @member)))
    (enum_member_declaration name: (identifier) @member)
    (parameter name: (identifier) @local)
    (type_parameter name: (identifier) @local)
    (foreach_statement left: (identifier) @local)
    (catch_declaration name: (identifier) @local)
    (constructor_declaration) @fixed
    (destructor_declaration) @fixed
    (operator_declaration) @fixed
    (indexer_declaration) @fixed
    (enum_member_declaration) @fixed
    (using_directive) @fixed
    (interface_declaration body: (declaration_list (_) @fixed))
    (class_declaration (base_list) body: (declaration_list
      (method_declaration (modifier) @modifier) @fixed) (#any-of? @modifier "public" "override"))
    (class_declaration (base_list) body: (declaration_list
      (property_declaration (modifier) @modifier) @fixed) (#any-of? @modifier "public" "override"))
    (class_declaration (base_list) body: (declaration_list (method_declaration) @overriding))
    (member_access_expression name: (identifier) @access)
    (member_binding_expression name: (identifier) @access)
    (comment) @aside
    (identifier) @reference
    """,
    frozenset({"compilation_unit", "declaration_list"}),
    b"{throw null;}",
)
TABLES = {"c_sharp": C_SHARP}
