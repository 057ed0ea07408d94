#include <stdio.h>

static void put(long value) {
  printf("%ld\n", (long) value);
}

int main(void) {
  put((long) (int) (40 - (short) 0));
  put((long) (int) (48 - (short) 1));
  put((long) (int) (23 - (short) 2));
  put((long) (int) (60 - (short) 3));
  put((long) (int) (71 - (short) 4));
  put((long) (int) (29 - (short) 5));
  put((long) (int) (21 - (short) 6));
  put((long) (int) (18 - (short) 7));
  put((long) (int) (12 - (short) 8));
  put((long) (int) (61 - (short) 9));
  put((long) (int) (80 - (short) 10));
  put((long) (int) (47 - (short) 11));
  put((long) (int) (17 - (short) 12));
  put((long) (int) (38 - (short) 13));
  put((long) (int) (76 - (short) 14));
  put((long) (int) (78 - (short) 15));
  put((long) (int) (56 - (short) 16));
  put((long) (int) (45 - (short) 17));
  put((long) (int) (32 - (short) 18));
  put((long) (int) (23 - (short) 19));
  put((long) (int) (43 - (short) 20));
  put((long) (int) (37 - (short) 21));
  put((long) (int) (13 - (short) 22));
  put((long) (int) (92 - (short) 23));
  put((long) (int) (43 - (short) 24));
  put((long) (int) (44 - (short) 25));
  put((long) (int) (34 - (short) 26));
  put((long) (int) (31 - (short) 27));
  put((long) (int) (49 - (short) 28));
  put((long) (int) (47 - (short) 29));
  put((long) (int) (90 - (short) 30));
  put((long) (int) (57 - (short) 31));
  put((long) (int) (21 - (short) 32));
  put((long) (int) (87 - (short) 33));
  put((long) (int) (53 - (short) 34));
  put((long) (int) (95 - (short) 35));
  return (int) 0;
}
