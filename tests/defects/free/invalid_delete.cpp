// delete of a member of an object.
// OMEN: defect invalid-free
#include "../defects.h"
struct holder {
  long first = 1;
  long second = 2;
};
int main() {
  holder *h = new holder;
  long *p = bad ? &h->second : new long(2);
  delete p; // @BAD
  printf("%ld\n", h->first);
  if (!bad) delete h;
  return 0;
}
