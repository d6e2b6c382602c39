// As its twin, but the look and the work are under the lock.
// OMEN: none
#include "../corpus.h"
enum { JOBS = 60 };
struct job {
  int state;
} jobs[JOBS];
int given;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
NOINLINE void work(struct job *j) { j->state++; }
NOINLINE int look(const struct job *j) { return j->state; }
void *worker(void *p) {
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&m);
    while (given <= i) pthread_cond_wait(&c, &m);
    work(&jobs[i]);
    pthread_mutex_unlock(&m);
  }
  return p;
}
void *gives(void *p) {
  long seen = 0;
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&m);
    for (int k = 0; k < i; k++) seen += look(&jobs[k]);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    given++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  return (void *)seen;
}
int main(void) {
  both(gives, worker);
  return 0;
}
