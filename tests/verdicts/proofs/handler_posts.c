// A handler may post a semaphore. Natively: `kill -USR1` while the first thread is stopped before it fills data.
// OMEN: verdict data FILL USE class single-ordering proof timeout
// OMEN: verdict ready SET LOOK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
static volatile int ready;
static int data;
static sem_t go;
static void handler(int sig) { sem_post(&go); }
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
  signal(SIGUSR1, handler);
  pthread_t t = start(passer, NULL);
  both(filler, user);
  finish(t);
  return 0;
}
