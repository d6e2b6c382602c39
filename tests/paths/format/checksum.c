// A block counts only with the right sum of its bytes; then its flag decides whether the hook is called.
// OMEN: file block.bin \x10\x20\x00\x30
// OMEN: symbolic file:block.bin
// OMEN: verdict hook SET CALL class k-witness-harmless
// OMEN: multi hook SET CALL class spec-violated consequence crash
// OMEN: reveal file block.bin \x10\x20\x01\x31
// OMEN: input files["block.bin"][2] & 1 and sum(files["block.bin"][:3]) % 256 == files["block.bin"][3]
#include "../../corpus/corpus.h"
#include <fcntl.h>
#include <unistd.h>
static void called(void) { puts("called"); }
void (*volatile hook)(void);
static unsigned flags;
void *setter(void *p) {
  hook = called; // @SET
  return p;
}
void *caller(void *p) {
  void (*mine)(void) = hook; // @CALL
  if (flags & 1) mine();
  return p;
}
int main(void) {
  uint8_t block[4], sum = 0;
  int fd = open("block.bin", O_RDONLY);
  if (fd < 0 || read(fd, block, 4) != 4) return 2;
  close(fd);
  for (int i = 0; i < 3; i++) sum = (uint8_t)(sum + block[i]);
  if (sum == block[3]) flags = block[2];
  both(setter, caller);
  return 0;
}
