// SCAN: race n
#include "scan.h"
int n;
static void *inner(void *x) { n++; return x; }
static void *outer(void *x) { pthread_t t; pthread_create(&t, 0, inner, 0); pthread_detach(t); return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, outer, 0); pthread_join(t, 0); n++; return 0; }
