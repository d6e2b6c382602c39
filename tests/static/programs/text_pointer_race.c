// SCAN: race v
#include "scan.h"
struct n { long v; };
static struct n a; static char text[32];
static void *one(void *x) { ((struct n *)strtoul(text, 0, 16))->v++; return x; }
static void *two(void *x) { a.v++; return x; }
int main(void) { snprintf(text, sizeof text, "%lx", (unsigned long)&a); return two_threads(one, two); }
