#include <stdio.h>
int main(int argc, char **argv) {
    double zero = argc - 1.0, x = zero / zero;
    if (x == x) { fprintf(stderr, "error: not a number equals itself\n"); return 1; }
    return 0;
}
