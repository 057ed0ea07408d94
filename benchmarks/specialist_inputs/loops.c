struct table { unsigned size; int *keys; double *values; char names[8][16]; };
static int compare(const char *a, const char *b) { while (*a && *a == *b) ++a, ++b; return *a - *b; }
int find(struct table *t, const char *name) {
  for (int i = 0; i < 8; i++) if (!compare(t->names[i], name)) return i;
  return -1;
}
unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
void clear(struct table *t, char *spare) {
  for (unsigned i = 0; i < t->size; i++) if (t->keys[i] < 0) t->values[i] = t->values[i] * 0.5 + hash(spare);
  for (unsigned i = 0, n = t->size; i < n; i++) spare[i] = 0;
  for (unsigned i = 0; i + 1 < t->size; i++) t->keys[i] = t->keys[i + 1] + find(t, spare);
}
double mean(const struct table *t) { double s = 0; for (unsigned i = 0; i < t->size; i++) s += t->values[i]; return s / t->size; }
int bits(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n > 16 ? bits(x >> 1) : n; }
