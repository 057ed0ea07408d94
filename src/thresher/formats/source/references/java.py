"""Java: members of classes, which are all that is at the top."""

from __future__ import annotations

from thresher.formats.source.references.table import NameTable

JAVA = NameTable(
    """
    [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration)
     (annotation_type_declaration) (method_declaration) (constructor_declaration) (lambda_expression) (block)
     (for_statement) (enhanced_for_statement) (catch_clause)
     (object_creation_expression (class_body))] @scope
    (class_declaration name: (identifier) @name)
    (interface_declaration name: (identifier) @name)
    (enum_declaration name: (identifier) @name)
    (record_declaration name: (identifier) @name)
    (annotation_type_declaration name: (identifier) @name)
    (class_declaration name: (identifier) @member)
    (interface_declaration name: (identifier) @member)
    (enum_declaration name: (identifier) @member)
    (record_declaration name: (identifier) @member)
    (method_declaration name: (identifier) @name)
    (method_declaration name: (identifier) @member)
    (method_declaration body: (block) @body)
    (variable_declarator name: (identifier) @local)
    (field_declaration declarator: (variable_declarator name: (identifier) @member))
    (enum_constant name: (identifier) @member)
    (enum_constant name: (identifier) @local)
    (formal_parameter name: (identifier) @local)
    (spread_parameter (variable_declarator name: (identifier) @local))
    (catch_formal_parameter name: (identifier) @local)
    (enhanced_for_statement name: (identifier) @local)
    (resource name: (identifier) @local)
    (inferred_parameters (identifier) @local)
    (lambda_expression parameters: (identifier) @local)
    (type_parameter (type_identifier) @local)
    (import_declaration (scoped_identifier name: (identifier) @local))
    (constructor_declaration) @fixed
    (import_declaration (asterisk)) @fixed
    (package_declaration) @fixed
    (static_initializer) @fixed
    (interface_body (method_declaration !body) @fixed)
    (enum_constant) @fixed
    (object_creation_expression (class_body (_) @fixed))
    (class_declaration interfaces: (_) body: (class_body
      (method_declaration (modifiers) @modifiers) @fixed)
      (#match? @modifiers "public") (#not-match? @modifiers "static"))
    (class_declaration superclass: (_) body: (class_body
      (method_declaration (modifiers) @modifiers) @fixed)
      (#match? @modifiers "public|protected|Override") (#not-match? @modifiers "static"))
    (class_declaration superclass: (_) body: (class_body (method_declaration) @overriding))
    (enum_declaration body: (enum_body (enum_body_declarations
      (method_declaration (modifiers) @modifiers) @fixed)) (#match? @modifiers "Override"))
    (field_access field: (identifier) @access)
    (method_invocation object: (_) name: (identifier) @access)
    (method_reference (_) (identifier) @access)
    (scoped_type_identifier (type_identifier) @access)
    [(line_comment) (block_comment)] @aside
    (identifier) @reference
    (type_identifier) @reference
    """,
    frozenset({"program", "class_body", "interface_body", "enum_body_declarations", "block"}),
    b"{throw null;}",
)
TABLES = {"java": JAVA}
