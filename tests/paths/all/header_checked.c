// As format/header.c, with the check after the look: right for every length.
// OMEN: file in.bin OM\x04\x00abcd
// OMEN: args in.bin
// OMEN: symbolic file:in.bin
// OMEN: verdict room MAKE USE class k-witness-harmless
// OMEN: multi room MAKE USE class k-witness-harmless
// OMEN: reveal file in.bin OM\x0c\x00abcd
#include "../../corpus/corpus.h"
char small[8], large[16];
char *volatile room = small;
static unsigned length;
void *maker(void *p) {
  room = large; // @MAKE
  return p;
}
void *user(void *p) {
  char *mine = room; // @USE
  for (unsigned i = 0; i < length && i < (mine == large ? 16 : 8); i++) mine[i] = 1;
  return p;
}
int main(int argc, char **argv) {
  unsigned char head[4];
  FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!f || fread(head, 1, 4, f) != 4 || head[0] != 'O' || head[1] != 'M') return 2;
  fclose(f);
  length = head[2] | head[3] << 8;
  both(maker, user);
  return 0;
}
