// SCAN: race n
#include "scan.h"
int n;
static void *work(void *x) { n++; return x; }
static void stop(pthread_t *t, int k) { for (int i = 1; i < k; i++) pthread_join(t[i], 0); }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, 0); stop(t, 3); n++; return 0; }
