// SCAN: race word
#include "scan.h"
#include <stdlib.h>
static char word[] = "WORD=a";
static void *work(void *a) {
  char *s = getenv(a);
  if (s) s[0]++;
  return 0;
}
int main(void) {
  pthread_t t;
  putenv(word);
  pthread_create(&t, 0, work, "WORD");
  word[5]++;
  pthread_join(t, 0);
  return 0;
}
