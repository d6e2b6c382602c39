/* Bytes of standard input that go through a pipe and a file before they decide something. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int p[2];
static void *t(void *u) {
  char b[4];
  read(p[0], b, 4);
  if (b[1] == 'y') puts("yes by pipe");
  return u;
}
int main(void) {
  pthread_t x;
  char b[4], c[4];
  pipe(p);
  read(0, b, 4);
  pthread_create(&x, NULL, t, NULL);
  write(p[1], b, 4);
  pthread_join(x, NULL);
  int f = open("flow.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(f, b, 4);
  pread(f, c, 2, 1);
  if (c[1] == 'z') puts("yes by file");
  return 0;
}
