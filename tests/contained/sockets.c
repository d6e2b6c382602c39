/* A server and its clients, all in one process. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in at = {.sin_family = AF_INET};
static void *client(void *number) {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  char text[32];
  if (connect(fd, (struct sockaddr *)&at, sizeof at)) abort();
  int len = snprintf(text, sizeof text, "hello %ld", (long)number);
  if (send(fd, text, (size_t)len, 0) != len) abort();
  shutdown(fd, SHUT_WR);
  ssize_t n = recv(fd, text, sizeof text, 0);
  close(fd);
  return (void *)(long)n;
}
int main(int argc, char **argv) {
  int clients = argc > 1 ? atoi(argv[1]) : 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t len = sizeof at;
  pthread_t t[16];
  if (clients > 16) return 9;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, (struct sockaddr *)&at, sizeof at) || listen(fd, 16) ||
      getsockname(fd, (struct sockaddr *)&at, &len))
    return 2;
  for (long i = 0; i < clients; i++) pthread_create(&t[i], NULL, client, (void *)i);
  int seen = 0;
  for (int i = 0; i < clients; i++) {
    int c = accept(fd, NULL, NULL);
    char text[64];
    ssize_t n, all = 0;
    while ((n = recv(c, text + all, sizeof text - (size_t)all - 1, 0)) > 0) all += n;
    text[all] = 0;
    seen |= 1 << atoi(text + 6);
    if (send(c, "fine", 4, 0) != 4) return 4;
    close(c);
  }
  long all = 0;
  for (int i = 0; i < clients; i++) {
    void *got;
    pthread_join(t[i], &got);
    all += (long)got;
  }
  printf("%x %ld\n", seen, all);
  return clients;
}
