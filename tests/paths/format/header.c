// A file with a magic word and a length: more than eight need the room that the other thread makes.
// OMEN: file in.bin OM\x04\x00abcd
// OMEN: args in.bin
// OMEN: symbolic file:in.bin
// OMEN: verdict room MAKE USE class k-witness-harmless
// OMEN: multi room MAKE USE class spec-violated consequence overflow
// OMEN: reveal file in.bin OM\x0c\x00abcd
// OMEN: input files["in.bin"][:2] == b"OM" and 8 < files["in.bin"][2] <= 16 and files["in.bin"][3] == 0
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
  for (unsigned i = 0; i < length; i++) mine[i] = 1;
  return p;
}
int main(int argc, char **argv) {
  unsigned char head[4];
  FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!f || fread(head, 1, 4, f) != 4 || head[0] != 'O' || head[1] != 'M') return 2;
  fclose(f);
  length = head[2] | head[3] << 8;
  if (length > 16) return 2;
  both(maker, user);
  return 0;
}
