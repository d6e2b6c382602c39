/* Noting defects: see defect.h. */
#include "runtime/defect.h"
#include "runtime/end.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/outcome_write.h"

#define DEFECTS OMEN_KNOWN_DEFECTS /* noted in one run; what comes after is counted */
static uint64_t names[DEFECTS];
static uint32_t noted;
static uint64_t again, dropped;

static const char *const words[] = {
#define X(symbol, word, consequence, what) word,
#include "record/defects.def"
};

static bool among(const uint64_t *list, uint32_t n, uint64_t name) {
  for (uint32_t i = 0; i < n; i++)
    if (list[i] == name) return true;
  return false;
}

static void print_by(void (*line)(uint64_t, int, const uint64_t *, int), const struct omrt_by *by) {
  if (!by->n) return;
  omrt_ended_named(by->thread);
  line(noted, by->thread, by->pcs, by->n);
}

static void print(const struct omrt_defect *d, const uint64_t *pcs, int n) {
  omrt_ended_named(d->by.n ? d->by.thread : omrt_cur->id);
  omrt_line_defect(noted, words[d->kind], d->by.n ? d->by.thread : omrt_cur->id, d->site, d->addr, d->len,
                   d->op ? d->op : '-', d->place ? d->place : "-", d->base, d->size, pcs, n);
  print_by(omrt_line_made, &d->made);
  print_by(omrt_line_gone, &d->gone);
  if (d->more) d->more(noted, d->arg);
  if (d->says) omrt_line_says(noted, d->says);
}

void omrt_defect(const struct omrt_defect *d) {
  if (!omrt_on) return;
  uint64_t pcs[24];
  int n = d->by.n < 24 ? d->by.n : 24;
  for (int i = 0; i < n; i++) pcs[i] = d->by.pcs[i];
  if (!n) n = omrt_backtrace(d->frame, pcs, 24);
  uint64_t name = omen_defect_name(d->kind, d->base, pcs, (uint64_t)n);
  bool all = omrt_config->nknown < OMEN_KNOWN_DEFECTS; /* else nobody knows which the recorded run had */
  bool news = omrt_mode.live && all && !among(omrt_config->known, omrt_config->nknown, name);
  if (among(names, noted, name)) {
    again++;
    return;
  }
  if (noted == DEFECTS && !news) {
    dropped++;
    return;
  }
  print(d, pcs, n);
  if (omrt_config->flags & OMEN_FLAG_GDB) omrt_gdb_stop(OMRT_GDB_DEFECT + (int)d->kind);
  if (news) omrt_end_defect();
  names[noted++] = name;
}

__attribute__((noinline)) void omrt_gdb_stop(int which) { __asm__ volatile("" : : "r"(which) : "memory"); }

uint32_t omrt_defect_count(void) { return noted; }

void omrt_defect_report(void) {
  omrt_line_counter("defects", noted);
  omrt_line_counter("defects_repeated", again);
  omrt_line_counter("defects_dropped", dropped);
}
