/* A pipe and a socket pair between threads; more than a pipe holds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int to[2], pair[2];
static void *relay(void *unused) {
  char part[1000];
  ssize_t n;
  unsigned long sum = 0, all = 0;
  while ((n = read(to[0], part, sizeof part)) > 0)
    for (ssize_t i = 0; i < n; i++, all++) sum += (unsigned char)part[i];
  char text[64];
  int len = snprintf(text, sizeof text, "%lu bytes, %lu", all, sum);
  if (write(pair[1], text, (size_t)len + 1) < 0) abort();
  return unused;
}
int main(int argc, char **argv) {
  size_t n = argc > 1 ? (size_t)atol(argv[1]) : 10;
  pthread_t t;
  if (pipe(to) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 2;
  pthread_create(&t, NULL, relay, NULL);
  char *data = malloc(n + 1), text[64];
  for (size_t i = 0; i < n; i++) data[i] = (char)(i * 7);
  for (size_t done = 0; done < n;) {
    ssize_t w = write(to[1], data + done, n - done);
    if (w <= 0) return 3;
    done += (size_t)w;
  }
  close(to[1]);
  if (read(pair[0], text, sizeof text) <= 0) return 4;
  puts(text);
  pthread_join(t, NULL);
  free(data);
  return (int)(n & 31);
}
