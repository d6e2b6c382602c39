// With the order flipped the session is closed, under its lock; a third thread has taken it out before, and may use it
// after. That needs a switch at a certain place beside the order.
// OMEN: verdict closing ASK SAY class spec-violated consequence use-after-free
// OMEN: maybe * * * class spec-violated consequence use-after-free
#include "../../corpus/corpus.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, counting = PTHREAD_MUTEX_INITIALIZER;
int closing, visits;
struct session {
  int hits;
} *session;
void *closer(void *p) {
  if (closing) { // @ASK
    pthread_mutex_lock(&lock);
    struct session *old = session;
    session = NULL;
    pthread_mutex_unlock(&lock);
    free(old);
  }
  return p;
}
void *say(void *p) {
  closing = 1; // @SAY
  return p;
}
void *visitor(void *p) {
  pthread_mutex_lock(&lock);
  struct session *mine = session;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&counting);
  visits++;
  pthread_mutex_unlock(&counting);
  if (mine) mine->hits++;
  return p;
}
int main(void) {
  session = calloc(1, sizeof *session);
  pthread_t t[3] = {start(closer, NULL), start(say, NULL), start(visitor, NULL)};
  for (int i = 0; i < 3; i++) finish(t[i]);
  return 0;
}
