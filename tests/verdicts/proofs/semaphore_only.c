// Twin of handler_posts.c: nobody else posts the semaphore.
// OMEN: verdict data FILL USE class single-ordering proof proved
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
static volatile int ready;
static int data;
static sem_t go;
static void *filler(void *p) {
  data = 42; // @FILL
  ready = 1; // @SET
  return p;
}
static void *passer(void *p) {
  while (!ready) // @LOOK
    sched_yield();
  sem_post(&go);
  return p;
}
static void *user(void *p) {
  while (sem_wait(&go)) continue;
  if (data != 42) puts("early"); // @USE
  return p;
}
int main(void) {
  MUST(sem_init(&go, 0, 0) == 0);
  pthread_t t = start(passer, NULL);
  both(filler, user);
  finish(t);
  return 0;
}
