// Insertion sort of the text's bytes, up to 256 of them.
#include "text.h"
static uint32_t work(void) {
  unsigned char list[256];
  unsigned n = length < 256 ? (unsigned)length : 256;
  for (unsigned i = 0; i < n; i++) {
    unsigned char v = (unsigned char)text[i];
    unsigned k = i;
    for (; k && list[k - 1] > v; k--) list[k] = list[k - 1];
    list[k] = v;
  }
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i++) sum = sum * 31 + list[i];
  return sum;
}
