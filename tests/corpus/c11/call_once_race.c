// C11 call_once, which only one of the readers calls.
// OMEN: race table A:w B:r
// OMEN: tsan-blind
// OMEN: twin call_once_ok.c
#include "../corpus.h"
#include <threads.h>
int table;
once_flag once = ONCE_FLAG_INIT;
void init(void) { table = 5; } // @A
int careful(void *p) {
  call_once(&once, init);
  return table;
}
int careless(void *p) {
  return table; // @B
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, careful, NULL);
  thrd_create(&b, careless, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
