// Somebody outside answers: who reads the answer comes after who asked, on one connection.
// OMEN: none
#include "connections.h"
static int question, connection;
static void *asks(void *arg) {
  question = 1;
  put(connection);
  return arg;
}
static void *gets(void *arg) {
  take(connection);
  MUST(question == 1);
  return arg;
}
int main(void) {
  struct sockaddr_in at;
  int listener = listens(&at);
  pid_t child = fork();
  MUST(child >= 0);
  if (!child) {
    int fd = connects(&at);
    take(fd);
    put(fd);
    _exit(0);
  }
  MUST((connection = accept(listener, NULL, NULL)) >= 0);
  both(asks, gets);
  MUST(waitpid(child, NULL, 0) == child);
  return 0;
}
