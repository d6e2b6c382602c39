// A thread is given a variable of a block that is left before the thread is told to look.
// OMEN: defect use-after-scope read stack
#include "../defects.h"
#include <pthread.h>
#include <semaphore.h>
static sem_t go;
static int seen;
static void *look(void *p) {
  sem_wait(&go);
  seen = *(volatile int *)p; // @BAD
  return NULL;
}
int main(void) {
  pthread_t t;
  sem_init(&go, 0, 0);
  {
    int job = 4;
    pthread_create(&t, NULL, look, &job);
    if (!bad) {
      sem_post(&go);
      pthread_join(t, NULL);
    }
  }
  if (bad) {
    sem_post(&go);
    pthread_join(t, NULL);
  }
  printf("%d\n", bad ? 4 : seen);
  return 0;
}
