// What is waited for is two steps away from what the call is given, on the heap.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <stdatomic.h>
struct gate {
  _Atomic int open;
};
struct channel {
  char name[24];
  struct gate *gate;
};
struct end {
  struct channel *to;
  int id;
};
static int data;
NOINLINE static void missing_open(struct end *e) { e->to->gate->open = 1; }
NOINLINE static void missing_pass(struct end *e) {
  while (!e->to->gate->open) {}
}
static void *first(void *arg) {
  data = 1;
  missing_open(arg);
  return NULL;
}
static void *second(void *arg) {
  missing_pass(arg);
  data++;
  return NULL;
}
int main(void) {
  struct channel *c = calloc(1, sizeof *c);
  c->gate = calloc(1, sizeof *c->gate);
  struct end *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
  a->to = b->to = c;
  pthread_t s = start(first, a), t = start(second, b);
  finish(s);
  finish(t);
  printf("%d\n", data);
  free(a);
  free(b);
  free(c->gate);
  free(c);
}
