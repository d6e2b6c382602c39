// A static member of a class.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
struct registry {
  static int *slots[4];
  NOINLINE static void put(int i, int *p) {
    slots[i] = p; // @BAD
  }
};
int *registry::slots[4];
int main() {
  int x = 0;
  registry::put(3 + bad, &x);
  printf("%d\n", registry::slots[0] == nullptr);
  return 0;
}
