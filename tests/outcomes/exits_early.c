/* The main thread ends the program while another one may still write. Streams are unbuffered at exit: the
 * line may be cut before its end.
 * outcome: 3 - /
 * outcome: 3 - late//
 * outcome: 3 - /late/
 * outcome: 3 - /late
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *write_late(void *p) {
  puts("late");
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_late, 0);
  pthread_detach(t);
  puts("");
  exit(3);
}
