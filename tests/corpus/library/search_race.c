// A byte in the middle of a string is changed while another thread's loop runs over it.
// OMEN: race text A:w B:r
// OMEN: twin search_ok.c
#include "../corpus.h"
char text[200];
NOINLINE unsigned hash(const char *s) {
  unsigned h = 1;
  while (*s) h = h * 31 + (unsigned char)*s++; // @B
  return h;
}
void *writer(void *p) {
  text[100] = 'b'; // @A
  return p;
}
void *reader(void *p) { return (void *)(unsigned long)hash(text + 3); }
int main(void) {
  for (int i = 0; i < 199; i++) text[i] = 'a';
  both(writer, reader);
  return 0;
}
