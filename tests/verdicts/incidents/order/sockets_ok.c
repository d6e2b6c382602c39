// The client waits for the answer.
// OMEN: no-incident
// OMEN: none
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
  first = *(volatile char *)request;
  MUST(write(pair[1], "y", 1) == 1);
  return arg;
}
void *client(void *arg) {
  char c;
  request = calloc(1, 16);
  MUST(write(pair[0], "x", 1) == 1);
  MUST(read(pair[0], &c, 1) == 1);
  free(request);
  return arg;
}
int main(void) {
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  both(server, client);
  return 0;
}
