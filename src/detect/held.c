/* Locks held by threads: see held.h. */
#include "detect/held.h"
#include <stdlib.h>
#include <string.h>

void omen_held_release(struct omen_held *h) {
  omen_locksets_release(&h->sets);
  free(h->set);
  h->set = NULL;
}

void omen_held_grow(struct omen_held *h, uint32_t threads) {
  if (threads <= h->threads) return;
  uint32_t n = threads * 2;
  h->set = omen_xrealloc(h->set, n * sizeof *h->set);
  memset(h->set + h->threads, 0, (n - h->threads) * sizeof *h->set);
  h->threads = n;
}

void omen_held_reset(struct omen_held *h) {
  if (h->threads) memset(h->set, 0, h->threads * sizeof *h->set);
}
