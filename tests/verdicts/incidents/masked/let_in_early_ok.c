// let_in_early.c, where the helper opens nothing: there is one order.
// OMEN: no-incident
// OMEN: verdict box MAKE USE class single-ordering
// OMEN: verdict count COUNT READ class single-ordering
// OMEN: verdict ready OPENED GATE class k-witness-harmless
#include "../../../corpus/corpus.h"
#include <sched.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int value = 7, announced, count, last;
int *box;
volatile int ready;
void *maker(void *arg) {
  pthread_mutex_lock(&m);
  announced = 1;
  pthread_mutex_unlock(&m);
  count = 1;    // @COUNT
  box = &value; // @MAKE
  ready = 1;    // @OPENED
  return arg;
}
void *helper(void *arg) {
  pthread_mutex_lock(&m);
  int nobody = !announced;
  pthread_mutex_unlock(&m);
  (void)nobody; // it opens nothing
  return arg;
}
void *user(void *arg) {
  while (!ready) sched_yield(); // @GATE
  last = count;         // @READ
  printf("%d\n", *box); // @USE
  return arg;
}
int main(void) {
  body *all[] = {maker, helper, user};
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(all[i], NULL);
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
