// A thread on a stack that the program supplied; main reads a local of it.
// OMEN: race * A:w B:r
// OMEN: twin own_stack_ok.c
#include "../corpus.h"
#include <semaphore.h>
enum { SIZE = 1 << 18 };
_Alignas(4096) char stack[SIZE];
char *_Atomic given;
sem_t ready, seen;
NOINLINE void put(char *q) { *q = 7; } // @A
NOINLINE int get(const char *q) { return *q; } // @B
void *worker(void *p) {
  char local = 0;
  given = &local;
  sem_post(&ready);
  put(&local);
  sem_wait(&seen);
  return (void *)(long)get(&local);
}
int main(void) {
  pthread_attr_t attr;
  pthread_t t;
  sem_init(&ready, 0, 0);
  sem_init(&seen, 0, 0);
  pthread_attr_init(&attr);
  MUST(pthread_attr_setstack(&attr, stack, SIZE) == 0);
  for (int i = 0; i < 2; i++) {
    MUST(pthread_create(&t, &attr, worker, NULL) == 0);
    sem_wait(&ready);
    MUST(given > stack && given < stack + SIZE);
    int early = get(given);
    MUST(early == 0 || early == 7);
    sem_post(&seen);
    MUST((long)finish(t) == 7);
    put(stack + 16);
  }
  return 0;
}
