#include <limits.h>
#include <stdio.h>
__attribute__((noinline)) static int grows(int x) { return x + 1 > x; }
int main(int argc, char **argv) {
    if (grows(INT_MAX - argc + 1)) { fprintf(stderr, "error: the largest number grows\n"); return 1; }
    return 0;
}
