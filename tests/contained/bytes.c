/* Standard input by system calls, in odd sizes; another look when it is at its end. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  char a[3], b[5];
  unsigned sum = 0, n = 0;
  for (;;) {
    struct pollfd p = {.fd = 0, .events = POLLIN};
    if (poll(&p, 1, 1000) != 1) return 9;
    struct iovec v[2] = {{a, sizeof a}, {b, sizeof b}};
    ssize_t got = readv(0, v, 2);
    if (got <= 0) break;
    for (ssize_t i = 0; i < got; i++) sum = sum * 31 + (unsigned char)(i < 3 ? a[i] : b[i - 3]);
    n += (unsigned)got;
  }
  char c;
  int again = (int)read(0, &c, 1);
  char text[64];
  int len = snprintf(text, sizeof text, "%u bytes, %x, then %d\n", n, sum, again);
  if (write(1, text, (size_t)len) != len) return 1;
  return n % 7;
}
