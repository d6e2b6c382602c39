// A log is rotated while a writer has the FILE pointer in hand: written to a closed one in one order.
// OMEN: verdict out TAKE SWAP class spec-violated consequence use-after-free
// OMEN: maybe * * * class single-ordering
// OMEN: maybe * * * class spec-violated consequence use-after-free
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct log {
  char *buffer;
  int used;
};
static struct log *volatile out;
static struct log *log_open(void) {
  struct log *l = malloc(sizeof *l);
  l->buffer = malloc(64);
  l->used = 0;
  return l;
}
static void log_close(struct log *l) {
  free(l->buffer);
  free(l);
}
static void *writer(void *p) {
  struct log *l = out; // @TAKE
  memcpy(l->buffer, "hello\n", 6);
  l->used = 6;
  return p;
}
static void *rotate(void *p) {
  struct log *old = out;
  out = log_open(); // @SWAP
  log_close(old);
  return p;
}
int main(void) {
  pthread_t a, b;
  out = log_open();
  pthread_create(&a, NULL, rotate, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  log_close(out);
  puts("rotated");
  return 0;
}
