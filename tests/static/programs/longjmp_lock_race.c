// SCAN: race total
// A jump back comes to where the lock was still held, without it.
#include "scan.h"
#include <setjmp.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
static void *work(void *a) {
  jmp_buf back;
  (void)a;
  pthread_mutex_lock(&m);
  int again = setjmp(back);
  total++;
  if (!again) {
    pthread_mutex_unlock(&m);
    longjmp(back, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, work, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
