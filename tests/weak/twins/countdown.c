/* sc: holds, tso: holds, weak: breaks. Who counts down last adds up what all wrote. */
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

static int part[3];
static atomic_int left = 3;
static void *work(void *arg) {
  long me = (long)arg;
  part[me] = (int)me + 1;
  if (atomic_fetch_sub_explicit(&left, 1, ORDER(relaxed, acq_rel)) == 1) assert(part[0] + part[1] + part[2] == 6);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
