// SCAN: race v
#include "scan.h"
struct n { int v; uintptr_t link; };
static struct n a, b;
static void *one(void *x) { struct n *o = (struct n *)(a.link ^ (uintptr_t)&a); o->v++; return x; }
static void *two(void *x) { b.v++; return x; }
int main(void) { a.link = (uintptr_t)&a ^ (uintptr_t)&b; return two_threads(one, two); }
