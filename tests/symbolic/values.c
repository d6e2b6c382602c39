/* Values through structs, arrays, heap, recursion, threads and switches. */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item {
  short key;
  unsigned char flags;
  long value;
  struct item *next;
};
static struct item *list;
static void add(short key, long value) {
  struct item *i = calloc(1, sizeof *i);
  *i = (struct item){key, (unsigned char)(key >> 3), value, list};
  list = i;
}
static long total(const struct item *i) { return i ? i->value * (i->flags & 7) + total(i->next) : 0; }
static void *twice(void *p) { return (void *)((long)p * 2); }
static const char *kind(int c) {
  switch (c) {
  case 'a': return "first";
  case 'b': return "second";
  case 'q':
  case 'Q': return "quit";
  default: return isdigit(c) ? "digit" : isupper(c) ? "capital" : "other";
  }
}
int main(int argc, char **argv) {
  static const unsigned short squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
  if (argc < 3) return 2;
  long n = strtol(argv[1], NULL, 10);
  int *grown = NULL;
  for (int i = 0; i < 5; i++) {
    grown = realloc(grown, sizeof *grown * (size_t)(i + 1));
    grown[i] = (int)n + i;
    add((short)(n * i), n - i);
  }
  pthread_t t;
  void *doubled;
  pthread_create(&t, NULL, twice, (void *)n);
  pthread_join(t, &doubled);
  const char *e = getenv("OMEN_TEST_MODE");
  unsigned hash = 5381;
  for (const char *p = argv[2]; *p; p++) hash = hash * 33 + (unsigned char)*p;
  unsigned long swapped = __builtin_bswap32((unsigned)n);
  printf("%ld %ld %d %s %s\n", (long)doubled, total(list), grown[3] - grown[1], kind(argv[2][0]), e ? e : "none");
  printf("%x %lx %d %d\n", hash, swapped, squares[(unsigned)n % 10], abs((int)n - 50));
  if (n > 20 && n % 7 == 3 && e && !strcasecmp(e, "loud")) puts("LOUD");
  return 0;
}
