/* Java 8 as YACC productions and, after the second mark, its tokens: NAME : [|lex pattern|] [|shortest text|];
 *
 * What the productions derive is what a Java compiler's parser accepts: only variables are assigned to, only calls,
 * creations, assignments and steps are statements, and a declaration is no body of an `if` or a loop. Operators bind by
 * layers. `X_1` is an X together with the `>` that ends the type arguments around it, `X_2` and `X_3` are those with
 * `>>` and `>>>`. A `_nsi` statement has no short `if` at its end, so that an `else` belongs to one `if` alone.
 *
 * Names, casts, lambdas and type arguments take more than one token to tell apart: this is for a GLR parser.
 */

goal:
    compilation_unit
;

compilation_unit:
    package_declaration_opt import_declarations_opt type_declarations_opt
;

package_declaration_opt:
    /* empty */
|   PACKAGE_TK name ';'
;

import_declarations_opt:
    /* empty */
|   import_declarations
;

import_declarations:
    import_declaration
|   import_declarations import_declaration
;

import_declaration:
    IMPORT_TK name '.' IDENTIFIER ';'
|   IMPORT_TK name '.' '*' ';'
|   IMPORT_TK STATIC_TK name '.' IDENTIFIER ';'
|   IMPORT_TK STATIC_TK name '.' '*' ';'
;

type_declarations_opt:
    /* empty */
|   type_declarations
;

type_declarations:
    type_declaration
|   type_declarations type_declaration
;

type_declaration:
    modifiers_opt class_or_interface
|   ';'
;

class_or_interface:
    class_declaration
|   enum_declaration
|   interface_declaration
|   annotation_type_declaration
;

name:
    IDENTIFIER
|   name '.' IDENTIFIER
;

/* Types */

type:
    primitive_type
|   reference_type
;

primitive_type:
    BOOLEAN_TK
|   BYTE_TK
|   SHORT_TK
|   INT_TK
|   LONG_TK
|   CHAR_TK
|   FLOAT_TK
|   DOUBLE_TK
;

reference_type:
    class_type
|   array_type
;

class_type:
    name
|   generic_class_type
;

generic_class_type:
    parameterized_type
|   parameterized_type '.' name
;

parameterized_type:
    name type_arguments
|   parameterized_type '.' name type_arguments
;

array_type:
    primitive_type dims
|   name dims
|   generic_class_type dims
;

dims_opt:
    /* empty */
|   dims
;

dims:
    '[' ']'
|   dims '[' ']'
;

type_arguments:
    '<' type_argument_list_1
;

type_argument_list:
    type_argument
|   type_argument_list ',' type_argument
;

type_argument_list_1:
    type_argument_1
|   type_argument_list ',' type_argument_1
;

type_argument_list_2:
    type_argument_2
|   type_argument_list ',' type_argument_2
;

type_argument_list_3:
    type_argument_3
|   type_argument_list ',' type_argument_3
;

type_argument:
    reference_type
|   '?'
|   '?' EXTENDS_TK reference_type
|   '?' SUPER_TK reference_type
;

type_argument_1:
    reference_type_1
|   '?' '>'
|   '?' EXTENDS_TK reference_type_1
|   '?' SUPER_TK reference_type_1
;

type_argument_2:
    reference_type_2
|   '?' SHIFT_RIGHT
|   '?' EXTENDS_TK reference_type_2
|   '?' SUPER_TK reference_type_2
;

type_argument_3:
    reference_type_3
|   '?' UNSIGNED_SHIFT_RIGHT
|   '?' EXTENDS_TK reference_type_3
|   '?' SUPER_TK reference_type_3
;

reference_type_1:
    reference_type '>'
|   name '<' type_argument_list_2
|   parameterized_type '.' name '<' type_argument_list_2
;

reference_type_2:
    reference_type SHIFT_RIGHT
|   name '<' type_argument_list_3
|   parameterized_type '.' name '<' type_argument_list_3
;

reference_type_3:
    reference_type UNSIGNED_SHIFT_RIGHT
;

call_type_arguments:
    '<' reference_type_list_1
;

reference_type_list:
    reference_type
|   reference_type_list ',' reference_type
;

reference_type_list_1:
    reference_type_1
|   reference_type_list ',' reference_type_1
;

type_parameters:
    '<' type_parameter_list_1
;

type_parameter_list_1:
    type_parameter_1
|   type_parameter_list ',' type_parameter_1
;

type_parameter_list:
    type_parameter
|   type_parameter_list ',' type_parameter
;

type_parameter:
    IDENTIFIER
|   IDENTIFIER EXTENDS_TK bounds
;

type_parameter_1:
    IDENTIFIER '>'
|   IDENTIFIER EXTENDS_TK bounds_1
;

bounds:
    reference_type
|   bounds '&' reference_type
;

bounds_1:
    reference_type_1
|   bounds '&' reference_type_1
;

/* Modifiers and annotations */

modifiers_opt:
    /* empty */
|   modifiers
;

modifiers:
    modifier
|   modifiers modifier
;

modifier:
    PUBLIC_TK
|   PROTECTED_TK
|   PRIVATE_TK
|   STATIC_TK
|   ABSTRACT_TK
|   FINAL_TK
|   NATIVE_TK
|   SYNCHRONIZED_TK
|   TRANSIENT_TK
|   VOLATILE_TK
|   STRICTFP_TK
|   DEFAULT_TK
|   annotation
;

variable_modifiers:
    variable_modifier
|   variable_modifiers variable_modifier
;

variable_modifier:
    FINAL_TK
|   annotation
;

annotation:
    '@' name
|   '@' name '(' ')'
|   '@' name '(' element_value ')'
|   '@' name '(' element_value_pairs ')'
;

element_value_pairs:
    element_value_pair
|   element_value_pairs ',' element_value_pair
;

element_value_pair:
    IDENTIFIER '=' element_value
;

element_value:
    conditional_expression
|   annotation
|   '{' '}'
|   '{' ',' '}'
|   '{' element_values '}'
|   '{' element_values ',' '}'
;

element_values:
    element_value
|   element_values ',' element_value
;

/* Classes */

class_declaration:
    CLASS_TK IDENTIFIER type_parameters_opt super_opt interfaces_opt class_body
;

type_parameters_opt:
    /* empty */
|   type_parameters
;

super_opt:
    /* empty */
|   EXTENDS_TK class_type
;

interfaces_opt:
    /* empty */
|   IMPLEMENTS_TK class_type_list
;

class_type_list:
    class_type
|   class_type_list ',' class_type
;

class_body:
    '{' '}'
|   '{' class_body_declarations '}'
;

class_body_declarations:
    class_body_declaration
|   class_body_declarations class_body_declaration
;

class_body_declaration:
    field_declaration
|   method_declaration
|   constructor_declaration
|   modifiers_opt class_or_interface
|   initializer
|   ';'
;

initializer:
    block
|   STATIC_TK block
;

field_declaration:
    modifiers_opt type variable_declarators ';'
;

variable_declarators:
    variable_declarator
|   variable_declarators ',' variable_declarator
;

variable_declarator:
    variable_declarator_id
|   variable_declarator_id '=' variable_initializer
;

variable_declarator_id:
    IDENTIFIER dims_opt
;

variable_initializer:
    expression
|   array_initializer
;

array_initializer:
    '{' '}'
|   '{' ',' '}'
|   '{' variable_initializers '}'
|   '{' variable_initializers ',' '}'
;

variable_initializers:
    variable_initializer
|   variable_initializers ',' variable_initializer
;

method_declaration:
    method_header method_body
;

method_header:
    modifiers_opt type IDENTIFIER parameters dims_opt throws_opt
|   modifiers_opt type_parameters type IDENTIFIER parameters dims_opt throws_opt
|   modifiers_opt VOID_TK IDENTIFIER parameters throws_opt
|   modifiers_opt type_parameters VOID_TK IDENTIFIER parameters throws_opt
;

method_body:
    block
|   ';'
;

parameters:
    '(' ')'
|   '(' parameter_list ')'
;

parameter_list:
    fixed_parameters
|   variable_arity_parameter
|   fixed_parameters ',' variable_arity_parameter
;

fixed_parameters:
    parameter
|   fixed_parameters ',' parameter
;

parameter:
    type variable_declarator_id
|   variable_modifiers type variable_declarator_id
;

variable_arity_parameter:
    type ELLIPSIS IDENTIFIER
|   variable_modifiers type ELLIPSIS IDENTIFIER
;

throws_opt:
    /* empty */
|   THROWS_TK name_list
;

name_list:
    name
|   name_list ',' name
;

constructor_declaration:
    modifiers_opt IDENTIFIER parameters throws_opt constructor_body
|   modifiers_opt type_parameters IDENTIFIER parameters throws_opt constructor_body
;

constructor_body:
    block
|   '{' constructor_call '}'
|   '{' constructor_call block_statements '}'
;

constructor_call:
    THIS_TK arguments ';'
|   call_type_arguments THIS_TK arguments ';'
|   SUPER_TK arguments ';'
|   call_type_arguments SUPER_TK arguments ';'
|   name '.' SUPER_TK arguments ';'
|   name '.' call_type_arguments SUPER_TK arguments ';'
|   primary '.' SUPER_TK arguments ';'
|   primary '.' call_type_arguments SUPER_TK arguments ';'
;

/* Enumerations */

enum_declaration:
    ENUM_TK IDENTIFIER interfaces_opt enum_body
;

enum_body:
    '{' enum_constants_opt enum_members_opt '}'
|   '{' enum_constants ',' enum_members_opt '}'
|   '{' ',' enum_members_opt '}'
;

enum_constants_opt:
    /* empty */
|   enum_constants
;

enum_constants:
    enum_constant
|   enum_constants ',' enum_constant
;

enum_constant:
    annotations_opt IDENTIFIER
|   annotations_opt IDENTIFIER arguments
|   annotations_opt IDENTIFIER class_body
|   annotations_opt IDENTIFIER arguments class_body
;

annotations_opt:
    /* empty */
|   annotations_opt annotation
;

enum_members_opt:
    /* empty */
|   ';'
|   ';' class_body_declarations
;

/* Interfaces and annotation types */

interface_declaration:
    INTERFACE_TK IDENTIFIER type_parameters_opt interface_body
|   INTERFACE_TK IDENTIFIER type_parameters_opt EXTENDS_TK class_type_list interface_body
;

interface_body:
    '{' '}'
|   '{' interface_members '}'
;

interface_members:
    interface_member
|   interface_members interface_member
;

interface_member:
    constant_declaration
|   method_declaration
|   modifiers_opt class_or_interface
|   ';'
;

constant_declaration:
    modifiers_opt type constant_declarators ';'
;

constant_declarators:
    constant_declarator
|   constant_declarators ',' constant_declarator
;

constant_declarator:
    variable_declarator_id '=' variable_initializer
;

annotation_type_declaration:
    AT_INTERFACE_TK IDENTIFIER annotation_type_body
;

annotation_type_body:
    '{' '}'
|   '{' annotation_members '}'
;

annotation_members:
    annotation_member
|   annotation_members annotation_member
;

annotation_member:
    constant_declaration
|   modifiers_opt type IDENTIFIER '(' ')' dims_opt default_opt ';'
|   modifiers_opt class_or_interface
|   ';'
;

default_opt:
    /* empty */
|   DEFAULT_TK element_value
;

/* Statements */

block:
    '{' '}'
|   '{' block_statements '}'
;

block_statements:
    block_statement
|   block_statements block_statement
;

block_statement:
    local_variable_declaration ';'
|   local_class_declaration
|   statement
;

local_variable_declaration:
    type variable_declarators
|   variable_modifiers type variable_declarators
;

local_class_declaration:
    local_class
|   variable_modifiers local_class
|   local_class_modifiers local_class
;

local_class:
    class_declaration
|   enum_declaration
|   interface_declaration
;

local_class_modifiers:
    local_class_modifier
|   variable_modifiers local_class_modifier
|   local_class_modifiers local_class_modifier
|   local_class_modifiers variable_modifier
;

local_class_modifier:
    ABSTRACT_TK
|   STRICTFP_TK
;

statement:
    simple_statement
|   IDENTIFIER ':' statement
|   IF_TK '(' expression ')' statement
|   IF_TK '(' expression ')' statement_nsi ELSE_TK statement
|   WHILE_TK '(' expression ')' statement
|   FOR_TK '(' for_control ')' statement
;

statement_nsi:
    simple_statement
|   IDENTIFIER ':' statement_nsi
|   IF_TK '(' expression ')' statement_nsi ELSE_TK statement_nsi
|   WHILE_TK '(' expression ')' statement_nsi
|   FOR_TK '(' for_control ')' statement_nsi
;

simple_statement:
    block
|   ';'
|   statement_expression ';'
|   ASSERT_TK expression ';'
|   ASSERT_TK expression ':' expression ';'
|   SWITCH_TK '(' expression ')' switch_block
|   DO_TK statement WHILE_TK '(' expression ')' ';'
|   BREAK_TK ';'
|   BREAK_TK IDENTIFIER ';'
|   CONTINUE_TK ';'
|   CONTINUE_TK IDENTIFIER ';'
|   RETURN_TK ';'
|   RETURN_TK expression ';'
|   THROW_TK expression ';'
|   SYNCHRONIZED_TK '(' expression ')' block
|   try_statement
;

statement_expression:
    assignment
|   step
|   method_invocation
|   class_instance_creation
;

switch_block:
    '{' '}'
|   '{' switch_labels '}'
|   '{' switch_groups '}'
|   '{' switch_groups switch_labels '}'
;

switch_groups:
    switch_group
|   switch_groups switch_group
;

switch_group:
    switch_labels block_statements
;

switch_labels:
    switch_label
|   switch_labels switch_label
;

switch_label:
    CASE_TK constant_expression ':'
|   DEFAULT_TK ':'
;

for_control:
    for_init_opt ';' expression_opt ';' for_update_opt
|   type variable_declarator_id ':' expression
|   variable_modifiers type variable_declarator_id ':' expression
;

for_init_opt:
    /* empty */
|   statement_expression_list
|   local_variable_declaration
;

expression_opt:
    /* empty */
|   expression
;

for_update_opt:
    /* empty */
|   statement_expression_list
;

statement_expression_list:
    statement_expression
|   statement_expression_list ',' statement_expression
;

try_statement:
    TRY_TK block catches
|   TRY_TK block finally
|   TRY_TK block catches finally
|   TRY_TK resource_specification block
|   TRY_TK resource_specification block catches
|   TRY_TK resource_specification block finally
|   TRY_TK resource_specification block catches finally
;

resource_specification:
    '(' resources ')'
|   '(' resources ';' ')'
;

resources:
    resource
|   resources ';' resource
;

resource:
    type variable_declarator_id '=' expression
|   variable_modifiers type variable_declarator_id '=' expression
|   name
|   field_access
;

catches:
    catch_clause
|   catches catch_clause
;

catch_clause:
    CATCH_TK '(' catch_type IDENTIFIER ')' block
|   CATCH_TK '(' variable_modifiers catch_type IDENTIFIER ')' block
;

catch_type:
    name
|   catch_type '|' name
;

finally:
    FINALLY_TK block
;

/* Expressions without operators */

primary:
    primary_no_new_array
|   array_creation
;

primary_no_new_array:
    literal
|   THIS_TK
|   name '.' THIS_TK
|   '(' expression ')'
|   class_literal
|   class_instance_creation
|   initialized_array_creation
|   field_access
|   array_access
|   method_invocation
|   method_reference
;

literal:
    INTEGER_LITERAL
|   FLOATING_LITERAL
|   CHARACTER_LITERAL
|   STRING_LITERAL
|   TRUE_TK
|   FALSE_TK
|   NULL_TK
;

class_literal:
    VOID_TK '.' CLASS_TK
|   primitive_type '.' CLASS_TK
|   primitive_type dims '.' CLASS_TK
|   name '.' CLASS_TK
|   name dims '.' CLASS_TK
;

class_instance_creation:
    NEW_TK creator
|   NEW_TK call_type_arguments creator
|   name '.' NEW_TK inner_creator
|   name '.' NEW_TK call_type_arguments inner_creator
|   primary '.' NEW_TK inner_creator
|   primary '.' NEW_TK call_type_arguments inner_creator
;

creator:
    class_type arguments
|   class_type arguments class_body
|   diamond_type arguments
|   diamond_type arguments class_body
;

diamond_type:
    name diamond
|   parameterized_type '.' name diamond
;

inner_creator:
    IDENTIFIER inner_type_arguments_opt arguments
|   IDENTIFIER inner_type_arguments_opt arguments class_body
;

inner_type_arguments_opt:
    /* empty */
|   diamond
|   call_type_arguments
;

diamond:
    '<' '>'
;

arguments:
    '(' ')'
|   '(' argument_list ')'
;

argument_list:
    expression
|   argument_list ',' expression
;

array_creation:
    NEW_TK element_type dimension_expressions
|   NEW_TK element_type dimension_expressions dims
;

initialized_array_creation:
    NEW_TK element_type dims array_initializer
;

element_type:
    primitive_type
|   class_type
;

dimension_expressions:
    '[' expression ']'
|   dimension_expressions '[' expression ']'
;

field_access:
    primary '.' IDENTIFIER
|   SUPER_TK '.' IDENTIFIER
|   name '.' SUPER_TK '.' IDENTIFIER
;

array_access:
    name '[' expression ']'
|   primary_no_new_array '[' expression ']'
;

method_invocation:
    name arguments
|   name '.' call_type_arguments IDENTIFIER arguments
|   primary '.' IDENTIFIER arguments
|   primary '.' call_type_arguments IDENTIFIER arguments
|   SUPER_TK '.' IDENTIFIER arguments
|   SUPER_TK '.' call_type_arguments IDENTIFIER arguments
|   name '.' SUPER_TK '.' IDENTIFIER arguments
|   name '.' SUPER_TK '.' call_type_arguments IDENTIFIER arguments
;

method_reference:
    name COLON_COLON method_reference_target
|   primary COLON_COLON method_reference_target
|   SUPER_TK COLON_COLON method_reference_target
|   name '.' SUPER_TK COLON_COLON method_reference_target
|   generic_class_type COLON_COLON method_reference_target
|   array_type COLON_COLON method_reference_target
|   name COLON_COLON NEW_TK
|   generic_class_type COLON_COLON NEW_TK
|   array_type COLON_COLON NEW_TK
;

method_reference_target:
    IDENTIFIER
|   call_type_arguments IDENTIFIER
;

/* Operators, from the tightest */

variable:
    name
|   field_access
|   array_access
|   '(' variable ')'
;

step:
    variable INCREMENT
|   variable DECREMENT
|   INCREMENT name
|   INCREMENT field_access
|   INCREMENT array_access
|   INCREMENT '(' variable ')'
|   DECREMENT name
|   DECREMENT field_access
|   DECREMENT array_access
|   DECREMENT '(' variable ')'
;

unary_expression:
    '+' unary_expression
|   '-' unary_expression
|   unary_expression_not_plus_minus
;

unary_expression_not_plus_minus:
    primary
|   name
|   step
|   '~' unary_expression
|   '!' unary_expression
|   cast_expression
;

cast_expression:
    '(' primitive_type ')' unary_expression
|   '(' cast_type ')' unary_expression_not_plus_minus
;

cast_type:
    reference_type
|   cast_type '&' class_type
;

multiplicative_expression:
    unary_expression
|   multiplicative_expression '*' unary_expression
|   multiplicative_expression '/' unary_expression
|   multiplicative_expression '%' unary_expression
;

additive_expression:
    multiplicative_expression
|   additive_expression '+' multiplicative_expression
|   additive_expression '-' multiplicative_expression
;

shift_expression:
    additive_expression
|   shift_expression SHIFT_LEFT additive_expression
|   shift_expression SHIFT_RIGHT additive_expression
|   shift_expression UNSIGNED_SHIFT_RIGHT additive_expression
;

comparison_expression:
    shift_expression
|   comparison_expression '<' shift_expression
|   comparison_expression '>' shift_expression
|   comparison_expression LESS_EQUAL shift_expression
|   comparison_expression GREATER_EQUAL shift_expression
;

relational_expression:
    comparison_expression
|   relational_expression INSTANCEOF_TK reference_type
;

equality_expression:
    relational_expression
|   equality_expression EQUAL relational_expression
|   equality_expression NOT_EQUAL relational_expression
;

and_expression:
    equality_expression
|   and_expression '&' equality_expression
;

exclusive_or_expression:
    and_expression
|   exclusive_or_expression '^' and_expression
;

inclusive_or_expression:
    exclusive_or_expression
|   inclusive_or_expression '|' exclusive_or_expression
;

conditional_and_expression:
    inclusive_or_expression
|   conditional_and_expression AND_AND inclusive_or_expression
;

conditional_or_expression:
    conditional_and_expression
|   conditional_or_expression OR_OR conditional_and_expression
;

conditional_expression:
    conditional_or_expression
|   conditional_or_expression '?' expression ':' conditional_expression
;

constant_expression:
    conditional_or_expression
|   conditional_or_expression '?' constant_expression ':' constant_expression
;

assignment:
    variable assignment_operator expression
;

assignment_operator:
    '='
|   MULTIPLY_ASSIGN
|   DIVIDE_ASSIGN
|   REMAINDER_ASSIGN
|   PLUS_ASSIGN
|   MINUS_ASSIGN
|   SHIFT_LEFT_ASSIGN
|   SHIFT_RIGHT_ASSIGN
|   UNSIGNED_SHIFT_RIGHT_ASSIGN
|   AND_ASSIGN
|   EXCLUSIVE_OR_ASSIGN
|   OR_ASSIGN
;

expression:
    conditional_expression
|   assignment
|   lambda_expression
;

/* A lambda takes all that follows, so it is never the left side of an operator. */

lambda_expression:
    lambda
|   conditional_or_expression '?' expression ':' lambda_expression
;

lambda:
    lambda_parameters ARROW lambda_body
|   '(' primitive_type ')' lambda
|   '(' cast_type ')' lambda
;

lambda_parameters:
    IDENTIFIER
|   '(' ')'
|   '(' identifier_list ')'
|   '(' parameter_list ')'
;

identifier_list:
    IDENTIFIER
|   identifier_list ',' IDENTIFIER
;

lambda_body:
    expression
|   block
;

%%

SKIP : [|[ \t\r\n\f]+|];
SKIP : [|"/*"([^*]|"*"+[^*/])*"*"+"/"|];
SKIP : [|"//"[^\r\n]*|];

ABSTRACT_TK : [|"abstract"|] [|abstract|];
ASSERT_TK : [|"assert"|] [|assert|];
BOOLEAN_TK : [|"boolean"|] [|boolean|];
BREAK_TK : [|"break"|] [|break|];
BYTE_TK : [|"byte"|] [|byte|];
CASE_TK : [|"case"|] [|case|];
CATCH_TK : [|"catch"|] [|catch|];
CHAR_TK : [|"char"|] [|char|];
CLASS_TK : [|"class"|] [|class|];
CONTINUE_TK : [|"continue"|] [|continue|];
DEFAULT_TK : [|"default"|] [|default|];
DO_TK : [|"do"|] [|do|];
DOUBLE_TK : [|"double"|] [|double|];
ELSE_TK : [|"else"|] [|else|];
ENUM_TK : [|"enum"|] [|enum|];
EXTENDS_TK : [|"extends"|] [|extends|];
FALSE_TK : [|"false"|] [|false|];
FINAL_TK : [|"final"|] [|final|];
FINALLY_TK : [|"finally"|] [|finally|];
FLOAT_TK : [|"float"|] [|float|];
FOR_TK : [|"for"|] [|for|];
IF_TK : [|"if"|] [|if|];
IMPLEMENTS_TK : [|"implements"|] [|implements|];
IMPORT_TK : [|"import"|] [|import|];
INSTANCEOF_TK : [|"instanceof"|] [|instanceof|];
INT_TK : [|"int"|] [|int|];
INTERFACE_TK : [|"interface"|] [|interface|];
LONG_TK : [|"long"|] [|long|];
NATIVE_TK : [|"native"|] [|native|];
NEW_TK : [|"new"|] [|new|];
NULL_TK : [|"null"|] [|null|];
PACKAGE_TK : [|"package"|] [|package|];
PRIVATE_TK : [|"private"|] [|private|];
PROTECTED_TK : [|"protected"|] [|protected|];
PUBLIC_TK : [|"public"|] [|public|];
RETURN_TK : [|"return"|] [|return|];
SHORT_TK : [|"short"|] [|short|];
STATIC_TK : [|"static"|] [|static|];
STRICTFP_TK : [|"strictfp"|] [|strictfp|];
SUPER_TK : [|"super"|] [|super|];
SWITCH_TK : [|"switch"|] [|switch|];
SYNCHRONIZED_TK : [|"synchronized"|] [|synchronized|];
THIS_TK : [|"this"|] [|this|];
THROW_TK : [|"throw"|] [|throw|];
THROWS_TK : [|"throws"|] [|throws|];
TRANSIENT_TK : [|"transient"|] [|transient|];
TRUE_TK : [|"true"|] [|true|];
TRY_TK : [|"try"|] [|try|];
VOID_TK : [|"void"|] [|void|];
VOLATILE_TK : [|"volatile"|] [|volatile|];
WHILE_TK : [|"while"|] [|while|];
AT_INTERFACE_TK : [|"@interface"|] [|@interface|];

ARROW : [|"->"|] [|->|];
COLON_COLON : [|"::"|] [|::|];
ELLIPSIS : [|"..."|] [|...|];
INCREMENT : [|"++"|] [|++|];
DECREMENT : [|"--"|] [|--|];
EQUAL : [|"=="|] [|==|];
NOT_EQUAL : [|"!="|] [|!=|];
LESS_EQUAL : [|"<="|] [|<=|];
GREATER_EQUAL : [|">="|] [|>=|];
AND_AND : [|"&&"|] [|&&|];
OR_OR : [|"||"|];
SHIFT_LEFT : [|"<<"|] [|<<|];
SHIFT_RIGHT : [|">>"|] [|>>|];
UNSIGNED_SHIFT_RIGHT : [|">>>"|] [|>>>|];
MULTIPLY_ASSIGN : [|"*="|] [|*=|];
DIVIDE_ASSIGN : [|"/="|] [|/=|];
REMAINDER_ASSIGN : [|"%="|] [|%=|];
PLUS_ASSIGN : [|"+="|] [|+=|];
MINUS_ASSIGN : [|"-="|] [|-=|];
SHIFT_LEFT_ASSIGN : [|"<<="|] [|<<=|];
SHIFT_RIGHT_ASSIGN : [|">>="|] [|>>=|];
UNSIGNED_SHIFT_RIGHT_ASSIGN : [|">>>="|] [|>>>=|];
AND_ASSIGN : [|"&="|] [|&=|];
EXCLUSIVE_OR_ASSIGN : [|"^="|] [|^=|];
OR_ASSIGN : [|"|="|] [||=|];

FLOATING_LITERAL : [|([0-9][0-9_]*"."[0-9_]*|"."[0-9][0-9_]*)([eE][+-]?[0-9_]+)?[fFdD]?|[0-9][0-9_]*([eE][+-]?[0-9_]+[fFdD]?|[fFdD])|0[xX][0-9a-fA-F_]*"."?[0-9a-fA-F_]*[pP][+-]?[0-9_]+[fFdD]?|] [|.0|];
INTEGER_LITERAL : [|([0-9][0-9_]*|0[xX][0-9a-fA-F][0-9a-fA-F_]*|0[bB][01][01_]*)[lL]?|] [|0|];
CHARACTER_LITERAL : [|'([^'\\\r\n]|\\([btnfr"'\\]|[0-3]?[0-7]?[0-7]|u+[0-9a-fA-F]{4}))'|] [|'a'|];
STRING_LITERAL : [|\"([^"\\\r\n]|\\([btnfr"'\\0-7]|u+[0-9a-fA-F]{4}))*\"|] [|""|];
IDENTIFIER : [|([A-Za-z_$]|[^\x00-\x7F])([0-9A-Za-z_$]|[^\x00-\x7F])*|] [|a|];
