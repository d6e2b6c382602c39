/* Bad when a look falls between the two halves of an update in the midst of many unrelated steps. Depth 2. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a, b, bad;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
static void busy(int n) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&own);
    pthread_mutex_unlock(&own);
  }
}
static void *writer(void *p) {
  busy(6);
  atomic_store(&a, 1);
  atomic_store(&b, 1);
  busy(6);
  return p;
}
static void *reader(void *p) {
  if (atomic_load(&a) != atomic_load(&b)) bad = 1;
  return p;
}
int main(void) {
  pthread_t x, y;
  pthread_create(&y, 0, reader, 0);
  pthread_create(&x, 0, writer, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
  return bad ? 3 : 0;
}
