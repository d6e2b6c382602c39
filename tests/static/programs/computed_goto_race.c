// SCAN: race total
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int total;
static const char code[] = {0, 2, 1, 3};
static void run(const char *at) {
  static const void *const to[] = {&&lock, &&unlock, &&add, &&end};
  goto *to[(int)*at];
lock:
  pthread_mutex_lock(&m);
  goto *to[(int)*++at];
unlock:
  pthread_mutex_unlock(&m);
  goto *to[(int)*++at];
add:
  total++;
  goto *to[(int)*++at];
end:;
}
static void *work(void *a) {
  (void)a;
  run("\2\3");
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  run(code);
  pthread_join(t, 0);
  return 0;
}
