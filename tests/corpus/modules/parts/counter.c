// A counter that programs of this folder use as a library, an archive or a second file.
#include <pthread.h>
void counter_add(int n);
void counter_add_locked(int n);
int counter_get(void);
int counter_get_locked(void);

int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void counter_add(int n) {
  count += n; // @COUNT
}
int counter_get(void) {
  return count; // @GET
}
void counter_add_locked(int n) {
  pthread_mutex_lock(&lock);
  counter_add(n);
  pthread_mutex_unlock(&lock);
}
int counter_get_locked(void) {
  pthread_mutex_lock(&lock);
  int n = counter_get();
  pthread_mutex_unlock(&lock);
  return n;
}
