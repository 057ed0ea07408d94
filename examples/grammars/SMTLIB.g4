// The shape of SMT-LIB scripts: lists and atoms.
grammar SMTLIB;

script : command* EOF ;

command : form ;

term : form | atom ;

form : '(' term* ')' ;

atom : SYMBOL | STRING ;

STRING : '"' (~'"' | '""')* '"' ;

SYMBOL : '|' ~[|\\]* '|' | ~[ \t\r\n()";|]+ ;

COMMENT : ';' ~[\r\n]* -> skip ;

WHITE_SPACE : [ \t\r\n]+ -> skip ;
