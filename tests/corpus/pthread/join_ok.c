// Main reads after it joined.
// OMEN: none
#include "../corpus.h"
int x;
void *writer(void *p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t t = start(writer, NULL);
  finish(t);
  int seen = x;
  return seen > 1;
}
