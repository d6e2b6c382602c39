/* A server of one client: lines come in, an answer to each goes out. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int served;
static void *serve(void *arg) {
  int fd = (int)(long)arg;
  char line[100], text[128];
  size_t have = 0;
  ssize_t n;
  while ((n = recv(fd, line + have, sizeof line - have - 1, 0)) > 0) {
    have += (size_t)n;
    line[have] = 0;
    for (char *end; (end = strchr(line, '\n'));) {
      *end = 0;
      served++;
      int len = snprintf(text, sizeof text, "%d %s\n", served, strcmp(line, "quit") ? line : "bye");
      printf("%s", text);
      if (send(fd, text, (size_t)len, 0) != len) exit(5);
      if (!strcmp(line, "quit")) exit(7);
      have -= (size_t)(end + 1 - line);
      memmove(line, end + 1, have + 1);
    }
  }
  close(fd);
  return NULL;
}
int main(int argc, char **argv) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  pthread_t t;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (argc < 2 || bind(fd, (struct sockaddr *)&at, sizeof at) || listen(fd, 4)) return 2;
  int c = accept(fd, NULL, NULL);
  pthread_create(&t, NULL, serve, (void *)(long)c);
  pthread_join(t, NULL);
  printf("%d in all\n", served);
  return 0;
}
