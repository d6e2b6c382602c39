/* bbuf: a bounded buffer with configurable producers and consumers:  bbuf [PRODUCERS CONSUMERS ITEMS]. The buffer is
 * right; the counter of what was consumed, printed at the end, is not guarded. */
// OMEN: levels O0
// OMEN: options --strategy rr
// OMEN: verdict consumed COUNT COUNT class output-differs consequence output
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 3, MOST = 16 };
static int buffer[SIZE], count, in, out, items = 4, left;
static long consumed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;

static void *producer(void *arg) {
  for (int i = 0; i < items; i++) {
    pthread_mutex_lock(&m);
    while (count == SIZE) pthread_cond_wait(&not_full, &m);
    buffer[in] = i + 1;
    in = (in + 1) % SIZE;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return arg;
}
static void *consumer(void *arg) {
  for (;;) {
    pthread_mutex_lock(&m);
    while (count == 0 && left > 0) pthread_cond_wait(&not_empty, &m);
    if (left == 0) break;
    int item = buffer[out];
    out = (out + 1) % SIZE;
    count--;
    if (--left == 0) pthread_cond_broadcast(&not_empty);
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
    consumed += item; // @COUNT
  }
  pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  int producers = argc > 1 ? atoi(argv[1]) : 2, consumers = argc > 2 ? atoi(argv[2]) : 2, n = 0;
  if (argc > 3) items = atoi(argv[3]);
  if (producers > MOST || consumers > MOST) return 2;
  pthread_t t[2 * MOST];
  left = producers * items;
  for (int i = 0; i < producers; i++) pthread_create(&t[n++], NULL, producer, NULL);
  for (int i = 0; i < consumers; i++) pthread_create(&t[n++], NULL, consumer, NULL);
  while (n > 0) pthread_join(t[--n], NULL);
  printf("%ld\n", consumed);
  return 0;
}
