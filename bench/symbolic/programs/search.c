// Binary search for each byte of the text in a table.
#include "text.h"
static uint32_t work(void) {
  uint32_t table[64], sum = 0;
  for (uint32_t i = 0; i < 64; i++) table[i] = i * 4 + 1;
  for (size_t i = 0; i < length; i++) {
    uint32_t wanted = (unsigned char)text[i], low = 0, high = 64;
    while (low < high) {
      uint32_t middle = (low + high) / 2;
      if (table[middle] < wanted)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low < 64 && table[low] == wanted ? 1000 : low;
  }
  return sum;
}
