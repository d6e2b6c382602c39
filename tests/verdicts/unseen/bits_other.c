// One thread sets a bit, the other reads other bits of the same word.
// OMEN: verdict page MARK TELL class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
  unsigned dirty : 1, kind : 3, age : 4;
} page = {0, 5, 2};

static void *mark(void *unused) {
  (void)unused;
  page.dirty = 1; // @MARK
  return NULL;
}

static void *tell(void *unused) {
  (void)unused;
  unsigned kind = page.kind; // @TELL
  printf("kind %u\n", kind);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, tell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
