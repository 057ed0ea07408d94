// Java 8: what a Java compiler's parser accepts, as close as a grammar of this size comes to it.

grammar Java;

compilationUnit
    : packageDeclaration? importDeclaration* typeDeclaration* EOF
    ;

packageDeclaration
    : 'package' qualifiedName ';'
    ;

importDeclaration
    : 'import' 'static'? Identifier ('.' Identifier)* '.' (Identifier | '*') ';'
    ;

typeDeclaration
    : modifier* classOrInterface
    | ';'
    ;

classOrInterface
    : classDeclaration
    | enumDeclaration
    | interfaceDeclaration
    | annotationTypeDeclaration
    ;

qualifiedName
    : Identifier ('.' Identifier)*
    ;

// Modifiers and annotations

modifier
    : 'public'
    | 'protected'
    | 'private'
    | 'static'
    | 'abstract'
    | 'final'
    | 'native'
    | 'synchronized'
    | 'transient'
    | 'volatile'
    | 'strictfp'
    | 'default'
    | annotation
    ;

variableModifier
    : 'final'
    | annotation
    ;

annotation
    : '@' qualifiedName ('(' (elementValuePairs | elementValue)? ')')?
    ;

elementValuePairs
    : elementValuePair (',' elementValuePair)*
    ;

elementValuePair
    : Identifier '=' elementValue
    ;

elementValue
    : expression
    | annotation
    | '{' (elementValue (',' elementValue)*)? ','? '}'
    ;

// Types

anyType
    : (primitiveType | classType) dims?
    ;

primitiveType
    : 'boolean'
    | 'byte'
    | 'short'
    | 'int'
    | 'long'
    | 'char'
    | 'float'
    | 'double'
    ;

classType
    : Identifier typeArguments? ('.' Identifier typeArguments?)*
    ;

referenceType
    : classType dims?
    | primitiveType dims
    ;

dims
    : ('[' ']')+
    ;

typeArguments
    : '<' typeArgument (',' typeArgument)* '>'
    ;

typeArgument
    : referenceType
    | '?' (('extends' | 'super') referenceType)?
    ;

callTypeArguments
    : '<' referenceType (',' referenceType)* '>'
    ;

typeParameters
    : '<' typeParameter (',' typeParameter)* '>'
    ;

typeParameter
    : Identifier ('extends' referenceType ('&' referenceType)*)?
    ;

// Classes

classDeclaration
    : 'class' Identifier typeParameters? ('extends' classType)? ('implements' classTypeList)? classBody
    ;

classTypeList
    : classType (',' classType)*
    ;

classBody
    : '{' classBodyDeclaration* '}'
    ;

classBodyDeclaration
    : modifier* memberDeclaration
    | 'static'? block
    | ';'
    ;

memberDeclaration
    : fieldDeclaration
    | methodDeclaration
    | constructorDeclaration
    | classOrInterface
    ;

fieldDeclaration
    : anyType variableDeclarators ';'
    ;

variableDeclarators
    : variableDeclarator (',' variableDeclarator)*
    ;

variableDeclarator
    : variableDeclaratorId ('=' variableInitializer)?
    ;

variableDeclaratorId
    : Identifier dims?
    ;

variableInitializer
    : expression
    | arrayInitializer
    ;

arrayInitializer
    : '{' (variableInitializer (',' variableInitializer)*)? ','? '}'
    ;

methodDeclaration
    : typeParameters? (anyType Identifier parameters dims? | 'void' Identifier parameters) throwsClause? methodBody
    ;

methodBody
    : block
    | ';'
    ;

parameters
    : '(' parameterList? ')'
    ;

parameterList
    : parameter (',' parameter)* (',' variableArityParameter)?
    | variableArityParameter
    ;

parameter
    : variableModifier* anyType variableDeclaratorId
    ;

variableArityParameter
    : variableModifier* anyType '...' Identifier
    ;

throwsClause
    : 'throws' qualifiedName (',' qualifiedName)*
    ;

constructorDeclaration
    : typeParameters? Identifier parameters throwsClause? constructorBody
    ;

constructorBody
    : '{' constructorCall? blockStatement* '}'
    ;

constructorCall
    : callTypeArguments? 'this' arguments ';'
    | (primary '.')? callTypeArguments? 'super' arguments ';'
    ;

// Enumerations, interfaces and annotation types

enumDeclaration
    : 'enum' Identifier ('implements' classTypeList)? '{' enumConstants? ','? enumMembers? '}'
    ;

enumConstants
    : enumConstant (',' enumConstant)*
    ;

enumConstant
    : annotation* Identifier arguments? classBody?
    ;

enumMembers
    : ';' classBodyDeclaration*
    ;

interfaceDeclaration
    : 'interface' Identifier typeParameters? ('extends' classTypeList)? '{' interfaceMember* '}'
    ;

interfaceMember
    : modifier* (constantDeclaration | methodDeclaration | classOrInterface)
    | ';'
    ;

constantDeclaration
    : anyType constantDeclarator (',' constantDeclarator)* ';'
    ;

constantDeclarator
    : variableDeclaratorId '=' variableInitializer
    ;

annotationTypeDeclaration
    : '@' 'interface' Identifier '{' annotationMember* '}'
    ;

annotationMember
    : modifier* (constantDeclaration | annotationMethod | classOrInterface)
    | ';'
    ;

annotationMethod
    : anyType Identifier '(' ')' dims? ('default' elementValue)? ';'
    ;

// Statements

block
    : '{' blockStatement* '}'
    ;

blockStatement
    : localVariableDeclaration ';'
    | localClassDeclaration
    | statement
    ;

localVariableDeclaration
    : variableModifier* anyType variableDeclarators
    ;

localClassDeclaration
    : (variableModifier | 'abstract' | 'strictfp')* (classDeclaration | enumDeclaration | interfaceDeclaration)
    ;

statement
    : block
    | ';'
    | statementExpression ';'
    | Identifier ':' statement
    | 'if' '(' expression ')' statement ('else' statement)?
    | 'while' '(' expression ')' statement
    | 'do' statement 'while' '(' expression ')' ';'
    | 'for' '(' forControl ')' statement
    | 'switch' '(' expression ')' '{' switchGroup* switchLabel* '}'
    | 'try' block (catchClause+ finallyClause? | finallyClause)
    | 'try' resourceSpecification block catchClause* finallyClause?
    | 'synchronized' '(' expression ')' block
    | 'return' expression? ';'
    | 'throw' expression ';'
    | 'break' Identifier? ';'
    | 'continue' Identifier? ';'
    | 'assert' expression (':' expression)? ';'
    ;

statementExpression
    : Identifier arguments
    | superclass '.' callTypeArguments? Identifier arguments
    | primary '.' callTypeArguments? Identifier arguments
    | 'new' callTypeArguments? creator
    | primary '.' 'new' callTypeArguments? innerCreator
    | step
    | variable assignmentOperator expression
    ;

forControl
    : variableModifier* anyType variableDeclaratorId ':' expression
    | forInit? ';' expression? ';' statementExpressions?
    ;

forInit
    : localVariableDeclaration
    | statementExpressions
    ;

statementExpressions
    : statementExpression (',' statementExpression)*
    ;

switchGroup
    : switchLabel+ blockStatement+
    ;

switchLabel
    : 'case' expression ':'
    | 'default' ':'
    ;

catchClause
    : 'catch' '(' variableModifier* qualifiedName ('|' qualifiedName)* Identifier ')' block
    ;

finallyClause
    : 'finally' block
    ;

resourceSpecification
    : '(' resource (';' resource)* ';'? ')'
    ;

resource
    : variableModifier* anyType variableDeclaratorId '=' expression
    | variable
    ;

// Expressions, from the tightest operator

expression
    : primary
    | step
    | ('+' | '-' | '~' | '!') expression
    | '(' castType ')' expression
    | expression ('*' | '/' | '%') expression
    | expression ('+' | '-') expression
    | expression ('<<' | '>' '>' '>' | '>' '>') expression
    | expression ('<' | '>' | '<=' | '>=') expression
    | expression 'instanceof' referenceType
    | expression ('==' | '!=') expression
    | expression '&' expression
    | expression '^' expression
    | expression '|' expression
    | expression '&&' expression
    | expression '||' expression
    | <assoc=right> expression '?' expression ':' expression
    | variable assignmentOperator expression
    | lambdaParameters '->' (expression | block)
    ;

primary
    : literal
    | Identifier
    | '(' expression ')'
    | 'this'
    | qualifiedName '.' 'this'
    | (anyType | 'void') '.' 'class'
    | Identifier arguments
    | superclass '.' Identifier
    | superclass '.' callTypeArguments? Identifier arguments
    | 'new' callTypeArguments? creator
    | 'new' elementType (dims arrayInitializer | ('[' expression ']')+ dims?)
    | superclass '::' callTypeArguments? Identifier
    | referenceType '::' (callTypeArguments? Identifier | 'new')
    | primary '.' Identifier
    | primary '[' expression ']'
    | primary '.' callTypeArguments? Identifier arguments
    | primary '.' 'new' callTypeArguments? innerCreator
    | primary '::' callTypeArguments? Identifier
    ;

superclass
    : (qualifiedName '.')? 'super'
    ;

variable
    : Identifier
    | superclass '.' Identifier
    | primary '.' Identifier
    | primary '[' expression ']'
    | '(' variable ')'
    ;

step
    : variable ('++' | '--')
    | ('++' | '--') variable
    ;

castType
    : primitiveType
    | referenceType ('&' classType)*
    ;

creator
    : (classType | diamondType) arguments classBody?
    ;

diamondType
    : (classType '.')? Identifier '<' '>'
    ;

innerCreator
    : Identifier (callTypeArguments | '<' '>')? arguments classBody?
    ;

elementType
    : primitiveType
    | classType
    ;

arguments
    : '(' (expression (',' expression)*)? ')'
    ;

lambdaParameters
    : Identifier
    | '(' parameterList? ')'
    | '(' Identifier (',' Identifier)* ')'
    ;

assignmentOperator
    : '='
    | '*='
    | '/='
    | '%='
    | '+='
    | '-='
    | '<<='
    | '>>='
    | '>>>='
    | '&='
    | '^='
    | '|='
    ;

literal
    : IntegerLiteral
    | FloatingLiteral
    | CharacterLiteral
    | StringLiteral
    | 'true'
    | 'false'
    | 'null'
    ;

// Tokens

FloatingLiteral
    : Digits '.' Digits? Exponent? [fFdD]?
    | '.' Digits Exponent? [fFdD]?
    | Digits (Exponent [fFdD]? | [fFdD])
    | '0' [xX] [0-9a-fA-F_]* '.'? [0-9a-fA-F_]* [pP] [+-]? Digits [fFdD]?
    ;

IntegerLiteral
    : (Digits | '0' [xX] [0-9a-fA-F] [0-9a-fA-F_]* | '0' [bB] [01] [01_]*) [lL]?
    ;

fragment Digits
    : [0-9] [0-9_]*
    ;

fragment Exponent
    : [eE] [+-]? Digits
    ;

CharacterLiteral
    : '\'' (~['\\\r\n] | Escape) '\''
    ;

StringLiteral
    : '"' (~["\\\r\n] | Escape)* '"'
    ;

fragment Escape
    : '\\' ([btnfr"'\\] | [0-3]? [0-7]? [0-7] | 'u'+ Hex Hex Hex Hex)
    ;

fragment Hex
    : [0-9a-fA-F]
    ;

Identifier
    : [A-Za-z_$\u0080-\uFFFF] [0-9A-Za-z_$\u0080-\uFFFF]*
    ;

WhiteSpace
    : [ \t\r\n\f]+ -> skip
    ;

BlockComment
    : '/*' .*? '*/' -> skip
    ;

LineComment
    : '//' ~[\r\n]* -> skip
    ;
