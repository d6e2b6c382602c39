// Greatest common divisors of neighbouring pairs of bytes.
#include "text.h"
static uint32_t work(void) {
  uint32_t sum = 0;
  for (size_t i = 0; i + 3 < length; i += 2) {
    uint32_t a = (unsigned char)text[i] * 256u + (unsigned char)text[i + 1];
    uint32_t b = (unsigned char)text[i + 2] * 256u + (unsigned char)text[i + 3];
    while (b) {
      uint32_t r = a % b;
      a = b;
      b = r;
    }
    sum = sum * 3 + a;
  }
  return sum;
}
