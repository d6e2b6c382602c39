// Two threads set different bits of one word: one may undo what the other did.
// OMEN: verdict page MARK PIN class output-differs consequence output
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  unsigned dirty : 1, pinned : 1;
} page;

static void *mark(void *unused) {
  (void)unused;
  page.dirty = 1; // @MARK
  return NULL;
}

static void *pin(void *unused) {
  (void)unused;
  page.pinned = 1; // @PIN
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, pin, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%u %u\n", page.dirty, page.pinned);
  return 0;
}
