// The client has the first answer before it connects again. What the race does not decide must not go wrong behind it.
// OMEN: verdict hint A B class k-witness-harmless
#include "outside.h"
int hint, answers, first;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *serves(void *p) {
  hint = 1; // @A
  pthread_mutex_lock(&m);
  answers = 1;
  pthread_mutex_unlock(&m);
  put(first, "answer\n");
  return p;
}
int main(void) {
  int port, l = listens(&port);
  pid_t child = fork();
  if (!child) {
    take(connects(port), 7);
    connects(port);
    _exit(0);
  }
  MUST((first = accept(l, NULL, NULL)) >= 0);
  pthread_t t;
  pthread_create(&t, NULL, serves, NULL);
  hint = 2; // @B
  MUST(accept(l, NULL, NULL) >= 0);
  pthread_mutex_lock(&m);
  if (!answers) abort();
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  waitpid(child, NULL, 0);
  return 0;
}
