/* sc: holds, tso: holds, weak: holds. dekker_leave.c with seq_cst. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], inside;

static void *work(void *arg) {
  long me = (long)arg;
  atomic_store_explicit(&wants[me], 1, memory_order_seq_cst);
  if (!atomic_load_explicit(&wants[!me], memory_order_seq_cst)) {
    assert(!atomic_fetch_add(&inside, 1));
    atomic_fetch_sub(&inside, 1);
  }
  atomic_store_explicit(&wants[me], 0, memory_order_seq_cst);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
