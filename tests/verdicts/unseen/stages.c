// Three stages hand on a value; each waits, asleep, for the number of the stage before.
// Before its own write of the stage a thread reads it, and a read may come before the other's write.
// OMEN: verdict stage FIRST AWAIT1 class k-witness-harmless
// OMEN: verdict stage SECOND AWAIT2 class k-witness-harmless
// OMEN: verdict stage FIRST AWAIT2 class k-witness-harmless
// OMEN: verdict stage FIRST SECOND class k-witness-harmless
// OMEN: verdict value MAKE DOUBLE class single-ordering
// OMEN: verdict value DOUBLE TELL class single-ordering
// OMEN: maybe value MAKE TELL class single-ordering
// OMEN: maybe stage SECOND AWAIT1 class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int stage, value;

static void *produce(void *unused) {
  (void)unused;
  value = 21; // @MAKE
  stage = 1;  // @FIRST
  return NULL;
}

static void *convert(void *unused) {
  (void)unused;
  while (stage < 1) // @AWAIT1
    usleep(200);
  value = value * 2; // @DOUBLE
  stage = 2;         // @SECOND
  return NULL;
}

static void *finish(void *unused) {
  (void)unused;
  while (stage < 2) // @AWAIT2
    usleep(300);
  printf("%d\n", value); // @TELL
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&c, NULL, convert, NULL);
  pthread_create(&b, NULL, finish, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
