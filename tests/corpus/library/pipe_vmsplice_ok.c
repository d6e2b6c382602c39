// What is given to a pipe as pages orders as what is written does.
// OMEN: none
#define _GNU_SOURCE
#include "../corpus.h"
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
int there[2], back[2], data, more;
void *sender(void *p) {
  struct iovec iov = {"x", 1};
  char c;
  data = 1;
  MUST(vmsplice(there[1], &iov, 1, 0) == 1);
  MUST(read(back[0], &c, 1) == 1 && more == 2);
  return p;
}
void *receiver(void *p) {
  char c;
  struct iovec iov = {&c, 1};
  MUST(vmsplice(there[0], &iov, 1, 0) == 1 && data == 1);
  more = 2;
  MUST(write(back[1], "y", 1) == 1);
  return p;
}
int main(void) {
  MUST(pipe(there) == 0 && pipe(back) == 0);
  both(receiver, sender);
  return 0;
}
