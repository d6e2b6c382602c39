/* Apache bug 21287: the reference count of a cached object is counted down and looked at in two steps, so that two threads
 * can both see 0, and both free the object. */
// OMEN: levels O2
// OMEN: verdict refcount DEC LOOK class spec-violated consequence double-free
#include <pthread.h>
#include <stdlib.h>

struct object {
  int refcount;
  char *name;
};
static pthread_mutex_t sconf = PTHREAD_MUTEX_INITIALIZER;

static void decrement(struct object *o) {
  pthread_mutex_lock(&sconf); /* apr_atomic_dec */
  o->refcount--; // @DEC
  pthread_mutex_unlock(&sconf);
  if (o->refcount == 0) { // @LOOK
    free(o->name);
  }
}
static void *request(void *arg) {
  decrement(arg);
  return NULL;
}
int main(void) {
  static struct object o;
  pthread_t a, b;
  o.refcount = 2;
  o.name = malloc(16);
  pthread_create(&a, NULL, request, &o);
  pthread_create(&b, NULL, request, &o);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
