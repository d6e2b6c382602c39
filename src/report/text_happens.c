/* How a run that shows a consequence ends, for people: of a race's verdict and of an incident. See
 * text_parts.h. */
#include "report/text_parts.h"
#include <string.h>

static void crash(struct omen_text *t, const struct omen_shown_end *e) {
  char name[32];
  const char *signal = strsignal(e->status);
  omen_buf_addf(t->out, "  The program dies of signal %d (%s)", e->status, signal ? signal : "?");
  if (e->status == 11 || e->status == 7)
    omen_buf_addf(t->out, " at address 0x%llx", (unsigned long long)e->addr);
  if (e->thread >= 0) omen_buf_addf(t->out, ", in %s", omen_text_thread(e->thread, name));
  omen_buf_adds(t->out, ":\n");
  if (e->message) omen_buf_addf(t->out, "    \"%s\"\n", e->message);
  omen_text_frames(t, &e->stack);
}

/* From a thread along "waits for what X holds" until a thread comes again: that is the cycle. */
static const struct omen_hold *wait_of(const struct omen_shown_end *e, int thread) {
  for (size_t i = 0; i < e->nwaits; i++)
    if (e->waits[i].thread == thread) return &e->waits[i];
  return NULL;
}

static bool in_cycle(const struct omen_shown_end *e, int thread) {
  const struct omen_hold *w = wait_of(e, thread);
  for (size_t i = 0; w && i <= e->nwaits; i++) {
    if (w->holder == thread) return true;
    w = w->holder >= 0 ? wait_of(e, w->holder) : NULL;
  }
  return false;
}

static void cycle(struct omen_text *t, const struct omen_shown_end *e) {
  int start = -1;
  for (size_t i = 0; i < e->nwaits && start < 0; i++)
    if (in_cycle(e, e->waits[i].thread)) start = e->waits[i].thread;
  if (start < 0) return;
  omen_buf_adds(t->out, "  The cycle: ");
  int at = start;
  for (size_t i = 0; i <= e->nwaits; i++) {
    const struct omen_hold *w = wait_of(e, at);
    char name[32];
    omen_buf_addf(t->out, "%s", at ? omen_text_thread(at, name) + 7 : "main");
    if (!w || (i && at == start)) break;
    omen_buf_addf(t->out, " -> %s%s%s%s -> ", w->what, w->object ? " `" : "", w->object ? w->object : "",
                  w->object ? "`" : "");
    at = w->holder;
  }
  omen_buf_adds(t->out, "\n");
}

/* How it is known. */
static const char *endless(enum omen_endless loop) {
  switch (loop) {
  case OMEN_ENDLESS_PROVED: return " (proved: the same state comes again)";
  case OMEN_ENDLESS_REPEATS: return " (it repeats itself)";
  case OMEN_ENDLESS_LIMIT: return " (as far as it was followed)";
  default: return "";
  }
}

static void stuck(struct omen_text *t, const struct omen_shown_end *e, enum omen_endless loop) {
  bool deadlock = e->how == OMEN_END_DEADLOCK;
  if (deadlock)
    omen_buf_adds(t->out, "  No thread can go on:\n");
  else
    omen_buf_addf(t->out, "  The program goes on for ever%s:\n", endless(loop));
  if (deadlock) cycle(t, e);
  for (size_t i = 0; i < e->nwaits; i++) {
    omen_text_wait(t, &e->waits[i]);
    omen_text_holds(t, e->holds, e->nholds, e->waits[i].thread);
  }
}

bool omen_text_happens(struct omen_text *t, const struct omen_shown_end *e, enum omen_endless loop) {
  if (e->defect)
    omen_text_defect_end(t, e->defect);
  else if (e->how == OMEN_END_SIGNAL)
    crash(t, e);
  else if (e->how == OMEN_END_DEADLOCK || e->how == OMEN_END_ENDLESS)
    stuck(t, e, loop);
  else
    return false;
  return true;
}
