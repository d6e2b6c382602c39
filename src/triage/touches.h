/* A recording run once more with all memory watched: every access and every block that is given out. */
#ifndef OMEN_TRIAGE_TOUCHES_H
#define OMEN_TRIAGE_TOUCHES_H
#include "report/resolve.h"
#include "trace/event.h"

struct omen_touches {
  uint64_t most; /* records that are looked at */
  void (*begin)(void *with, const struct omen_resolver *v);
  void (*take)(void *with, const struct omen_resolver *v, const struct omen_rawev *e);
  void *with;
  bool cut; /* there were more */
};
int omen_touches_read(struct omen_touches *t, const struct omen_recording *r, struct omen_err *err);
#endif
