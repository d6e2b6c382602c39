// A loop runs over a string in which another thread changes a byte: what it finds depends on who is first.
// OMEN: verdict text A B class output-differs consequence output
#include "../../corpus/corpus.h"
char text[200];
unsigned long sum;
NOINLINE unsigned long hash(const char *s) {
  unsigned long h = 1;
  while (*s) h = h * 31 + (unsigned char)*s++; // @B
  return h;
}
void *writer(void *p) {
  text[100] = 'b'; // @A
  return p;
}
void *reader(void *p) {
  sum = hash(text + 3);
  return p;
}
int main(void) {
  for (int i = 0; i < 199; i++) text[i] = 'a';
  both(writer, reader);
  printf("%lx\n", sum);
  return 0;
}
