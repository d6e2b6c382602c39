// The argument is an index into the file's bytes, whose number the other thread corrects.
// OMEN: args 2
// OMEN: file data.bin \x06abcdef
// OMEN: symbolic argv file:data.bin
// OMEN: verdict limit CORRECT CHECK class k-witness-harmless
// OMEN: multi limit CORRECT CHECK class spec-violated consequence overflow
// OMEN: reveal args 9
// OMEN: input atoi(args[0]) >= 6
#include "../../corpus/corpus.h"
volatile unsigned limit = 64;
static unsigned place, size;
static char *data;
void *corrector(void *p) {
  limit = size; // @CORRECT
  return p;
}
void *reader(void *p) {
  unsigned most = limit; // @CHECK
  data = calloc(6, 1);
  if (place < most) data[place] = 1;
  return p;
}
int main(int argc, char **argv) {
  FILE *f = fopen("data.bin", "rb");
  int c = f ? getc(f) : EOF;
  if (argc < 2 || c == EOF) return 2;
  fclose(f);
  size = (unsigned)c > 6 ? 6 : (unsigned)c;
  place = (unsigned)atoi(argv[1]);
  both(corrector, reader);
  free(data);
  return 0;
}
