/* sc: holds, tso: holds, weak: breaks. Reference counts that go down relaxed: the last one does not see what others did to the object. */
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

static int field[2];
static atomic_int references = 2;

static void *work(void *arg) {
  field[(long)arg] = 1;
  if (atomic_fetch_sub_explicit(&references, 1, ORDER(relaxed, acq_rel)) == 1) assert(field[0] && field[1]);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
