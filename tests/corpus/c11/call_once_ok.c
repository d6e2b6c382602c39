// C11 call_once, called by every reader.
// OMEN: none
#include "../corpus.h"
#include <threads.h>
int table;
once_flag once = ONCE_FLAG_INIT;
void init(void) { table = 5; }
int careful(void *p) {
  call_once(&once, init);
  return table;
}
int careless(void *p) {
  call_once(&once, init);
  return table;
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, careful, NULL);
  thrd_create(&b, careless, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
