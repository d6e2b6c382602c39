// A picture's width and height are checked apart, and multiplied by a depth that the other thread corrects.
// OMEN: file a.pic P\x04\x03
// OMEN: symbolic file:a.pic
// OMEN: verdict depth CORRECT USE class k-witness-harmless
// OMEN: multi depth CORRECT USE class spec-violated consequence overflow
// OMEN: reveal file a.pic P\x0c\x0c
// OMEN: input 144 >= files["a.pic"][1] * files["a.pic"][2] > 36
#include "../../corpus/corpus.h"
volatile unsigned depth = 4;
static unsigned width, height;
static char *pixels;
void *corrector(void *p) {
  depth = 1; // @CORRECT
  return p;
}
void *painter(void *p) {
  unsigned bytes = depth; // @USE
  pixels = malloc(144);
  if (width && height) pixels[width * height * bytes - 1] = 1;
  return p;
}
int main(void) {
  uint8_t head[3];
  FILE *f = fopen("a.pic", "rb");
  if (!f || fread(head, 1, 3, f) != 3 || head[0] != 'P') return 2;
  fclose(f);
  width = head[1];
  height = head[2];
  if (width > 12 || height > 12) return 2;
  both(corrector, painter);
  free(pixels);
  return 0;
}
