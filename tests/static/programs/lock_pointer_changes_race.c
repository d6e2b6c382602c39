// SCAN: race n
#include "scan.h"
static pthread_mutex_t a_ = PTHREAD_MUTEX_INITIALIZER, b_ = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *volatile cur = &a_;
int n;
static void *work(void *x) { pthread_mutex_t *m = cur; pthread_mutex_lock(m); cur = &b_; n++; pthread_mutex_unlock(m); return x; }
int main(void) { return two_threads(work, work); }
