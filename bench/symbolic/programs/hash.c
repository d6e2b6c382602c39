// FNV and a CRC by table of the text; one decision at the end.
#include "text.h"
static uint32_t table[256];
static uint32_t work(void) {
  uint32_t fnv = 2166136261u, crc = ~0u;
  if (!table[1])
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
      table[i] = c;
    }
  for (size_t i = 0; i < length; i++) {
    fnv = (fnv ^ (unsigned char)text[i]) * 16777619u;
    crc = table[(crc ^ (unsigned char)text[i]) & 255] ^ crc >> 8;
  }
  return (fnv & 15) == 7 ? crc : crc ^ fnv;
}
