// An atomic counter behind the last one.
// OMEN: defect out-of-bounds write heap
#include "../defects.h"
#include <stdatomic.h>
int main(void) {
  atomic_int *hits = calloc(5, sizeof *hits);
  atomic_fetch_add(&hits[4 + bad], 1); // @BAD
  printf("%d\n", atomic_load(&hits[0]));
  free(hits);
  return 0;
}
