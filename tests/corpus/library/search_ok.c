// Two threads' loops run over two strings that lie side by side, up to and including the byte that ends each.
// OMEN: none
#include "../corpus.h"
char text[200];
NOINLINE unsigned hash(const char *s) {
  unsigned h = 1;
  while (*s) h = h * 31 + (unsigned char)*s++;
  return h;
}
void *first(void *p) {
  text[50] = 'b';
  text[100] = 0;
  return (void *)(unsigned long)hash(text + 3);
}
void *second(void *p) {
  text[101] = 'b';
  text[150] = 'c';
  return (void *)(unsigned long)hash(text + 101);
}
int main(void) {
  for (int i = 0; i < 199; i++) text[i] = 'a';
  text[100] = 0;
  both(first, second);
  return 0;
}
