// Two requests on two connections with a client outside: nothing orders the threads that answer them.
// OMEN: race requests A:rw B:rw
// OMEN: twin requests_ok.c
// OMEN: tsan-blind
#include "connections.h"
static int requests, connection[2];
static void *one(void *arg) {
  take(connection[0]);
  requests++; // @A
  put(connection[0]);
  return arg;
}
static void *other(void *arg) {
  take(connection[1]);
  requests++; // @B
  put(connection[1]);
  return arg;
}
int main(void) {
  struct sockaddr_in at;
  int listener = listens(&at);
  pid_t child = client(&at);
  for (int i = 0; i < 2; i++) MUST((connection[i] = accept(listener, NULL, NULL)) >= 0);
  both(one, other);
  MUST(waitpid(child, NULL, 0) == child);
  return 0;
}
