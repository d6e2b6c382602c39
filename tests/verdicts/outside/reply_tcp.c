// A reply comes over TCP after the question, and not before; it is awaited by poll, without blocking. Of connections that
// others have, too, only what happens behind the race can go wrong.
// OMEN: verdict hint A B class k-witness-harmless
#include "outside.h"
int hint, asked, fd;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *asks(void *p) {
  hint = 1; // @A
  pthread_mutex_lock(&m);
  asked = 1;
  pthread_mutex_unlock(&m);
  put(fd, "ask\n");
  return p;
}
void *hears(void *p) {
  char text[8];
  int got = 0;
  hint = 2; // @B
  while (got < 7) {
    struct pollfd one = {fd, POLLIN, 0};
    MUST(poll(&one, 1, -1) == 1);
    int n = (int)recv(fd, text + got, (size_t)(7 - got), MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) continue;
    MUST(n > 0);
    got += n;
  }
  pthread_mutex_lock(&m);
  if (!asked) abort();
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  int port, l = listens(&port);
  pid_t child = fork();
  if (!child) {
    int to = connects(port);
    take(to, 4);
    put(to, "answer\n");
    _exit(0);
  }
  MUST((fd = accept(l, NULL, NULL)) >= 0);
  both(asks, hears);
  waitpid(child, NULL, 0);
  return 0;
}
