// Which worker does which job is free; with what priority the jobs of one are done is the race's doing.
// OMEN: verdict start_at ASK SET class output-differs consequence output
#include "lines.h"
enum { JOBS = 24 };
volatile int start_at = 3;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int taken[JOBS];
static int take(int from) {
  int job = -1;
  pthread_mutex_lock(&m);
  for (int i = 0; i < JOBS && job < 0; i++)
    if (!taken[(from + i) % JOBS]) job = (from + i) % JOBS;
  if (job >= 0) taken[job] = 1;
  pthread_mutex_unlock(&m);
  return job;
}
static void work(int id, int from, int priority) {
  for (int job; (job = take(from)) >= 0;) printf("worker %d does job %d, priority %d\n", id, job, priority);
}
void *first(void *p) {
  int s = start_at; // @ASK
  work(9, 0, s);
  return p;
}
void *set(void *p) {
  start_at = 11; // @SET
  return p;
}
void *noise(void *p) {
  work((int)(intptr_t)p, (int)(intptr_t)p * 7, 3);
  return p;
}
int main(void) {
  all(first, set, noise);
  return 0;
}
