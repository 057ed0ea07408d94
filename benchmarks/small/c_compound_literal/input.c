typedef unsigned long size;

struct point {
    int x, y;
    const char *label;
};

enum axis { HORIZONTAL, VERTICAL = 4 };

static int counter;
extern int printf(const char *format, ...);

static struct point moved(struct point start, enum axis axis, int by)
{
    if (axis == HORIZONTAL)
        start.x += by;
    else
        start.y += by;
    return start;
}

static int length(const struct point *points, size count)
{
    int sum = 0;
    for (size i = 1; i < count; i++) {
        int dx = points[i].x - points[i - 1].x;
        int dy = points[i].y - points[i - 1].y;
        sum += (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    }
    return sum;
}

static void reset(int *value)
{
    (struct point){ .x = 0, .y = *value };
    while (*value > 0) {
        --*value;
        if (*value == 3)
            break;
    }
}

int main(void)
{
    struct point path[3] = { { 1, 2, "start" }, [2] = { .label = "end" } };
    path[1] = moved(path[0], VERTICAL, (int)sizeof(path) / 8);
    do {
        counter++;
    } while (counter < 10);
    reset(&counter);
    printf("%d %s\n", length(path, 3), path[2].label);
    return counter != 3;
}
