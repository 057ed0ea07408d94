#define COUNT 4
#define EMPTY 0
#define LARGEST 1000
static const double samples[COUNT] = {1.0, 2.5, 3.25, 4.0};
static const char *names[COUNT] = {"north", "east", "south", "west"};
