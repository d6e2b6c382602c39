// memset of a struct with a field that must not be 0.
// OMEN: defect invariant write
// OMEN: options --invariant 'config.version == 3'
#include "../defects.h"
struct {
  long sizes[10];
  short version;
} config = {{0}, 3};
int main(void) {
  memset(&config, 0, bad ? sizeof config : sizeof config.sizes); // @BAD
  config.version = 3;
  printf("%d\n", config.version);
  return 0;
}
