// SCAN: race hits
#include "scan.h"
#include <stddef.h>
#include <stdlib.h>
struct link { struct link *next; };
struct item { int hits; struct link link; };
static struct link head;
static void *work(void *a) {
  (void)a;
  for (struct link *l = head.next; l; l = l->next)
    ((struct item *)((char *)l - offsetof(struct item, link)))->hits++;
  return 0;
}
int main(void) {
  pthread_t t;
  struct item *it = calloc(1, sizeof *it);
  it->link.next = 0;
  head.next = &it->link;
  pthread_create(&t, 0, work, 0);
  it->hits++;
  pthread_join(t, 0);
  return 0;
}
