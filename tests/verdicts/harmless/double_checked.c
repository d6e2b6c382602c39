// Double-checked locking. The pointer's order does not matter; the object's contents are always there first,
// since a reader that comes earlier waits for the lock.
// OMEN: verdict instance ASK SET class k-witness-harmless
// OMEN: verdict instance RETURN SET class k-witness-harmless
// OMEN: verdict object FILL USE class single-ordering
#include "../../corpus/corpus.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct thing {
  int x;
} object;
struct thing *volatile instance;
static struct thing *get(void) {
  if (!instance) { // @ASK
    pthread_mutex_lock(&m);
    if (!instance) {
      object.x = 42;      // @FILL
      instance = &object; // @SET
    }
    pthread_mutex_unlock(&m);
  }
  return instance; // @RETURN
}
void *user(void *p) {
  int x = get()->x; // @USE
  printf("%d\n", x);
  return p;
}
int main(void) {
  both(user, user);
  return 0;
}
