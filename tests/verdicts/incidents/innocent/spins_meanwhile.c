// A count of references that is not always changed under the lock. Somebody else spins until the evictor is done: to hold
// him makes the others take turns in another way, in which the count comes out right. That is not his doing.
// OMEN: incident use-after-free * cause race refs|value|key * *
// OMEN: maybe-incident use-after-free|double-free * cause race refs|value|key * *
// OMEN: verdict refs NEW PUT class spec-violated consequence use-after-free
// OMEN: maybe refs * * class spec-violated consequence use-after-free
// OMEN: maybe value * * class spec-violated consequence use-after-free
// OMEN: maybe key * * class spec-violated consequence use-after-free
// OMEN: maybe refs * * class single-ordering
// OMEN: maybe value * * class single-ordering
// OMEN: verdict done WAIT DONE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <sched.h>
#include <string.h>
struct entry {
  char *key;
  int refs, value;
};
static struct entry *table;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int done;
static void put(struct entry *e) {
  if (--e->refs == 0) { // @PUT
    free(e->key);
    free(e);
  }
}
static struct entry *get(void) {
  pthread_mutex_lock(&lock);
  struct entry *e = table;
  if (e && strcmp(e->key, "pear"))
    e->refs++;                     // @NEW
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
