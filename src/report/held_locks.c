/* What was held at the accesses: see held_locks.h. The names belong to the report's pool, as all of it. */
#include "report/held_locks.h"
#include "report/timeline.h"

_Static_assert(sizeof((struct omen_timeline_mark *)0)->locks / sizeof(uint64_t) == OMEN_LOCKS_SHOWN,
               "as many locks as the log's reader keeps");

void omen_held_locks_find(struct omen_report *out, struct omen_resolver *v, const char *dir) {
  struct omen_timeline s;
  if (!out->nraces) return;
  omen_timeline_marks(&s, out, dir);
  for (size_t i = 0; i < s.nmarks; i++) {
    const struct omen_timeline_mark *m = &s.marks[i];
    struct omen_access *a = &out->races[m->race].access[m->access];
    for (a->nlocks = 0; a->nlocks < m->nlocks; a->nlocks++)
      a->locks[a->nlocks] = (struct omen_lock){omen_resolve_object(v, m->locks[a->nlocks]),
                                               m->locks[a->nlocks], m->read[a->nlocks]};
  }
  omen_timeline_release(&s);
}
