// An object is published before its operations are set; who waits for it may find none. Had that look come before the object
// was published, the next one would have come after the operations were set.
// OMEN: verdict shared PUBLISH AWAIT class spec-violated consequence crash
// OMEN: verdict * SET CALL class spec-violated consequence crash
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct object {
  int kind;
  void (*volatile act)(void);
};
static struct object *volatile shared;

static void nothing(void) {}

static void *publish(void *unused) {
  (void)unused;
  struct object *o = calloc(1, sizeof *o);
  o->kind = 3;
  shared = o;       // @PUBLISH
  o->act = nothing; // @SET
  return NULL;
}

static void *use(void *unused) {
  (void)unused;
  struct object *o;
  while ((o = shared) == NULL) // @AWAIT
    sched_yield();
  o->act(); // @CALL
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, publish, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
