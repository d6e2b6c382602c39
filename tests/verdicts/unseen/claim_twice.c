// Whoever finds no owner becomes the owner. There may be only one.
// OMEN: verdict owner LOOK CLAIM class spec-violated consequence assertion
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <assert.h>
#include <stdatomic.h>
static volatile long owner;
static atomic_int owners;

static void *claim(void *unused) {
  (void)unused;
  if (owner == 0) {        // @LOOK
    owner = (long)&unused; // @CLAIM
    assert(atomic_fetch_add(&owners, 1) == 0);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, claim, NULL);
  pthread_create(&b, NULL, claim, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
