// Two connections: the reply's number is free, and the limit is only compared.
// OMEN: verdict limit ANSWER SET class k-witness-harmless
#include "lines.h"
#include <sys/socket.h>
enum { REQUESTS = 6 };
volatile int limit = 100;
int ends[2][2];
static int ask(int fd, char *line, size_t cap) {
  MUST(write(fd, "get limit\n", 10) == 10);
  size_t n = 0;
  while (n + 1 < cap && read(fd, line + n, 1) == 1 && line[n] != '\n') n++;
  line[n] = 0;
  return (int)n;
}
void *client(void *p) {
  char line[80];
  int id = (int)(intptr_t)p;
  for (int i = 0; i < REQUESTS; i++) {
    MUST(ask(ends[id][0], line, sizeof line) > 0);
    printf("client %d: %s\n", id, line);
  }
  shutdown(ends[id][0], SHUT_WR);
  return p;
}
void *serve(void *p) {
  char request[10], reply[80];
  int fd = ends[(intptr_t)p][1], mine = -1;
  while (read(fd, request, sizeof request) == (ssize_t)sizeof request) {
    if (mine < 0 && p) mine = limit; // @ANSWER
    int n = snprintf(reply, sizeof reply, "number %d limit %d\n", next_number(), p ? mine > 0 : 1);
    MUST(write(fd, reply, 7) == 7);
    MUST(write(fd, reply + 7, (size_t)n - 7) == n - 7);
  }
  return p;
}
void *set(void *p) {
  limit = 200; // @SET
  return p;
}
int main(void) {
  pthread_t c[2], s[2], a;
  for (int i = 0; i < 2; i++) MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]));
  for (int i = 0; i < 2; i++) s[i] = start(serve, (void *)(intptr_t)i);
  a = start(set, NULL);
  for (int i = 0; i < 2; i++) c[i] = start(client, (void *)(intptr_t)i);
  for (int i = 0; i < 2; i++) finish(c[i]), finish(s[i]);
  finish(a);
  return 0;
}
