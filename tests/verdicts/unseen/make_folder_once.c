// Both threads may find that the folder was not made yet; the second cannot make it.
// OMEN: verdict made LOOK MARK class spec-violated consequence assertion
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sys/stat.h>
static volatile int made;

static void *begin(void *unused) {
  (void)unused;
  if (!made) { // @LOOK
    made = 1;  // @MARK
    if (mkdir("work-folder", 0700) != 0) abort();
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, begin, NULL);
  pthread_create(&b, NULL, begin, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  rmdir("work-folder");
  return 0;
}
