// SCAN: race n
#include "scan.h"
#include <ucontext.h>
int n;
static ucontext_t back, there;
static char stack[65536];
static void body(int k) { n += k; }
static void *work(void *x) { n++; return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); getcontext(&there); there.uc_stack.ss_sp = stack; there.uc_stack.ss_size = sizeof stack; there.uc_link = &back; makecontext(&there, (void (*)(void))body, 1, 5); swapcontext(&back, &there); pthread_join(t, 0); return 0; }
