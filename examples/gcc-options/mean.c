#include <stdio.h>
#include "samples.h"

static double sum(const double *values, int count) {
    double total = 0.0;
    for (int i = 0; i < count; i++) total += values[i];
    return total;
}

static double mean(const double *values, int count) {
    return sum(values, count) / count;
}

int main(void) {
    double m = mean(samples, EMPTY);
    printf("samples: %d\n", COUNT);
    printf("mean: %s\n", m == m ? "a number" : "none");
    printf("sum: %g\n", sum(samples, COUNT));
    return 0;
}
