/* What was held at the accesses: see locks.h. The names belong to the report's pool, as all of it. */
#include "report/locks.h"
#include "report/shape.h"

_Static_assert(sizeof((struct omen_shape_mark *)0)->locks / sizeof(uint64_t) == OMEN_LOCKS_SHOWN,
               "as many locks as the log's reader keeps");

void omen_locks_find(struct omen_report *out, struct omen_resolver *v, const char *dir) {
  struct omen_shape s;
  if (!out->nraces) return;
  omen_shape_marks(&s, out, dir);
  for (size_t i = 0; i < s.nmarks; i++) {
    const struct omen_shape_mark *m = &s.marks[i];
    struct omen_access *a = &out->races[m->race].access[m->access];
    for (a->nlocks = 0; a->nlocks < m->nlocks; a->nlocks++)
      a->locks[a->nlocks] = (struct omen_lock){omen_resolve_object(v, m->locks[a->nlocks]),
                                               m->locks[a->nlocks], m->read[a->nlocks]};
  }
  omen_shape_release(&s);
}
