typedef unsigned long size_t;

struct vector {
    double *items;
    size_t length, capacity;
};

enum mode { SUM, PRODUCT = 4, MAXIMUM };

extern void *realloc(void *block, size_t size);
static int failures;

static int push(struct vector *vector, double item) {
    if (vector->length == vector->capacity) {
        size_t capacity = vector->capacity ? vector->capacity * 2 : 8;
        double *items = realloc(vector->items, capacity * sizeof(*items));
        if (!items) {
            failures++;
            return -1;
        }
        vector->items = items;
        vector->capacity = capacity;
    }
    vector->items[vector->length++] = item;
    return 0;
}

double reduce(const struct vector *vector, enum mode mode, double (*map)(double)) {
    double result = mode == PRODUCT ? 1.0 : 0.0;
    size_t i;
    for (i = 0; i < vector->length; ++i) {
        double item = map ? map(vector->items[i]) : vector->items[i];
        switch (mode) {
        case SUM: result += item; break;
        case PRODUCT: result *= item; break;
        default: result = item > result ? item : result;
        }
    }
    return result;
}

static double weighted(const struct vector *vector, const double weights[const static 2]) {
    double first = vector->length ? vector->items[0] : 0.0;
    return first * weights[0] + reduce(vector, SUM, (double (*)(double)) 0) * weights[1];
}

int main(int argc, char **argv) {
    struct vector vector = {0};
    do {
        if (push(&vector, (double) argc))
            goto end;
    } while (--argc > 0);
    return weighted(&vector, (double[]) {0.5, [1] = 2}) > 3.5e0;
end:
    return failures;
}
