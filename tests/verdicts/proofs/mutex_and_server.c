// As mutex_and_handler.c, with threads beside that wait for clients and for input, and one that wakes up now and then:
// none of them can end the wait for the mutex.
// OMEN: options --ignore-mutexes
// OMEN: verdict data * * class single-ordering proof proved
#include "../../corpus/corpus.h"
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t asked;
static int data, listener;
static void handler(int sig) { asked = sig; }
static void *server(void *p) {
  while (accept(listener, NULL, NULL) >= 0) continue;
  return p;
}
static void *ticker(void *p) {
  while (!asked) usleep(1000);
  return p;
}
static void *adder(void *p) {
  pthread_mutex_lock(&m);
  data++;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  signal(SIGTERM, handler);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  MUST(listener >= 0 && listen(listener, 4) == 0);
  pthread_detach(start(server, NULL));
  pthread_detach(start(ticker, NULL));
  both(adder, adder);
  printf("%d\n", data);
  return 0;
}
