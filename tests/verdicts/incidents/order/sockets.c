// A client and a server in one program: the server answers with the buffer that the client's thread has freed by then if it
// did not wait for the answer.
// OMEN: incident use-after-free READ cause race * READ FREE
// OMEN: verdict * READ FREE class spec-violated consequence use-after-free
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <sys/socket.h>
#include <unistd.h>
int pair[2];
char *request;
volatile char first;
void *server(void *arg) {
  char c;
  MUST(read(pair[1], &c, 1) == 1);
  first = *(volatile char *)request; // @READ
  return arg;
}
void *client(void *arg) {
  request = calloc(1, 16);
  MUST(write(pair[0], "x", 1) == 1);
  struct timespec t = {0, 1000000};
  nanosleep(&t, NULL);
  free(request); // @FREE
  return arg;
}
int main(void) {
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  both(server, client);
  return 0;
}
