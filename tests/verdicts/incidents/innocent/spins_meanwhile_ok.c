// The same with the count changed under the lock alone.
// OMEN: no-incident
// OMEN: verdict done WAIT DONE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <sched.h>
#include <stdbool.h>
#include <string.h>
struct entry {
  char *key;
  int refs, value;
};
static struct entry *table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int done;
static void put(struct entry *e) {
  pthread_mutex_lock(&lock);
  bool last = --e->refs == 0;
  pthread_mutex_unlock(&lock);
  if (last) {
    free(e->key);
    free(e);
  }
}
static struct entry *get(void) {
  pthread_mutex_lock(&lock);
  struct entry *e = table;
  if (e && strcmp(e->key, "pear"))
    e->refs++;
  pthread_mutex_unlock(&lock);
  return e;
}
static void *reader(void *sum) {
  for (int i = 0; i < 3; i++) {
    struct entry *e = get();
    if (!e) continue;
    *(int *)sum += e->value;
    put(e);
  }
  return NULL;
}
static void *evictor(void *arg) {
  pthread_mutex_lock(&lock);
  struct entry *e = table;
  table = NULL;
  pthread_mutex_unlock(&lock);
  put(e);
  done = 1; // @DONE
  return arg;
}
static void *waiter(void *arg) {
  while (!done) // @WAIT
    sched_yield();
  return arg;
}
int main(void) {
  pthread_t t[4];
  int sum[2] = {0};
  table = malloc(sizeof *table);
  *table = (struct entry){strdup("apple"), 1, 3};
  pthread_create(&t[0], NULL, reader, &sum[0]);
  pthread_create(&t[1], NULL, reader, &sum[1]);
  pthread_create(&t[2], NULL, evictor, NULL);
  pthread_create(&t[3], NULL, waiter, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
