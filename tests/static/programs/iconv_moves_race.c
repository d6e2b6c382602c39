// SCAN: race buf
// iconv moves the pointers that it is given.
#include "scan.h"
#include <iconv.h>
static char *out;
static void *work(void *x) {
  out[0] = 1;
  return 0;
}
int main(void) {
  pthread_t t;
  char in[] = "abcdef", *i = in, *buf = calloc(1, 64);
  size_t n = 5, m = 60;
  iconv_t c = iconv_open("UTF-8", "ISO-8859-1");
  out = buf;
  iconv(c, &i, &n, &out, &m);
  pthread_create(&t, 0, work, 0);
  buf[5] = 2;
  pthread_join(t, 0);
  return 0;
}
