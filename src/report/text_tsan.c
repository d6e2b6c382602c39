/* A race as ThreadSanitizer prints it, line by line, so that what reads its logs reads ours: see
 * text_parts.h. What Omen knows beyond that stands above it. In this block nothing else may stand, since
 * readers take stacks for consecutive lines. The second access comes first, and the earlier one is the
 * "previous" one.
 *
 * Process and threads have the numbers of the recorded run, not the kernel's: the process is 1 and thread Tn
 * is n + 1, so that the same run has the same text. */
#include "report/text_parts.h"
#include <ctype.h>
#include <string.h>

static const char *module_name(const struct omen_text *t, const char *module) {
  bool main = !strcmp(module, "program") && t->r->argv && t->r->argv[0];
  return main ? omen_base_name(t->r->argv[0]) : module;
}

static void frames(struct omen_text *t, const struct omen_stack *s) {
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    const char *file = f->path ? f->path : f->file;
    omen_buf_addf(t->out, "    #%zu %s %s", i, f->function, file ? file : "<null>");
    if (file && f->line) omen_buf_addf(t->out, ":%d", f->line);
    if (file && f->line && f->column) omen_buf_addf(t->out, ":%d", f->column);
    if (f->module)
      omen_buf_addf(t->out, " (%s+0x%llx)", module_name(t, f->module), (unsigned long long)f->offset);
    omen_buf_adds(t->out, "\n");
  }
  if (!s->n) omen_buf_adds(t->out, "    [failed to restore the stack]\n");
}

static const char *thread_name(int id, char out[32]) {
  if (id == 0) return "main thread";
  if (id < 0) return "unknown thread";
  snprintf(out, 32, "thread T%d", id);
  return out;
}

/* ---- the locks, numbered as they come ---- */

struct locks {
  const struct omen_lock *v[2 * OMEN_LOCKS_SHOWN];
  size_t n;
};

static size_t number_of(struct locks *all, const struct omen_lock *l) {
  for (size_t i = 0; i < all->n; i++)
    if (all->v[i]->addr == l->addr) return i;
  all->v[all->n] = l;
  return all->n++;
}

static void access_block(struct omen_text *t, const struct omen_race *r, int which, struct locks *all) {
  const struct omen_access *a = &r->access[which];
  uint64_t addr = a->addr ? a->addr : r->location.addr;
  char name[32], words[40];
  snprintf(words, sizeof words, "%s%s%s", which ? "" : "previous ", a->atomic ? "atomic " : "",
           a->write ? "write" : "read");
  words[0] = (char)toupper((unsigned char)words[0]);
  omen_buf_addf(t->out, "  %s of size %llu at 0x%llx by %s", words, (unsigned long long)a->size,
                (unsigned long long)addr, thread_name(a->known ? a->thread : -1, name));
  for (size_t i = 0; i < a->nlocks; i++)
    omen_buf_addf(t->out, "%s%s M%zu", i ? ", " : " (mutexes: ", a->locks[i].read ? "read" : "write",
                  number_of(all, &a->locks[i]));
  omen_buf_addf(t->out, "%s:\n", a->nlocks ? ")" : "");
  frames(t, &a->stack);
  omen_buf_adds(t->out, "\n");
}

static void location(struct omen_text *t, const struct omen_location *l) {
  const struct omen_variable *v = &l->variable;
  char name[32];
  if (l->place == OMEN_PLACE_GLOBAL) {
    omen_buf_addf(t->out, "  Location is global '%s%s%s'", v->scope ? v->scope : "", v->scope ? "." : "",
                  v->name ? v->name : l->name);
    if (v->size) omen_buf_addf(t->out, " of size %llu", (unsigned long long)v->size);
    omen_buf_addf(t->out, " at 0x%llx\n\n", (unsigned long long)(v->addr ? v->addr : l->addr));
  } else if (l->place == OMEN_PLACE_STACK) {
    omen_buf_addf(t->out, "  Location is stack of %s.\n\n", thread_name(l->thread, name));
  } else if (l->block_size) {
    omen_buf_addf(t->out, "  Location is heap block of size %llu at 0x%llx allocated by %s:\n",
                  (unsigned long long)l->block_size, (unsigned long long)l->block,
                  thread_name(l->thread, name));
    frames(t, &l->allocated);
    omen_buf_adds(t->out, "\n");
  }
}

/* ThreadSanitizer says where a lock was made, which is not known here: its name is. */
static void mutexes(struct omen_text *t, const struct locks *all) {
  for (size_t i = 0; i < all->n; i++)
    omen_buf_addf(t->out, "  Mutex M%zu (0x%llx) is '%s'\n\n", i, (unsigned long long)all->v[i]->addr,
                  all->v[i]->name);
}

static void thread_block(struct omen_text *t, const struct omen_report *home, int id) {
  const struct omen_report_thread *th = omen_report_thread(home, id);
  char parent[32];
  if (!th || id <= 0) return;
  omen_buf_addf(t->out, "  Thread T%d (tid=%d, %s) created by %s at:\n", id, id + 1,
                th->state && !strcmp(th->state, "done") ? "finished" : "running",
                thread_name(th->parent, parent));
  frames(t, &th->created);
  omen_buf_adds(t->out, "\n");
}

/* The innermost frame whose place is known. */
static void summary(struct omen_text *t, const struct omen_race *r) {
  const struct omen_access *a = &r->access[1];
  const struct omen_frame *f = NULL;
  for (size_t i = 0; i < a->stack.n && !f; i++)
    if (a->stack.frames[i].file) f = &a->stack.frames[i];
  omen_buf_adds(t->out, "SUMMARY: ThreadSanitizer: data race");
  if (f) omen_buf_addf(t->out, " %s:%d", f->path ? f->path : f->file, f->line);
  if (f && f->column) omen_buf_addf(t->out, ":%d", f->column);
  if (f || a->function) omen_buf_addf(t->out, " in %s", f ? f->function : a->function);
  omen_buf_adds(t->out, "\n" OMEN_TEXT_RULE);
}

void omen_text_tsan(struct omen_text *t, const struct omen_race *r) {
  const struct omen_report *home = r->home ? r->home : t->r;
  struct locks all = {.n = 0};
  omen_buf_addf(t->out, "%sWARNING: ThreadSanitizer: data race (pid=1)%s\n", omen_text_ink(t, OMEN_INK_WARN),
                omen_text_ink(t, OMEN_INK_PLAIN));
  access_block(t, r, 1, &all);
  access_block(t, r, 0, &all);
  location(t, &r->location);
  mutexes(t, &all);
  thread_block(t, home, r->access[1].thread);
  if (r->access[0].thread != r->access[1].thread) thread_block(t, home, r->access[0].thread);
  summary(t, r);
}
