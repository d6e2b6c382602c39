/* Like aget: a file fetched in parts, and how much was written so far, counted by all without a lock and shown at the end
 * (and, in aget, by the handler that saves it for resuming). */
// OMEN: levels O0
// OMEN: verdict bwritten COUNT COUNT class output-differs consequence output
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { PART = 6, THREADS = 2, BLOCK = 3 };
static long bwritten;
static int fd;

static void *http_get(void *arg) {
  long me = (long)arg;
  for (long at = me * PART; at < (me + 1) * PART; at += BLOCK)
    bwritten += pwrite(fd, "abc", BLOCK, at); // @COUNT
  return NULL;
}
int main(void) {
  pthread_t t[THREADS];
  fd = open("aget.out", O_RDWR | O_CREAT | O_TRUNC, 0644);
  if (fd < 0) return 1;
  for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, http_get, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  printf("%ld of %d bytes\n", bwritten, PART * THREADS);
  close(fd);
  return 0;
}
