// Double-checked locking. Under the model of the hardware that Omen runs it works.
// The thread that uses it looks at it before; that look may come first, which is why that race has both orders.
// OMEN: verdict one LOOK PUBLISH class k-witness-harmless
// OMEN: verdict one USE PUBLISH class k-witness-harmless
// OMEN: verdict * FILL TELL class single-ordering proof proved
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct thing {
  volatile int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thing *volatile one;

static void *get(void *unused) {
  (void)unused;
  if (!one) { // @LOOK
    pthread_mutex_lock(&lock);
    if (!one) {
      struct thing *t = calloc(1, sizeof *t);
      t->value = 42; // @FILL
      one = t;       // @PUBLISH
    }
    pthread_mutex_unlock(&lock);
  }
  struct thing *mine = one; // @USE
  printf("%d\n",
         mine->value); // @TELL
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, get, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
