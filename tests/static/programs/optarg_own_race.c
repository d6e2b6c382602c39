// SCAN: race value
// getopt with strings of the program's own.
#include "scan.h"
#include <unistd.h>
static void *work(void *x) {
  optarg[0] = 'x';
  return 0;
}
int main(void) {
  pthread_t t;
  char *name = strdup("p"), *opt = strdup("-a"), *value = strdup("hello");
  char *argv[] = {name, opt, value, 0};
  getopt(3, argv, "a:");
  pthread_create(&t, 0, work, 0);
  value[0] = 'y';
  pthread_join(t, 0);
  return 0;
}
