// A four-byte load at an odd address, whose last byte lies behind the block.
// OMEN: defect out-of-bounds read heap
#include "../defects.h"
struct __attribute__((packed)) field {
  uint32_t v;
};
static char *packet;
int main(void) {
  packet = memset(malloc(13), 1, 13);
  struct field *f = (struct field *)(packet + 9 + bad);
  uint32_t v = f->v; // @BAD
  printf("%d\n", v == 0x01010101 || bad);
  free(packet);
  return 0;
}
