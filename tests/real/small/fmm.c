/* Like SPLASH's fmm: boxes of a tree, each awaited by its parent through a counter without a lock (interaction_synch).
 * A look at the counter may come before or after; the parent cannot use a box before it is there. */
// OMEN: levels O2
// OMEN: verdict mass FILL USE class single-ordering proof proved
// OMEN: verdict ready WAIT READY class k-witness-harmless
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { BOXES = 3 };
static struct {
  double mass;
  volatile int ready;
} box[BOXES];

static void *child(void *arg) {
  long i = (long)arg;
  box[i].mass = 1.5 * (double)i; // @FILL
  box[i].ready = 1; // @READY
  return NULL;
}
static void *parent(void *arg) {
  double sum = 0;
  for (int i = 1; i < BOXES; i++) {
    while (!box[i].ready) sched_yield(); // @WAIT
    sum += box[i].mass; // @USE
  }
  printf("%.1f\n", sum);
  return arg;
}
int main(void) {
  pthread_t p, c[BOXES];
  pthread_create(&p, NULL, parent, NULL);
  for (long i = 1; i < BOXES; i++) pthread_create(&c[i], NULL, child, (void *)i);
  for (int i = 1; i < BOXES; i++) pthread_join(c[i], NULL);
  pthread_join(p, NULL);
  return 0;
}
