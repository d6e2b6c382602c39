// SCAN: race value
#include "scan.h"
#include <stdlib.h>
#include <string.h>
struct item { int value; };
struct __attribute__((packed)) parcel { int kind; struct item *it; char rest[5]; };
static char mail[64];
static void *work(void *a) {
  struct parcel p;
  (void)a;
  memcpy(&p, mail + 3, sizeof p);
  p.it->value++;
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  struct parcel p = {1, it, ""};
  memcpy(mail + 3, &p, sizeof p);
  pthread_create(&t, 0, work, 0);
  it->value++;
  pthread_join(t, 0);
  return 0;
}
