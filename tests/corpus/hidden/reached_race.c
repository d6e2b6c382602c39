// The two ends have channels of their own.
// OMEN: race data W:w R:rw
// OMEN: twin reached_ok.c
// OMEN: output-any
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
  data = 1; // @W
  missing_open(arg);
  return NULL;
}
static void *second(void *arg) {
  missing_pass(arg);
  data++; // @R
  return NULL;
}
static struct end *make(int open) {
  struct end *e = calloc(1, sizeof *e);
  e->to = calloc(1, sizeof *e->to);
  e->to->gate = calloc(1, sizeof *e->to->gate);
  e->to->gate->open = open;
  return e;
}
int main(void) {
  pthread_t s = start(first, make(0)), t = start(second, make(1));
  finish(s);
  finish(t);
  printf("%d\n", data);
}
