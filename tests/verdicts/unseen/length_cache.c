// Both threads may compute the cached length; they compute the same.
// OMEN: verdict length LOOK FILL class k-witness-harmless
// OMEN: verdict length TELL FILL class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <string.h>
static const char *volatile name = "a name";
static volatile long length = -1;

static void *ask(void *unused) {
  (void)unused;
  if (length < 0)                // @LOOK
    length = (long)strlen(name); // @FILL
  printf("%ld\n", length);       // @TELL
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, ask, NULL);
  pthread_create(&b, NULL, ask, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
