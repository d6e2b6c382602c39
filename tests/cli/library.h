// What the calls of library.calls share. L is 1 with the defect: a byte (or a wide character) is not there.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <malloc.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#define NOINLINE __attribute__((noinline))
static volatile long sink;
#define USE(x) (sink += (long)(x))
// A block of n bytes, all 'a'.
NOINLINE static void *M(size_t n) {
  void *p = malloc(n);
  memset(p, 'a', n);
  __asm__ volatile("" : "+r"(p)::"memory");
  return p;
}
// A string of n characters, whose end is not there if `less`.
NOINLINE static char *STR(size_t n, size_t less) {
  char *p = M(n + 1 - less);
  if (!less) p[n] = 0;
  return p;
}
static FILE *tmpf(const char *s) {
  FILE *f = tmpfile();
  if (!f || fputs(s, f) < 0) exit(70);
  rewind(f);
  return f;
}
static int pipefd(const char *s) {
  int p[2];
  if (pipe(p) || write(p[1], s, strlen(s)) < 0) exit(70);
  return p[0];
}
#define LISTED(call)                                                                                         \
  va_list v;                                                                                                 \
  va_start(v, f);                                                                                            \
  call;                                                                                                      \
  va_end(v)
NOINLINE static void vs(char *to, const char *f, ...) { LISTED(vsprintf(to, f, v)); }
NOINLINE static void vsn(char *to, const char *f, ...) { LISTED(vsnprintf(to, 20, f, v)); }
NOINLINE static void vfp(const char *f, ...) {
  FILE *n = fopen("/dev/null", "w");
  LISTED(vfprintf(n, f, v));
  fclose(n);
}
NOINLINE static int scan(const char *s, const char *f, ...) {
  int n;
  LISTED(n = vsscanf(s, f, v));
  return n;
}
int cmp3(const void *a, const void *b, void *c);
NOINLINE int cmp3(const void *a, const void *b, void *c) {
  (void)c;
  return *(const unsigned char *)a - *(const unsigned char *)b;
}
