// SCAN: race sum
#include "scan.h"
static tss_t key; int sum;
static void leave(void *p) { sum += *(int *)p; }
static int work(void *a) { tss_set(key, a); return 0; }
int main(void) { thrd_t t, u; int one = 1, two = 2; tss_create(&key, leave); thrd_create(&t, work, &one); thrd_create(&u, work, &two); thrd_join(t, 0); thrd_join(u, 0); return 0; }
