// What is sent is not touched again; several bytes are read at once, some before others, and the end of the stream comes
// after all that was done before the close.
// OMEN: none
#include "../corpus.h"
#include <unistd.h>
int fd[2], data[6], last;
void *sender(void *p) {
  for (char i = 0; i < 6; i++) {
    data[(int)i] = i;
    MUST(write(fd[1], &i, 1) == 1);
  }
  last = 9;
  close(fd[1]);
  return p;
}
void *receiver(void *p) {
  char buf[4];
  int sum = 0;
  for (ssize_t n; (n = read(fd[0], buf, sizeof buf)) > 0;)
    for (ssize_t i = 0; i < n; i++)
      sum += data[(int)buf[i]]++;
  MUST(sum == 15 && last == 9);
  return p;
}
int main(void) {
  MUST(pipe(fd) == 0);
  both(sender, receiver);
  return 0;
}
