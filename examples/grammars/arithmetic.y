/* The arithmetic of the HDD thesis (figure 5.2): ambiguous on purpose, for it is the trees that matter. */

E:
    E '*' E
|   E '/' E
|   E '+' E
|   E '-' E
|   '(' E ')'
|   N
;

%%

SKIP : [|[ \t\r\n]+|];
N : [|[0-9]+|] [|1|];
