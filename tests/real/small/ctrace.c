/* Like ctrace: a tracing library whose level can be set at any time, without a lock. What is traced depends on it. */
// OMEN: levels O0
// OMEN: verdict level LOOK SET class output-differs consequence output
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t trace_mutex = PTHREAD_MUTEX_INITIALIZER;
static int level = 1;

static void trc_set_level(int n) { level = n; } // @SET
static void trc_print(int at, const char *what) {
  if (level < at) return; // @LOOK
  pthread_mutex_lock(&trace_mutex);
  printf("trace: %s\n", what);
  pthread_mutex_unlock(&trace_mutex);
}
static void *worker(void *arg) {
  trc_print(2, "worker");
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  trc_set_level(2);
  pthread_join(t, NULL);
  return 0;
}
