// Jobs for a worker; before it gives the next one, the giver looks at those that it gave, on one of which the worker may be
// at work. If it gives all before the worker runs, the lock of the queue orders every look before the work: the race
// shows only when they take turns.
// OMEN: race state A:rw B:r sometimes
// OMEN: twin queue_turns_ok.c
#include "../corpus.h"
enum { JOBS = 60 };
struct job {
  int state;
} jobs[JOBS];
int given;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
NOINLINE void work(struct job *j) { j->state++; } // @A
NOINLINE int look(const struct job *j) { return j->state; } // @B
void *worker(void *p) {
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&m);
    while (given <= i) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    work(&jobs[i]);
  }
  return p;
}
void *gives(void *p) {
  long seen = 0;
  for (int i = 0; i < JOBS; i++) {
    for (int k = 0; k < i; k++) seen += look(&jobs[k]);
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
