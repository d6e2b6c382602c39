// The number chooses a bit; for one of them the other thread's function is called, or nothing.
// OMEN: args 1
// OMEN: symbolic argv
// OMEN: verdict hook SET CALL class k-witness-harmless
// OMEN: multi hook SET CALL class spec-violated consequence crash
// OMEN: reveal args 5
// OMEN: input atoi(args[0]) % 32 == 5
#include "../../corpus/corpus.h"
static void called(void) { puts("called"); }
void (*volatile hook)(void);
static unsigned n;
void *setter(void *p) {
  hook = called; // @SET
  return p;
}
void *caller(void *p) {
  void (*mine)(void) = hook; // @CALL
  if (1u << (n & 31) & 0x20) mine();
  return p;
}
int main(int argc, char **argv) {
  n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
  both(setter, caller);
  return 0;
}
