// Unaligned reads of which all but the last byte have been read before; the other thread writes just that byte.
// OMEN: race a2 A:r E:w
// OMEN: race a4 B:r F:w
// OMEN: race a8 C:r G:w
// OMEN: race a16 D:r H:w
// OMEN: twin unaligned_last_byte_ok.c
#include "../corpus.h"
_Alignas(16) unsigned char a2[64], a4[64], a8[64], a16[64];
unsigned seen;
#define GET(name, type)                                                                                      \
  NOINLINE unsigned name(const unsigned char *p) {                                                           \
    type v;                                                                                                  \
    memcpy(&v, p, sizeof v);                                                                                 \
    return (unsigned)v;                                                                                      \
  }
GET(get2, uint16_t)           // @A
GET(get4, uint32_t)           // @B
GET(get8, uint64_t)           // @C
GET(get16, unsigned __int128) // @D
void *first(void *p) {
  seen += get2(a2) + get2(a2 + 2) + get2(a2 + 3);
  seen += get4(a4) + get4(a4 + 4) + get4(a4 + 5);
  seen += get8(a8) + get8(a8 + 4) + get8(a8 + 5);
  seen += get16(a16) + get16(a16 + 4) + get16(a16 + 5);
  return p;
}
void *second(void *p) {
  a2[4] = 1;  // @E
  a4[8] = 1;  // @F
  a8[12] = 1; // @G
  a16[20] = 1; // @H
  return p;
}
int main(void) {
  both(first, second);
  return seen == 12345; /* whatever the order */
}
