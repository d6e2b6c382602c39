// Each thread has a part of its own, with a pointer of its own. The last letter that was put anywhere is remembered by
// all and read by nobody.
// OMEN: no-incident
// OMEN: verdict last PUT PUT class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
char buffer[6];
volatile char last;
void *fill(void *arg) {
  char *end = (char *)arg + 3;
  for (char *at = arg; at < end; at++) {
    *at = 'x';
    last = *at; // @PUT
  }
  return arg;
}
int main(void) {
  pthread_t a = start(fill, buffer), b = start(fill, buffer + 3);
  finish(a);
  finish(b);
  return 0;
}
