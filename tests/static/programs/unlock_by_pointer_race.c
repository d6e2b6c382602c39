// SCAN: race n
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int (*give)(pthread_mutex_t *) = pthread_mutex_unlock;
int n;
static void *work(void *x) { pthread_mutex_lock(&m); give(&m); n++; return x; }
int main(void) { return two_threads(work, work); }
