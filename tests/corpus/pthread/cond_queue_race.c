// A bounded queue with two condition variables, whose reader peeks at the count without the lock.
// OMEN: race count A:r B:rw
// OMEN: race count A:r C:rw sometimes
// OMEN: twin cond_queue_ok.c
#include "../corpus.h"
enum { N = 12, CAP = 3 };
int ring[CAP], head, count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
void *producer(void *p) {
  for (int i = 1; i <= N; i++) {
    pthread_mutex_lock(&m);
    while (count == CAP) pthread_cond_wait(&not_full, &m);
    ring[(head + count) % CAP] = i;
    count++; // @B
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return p;
}
void *consumer(void *p) {
  long sum = 0;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    sum += ring[head];
    head = (head + 1) % CAP;
    count--; // @C
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return (void *)sum;
}
void *peeker(void *p) { return (void *)(long)count; } // @A
int main(void) {
  pthread_t a = start(producer, NULL), b = start(consumer, NULL);
  pthread_t s = start(peeker, NULL);
  finish(a);
  long sum = (long)finish(b);
  finish(s);
  printf("%ld\n", sum);
  return sum != N * (N + 1) / 2;
}
