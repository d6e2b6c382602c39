// Two threads write one mapped page.
// OMEN: race * A:w A:w
// OMEN: twin mmap_reuse_ok.c
#include "../corpus.h"
#include <sys/mman.h>
long *page;
NOINLINE void set(long *q) { *q = 1; } // @A
void *worker(void *p) {
  set(page + 100);
  return p;
}
int main(void) {
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MUST(page != MAP_FAILED);
  both(worker, worker);
  return page[100] != 1;
}
