// JSON, one value in a file.
grammar JSON;

document : value EOF ;

value
    : dictionary
    | array
    | STRING
    | NUMBER
    | 'true'
    | 'false'
    | 'null'
    ;

dictionary : '{' (member (',' member)*)? '}' ;

member : STRING ':' value ;

array : '[' (value (',' value)*)? ']' ;

STRING : '"' (~["\\\u0000-\u001f] | '\\' ["\\/bfnrt] | '\\u' HEX HEX HEX HEX)* '"' ;

fragment HEX : [0-9a-fA-F] ;

NUMBER : '-'? ('0' | [1-9] [0-9]*) ('.' [0-9]+)? ([eE] [+-]? [0-9]+)? ;

WHITE_SPACE : [ \t\r\n]+ -> skip ;
