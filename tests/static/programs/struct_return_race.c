// SCAN: race v
#include "scan.h"
struct big { int *p; long pad[6]; };
static int v;
static struct big make(void) { struct big b = {&v, {0}}; return b; }
static struct { struct big b; } keep;
static void *work(void *x) { struct big b = keep.b; ++*b.p; return x; }
int main(void) { pthread_t t; keep.b = make(); pthread_create(&t, 0, work, 0); v++; pthread_join(t, 0); return 0; }
