// Many races on one variable: all of them are reported, not the first only.
// OMEN: race x A:w B:r
// OMEN: race x A:w C:w
// OMEN: race x B:r C:w
// OMEN: race x A:w D:r
// OMEN: race x C:w D:r
// OMEN: twin three_threads_ok.c
#include "../corpus.h"
int x;
void *t1(void *p) {
  x = 1; // @A
  return p;
}
void *t2(void *p) { return (void *)(long)x; } // @B
void *t3(void *p) {
  x = 2; // @C
  return p;
}
void *t4(void *p) { return (void *)(long)x; } // @D
int main(void) {
  body *f[4] = {t1, t2, t3, t4};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) t[i] = start(f[i], NULL);
  for (int i = 0; i < 4; i++) finish(t[i]);
  return 0;
}
