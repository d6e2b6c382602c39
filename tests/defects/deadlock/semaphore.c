// One post too few.
// OMEN: defect deadlock
#include "../defects.h"
#include <semaphore.h>
static sem_t items;
static void *producer(void *p) {
  for (int i = bad; i < 3; i++) sem_post(&items);
  return p;
}
int main(void) {
  sem_init(&items, 0, 0);
  pthread_t t = start(producer, NULL);
  for (int i = 0; i < 3; i++) sem_wait(&items); // @BAD
  finish(t);
  puts("done");
  return 0;
}
