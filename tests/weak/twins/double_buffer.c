/* sc: holds, tso: holds, weak: breaks. A new version is written beside the old one, then the index changes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef MENDED
#define ORDER(weaker, right) memory_order_##right
#else
#define ORDER(weaker, right) memory_order_##weaker
#endif
#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release


static int version[2][2] = {{1, 1}, {0, 0}};
static atomic_int current;
static void *work(void *arg) {
  if (arg) {
    int *v = version[atomic_load_explicit(&current, ORDER(relaxed, acquire))];
    assert(v[0] && v[0] == v[1]);
  } else {
    version[1][0] = 2;
    version[1][1] = 2;
    atomic_store_explicit(&current, 1, ORDER(relaxed, release));
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
