// SCAN: race n
#include "scan.h"
int n;
static void undo(void *p) { ++*(int *)p; }
static void *work(void *x) { pthread_cleanup_push(undo, &n); pthread_exit(0); pthread_cleanup_pop(0); return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); n++; pthread_join(t, 0); return 0; }
