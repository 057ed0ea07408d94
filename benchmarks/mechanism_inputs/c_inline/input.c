#include <stddef.h>

typedef unsigned int count_t;
typedef struct buffer buffer_t;
typedef char name_t[8];

struct buffer {
  name_t name;
  count_t used;
};

static count_t longest(void) {
  count_t limit = sizeof(name_t);
  return limit;
}

static int larger(const buffer_t *buffer, int expected) {
  count_t used = buffer->used;
  int wanted = expected;
  return used > wanted;
}

static void clear(buffer_t *buffer) {
  count_t room = longest();
  char *end = buffer->name;
  for (count_t index = 0; index < room; index++)
    end[index] = 0;
  buffer->used = 0;
}

int main(void) {
  buffer_t one = {{0}, 1};
  clear(&one);
  return larger(&one, 2);
}
