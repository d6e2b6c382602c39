// SCAN: race counter
// The constructor of a static throws, and what follows is done without the guard.
#include "scan.h"
static int counter;
struct bad { bad(int n) { if (n) throw n; } };
static void *work(void *) { try { static bad b(1); } catch (int) { counter++; } return 0; }
TWO_THREADS(work, work)
