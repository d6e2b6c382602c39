/* From numbers to names: see resolve.h. */
#include "report/resolve.h"
#include "report/stacks.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FRAMES 4096 /* in one stack of stacks.raw: more is damage */

/* ---- reading ---- */

static int read_sites(struct omen_resolver *v, const char *path, uint32_t base, struct omen_err *err) {
  if (!omen_file_exists(path)) return 0;
  struct omen_site_module *m = &v->modules[v->nmodules];
  *m = (struct omen_site_module){.base = base};
  if (omen_sites_read(&m->sites, path, err)) return -1;
  m->count = (uint32_t)m->sites.n;
  v->nmodules++;
  return 0;
}

static int read_all_sites(struct omen_resolver *v, const struct omen_recording *r, struct omen_err *err) {
  v->modules = omen_xcalloc(v->outcome->nmodules + 1, sizeof *v->modules);
  char *path = omen_format("%s/program.sites", r->dir);
  int result = read_sites(v, path, 0, err);
  free(path);
  for (size_t i = 0; !result && i < v->outcome->nmodules; i++) {
    const struct omen_out_map *m = &v->outcome->modules[i];
    path = omen_format("%s/lib/%s.sites", r->dir, omen_base_name(m->path));
    result = read_sites(v, path, (uint32_t)m->start, err);
    free(path);
  }
  return result;
}

static int read_stacks(struct omen_resolver *v, const struct omen_recording *r, struct omen_err *err) {
  char *path = omen_format("%s/stacks.raw", r->dir);
  int result = 0;
  if (omen_file_exists(path)) result = omen_file_read(path, &v->raw_stacks, err);
  size_t at = 0;
  while (!result && at + 8 <= v->raw_stacks.len) {
    uint64_t count;
    memcpy(&count, v->raw_stacks.data + at, 8);
    if (count > MAX_FRAMES || at + 8 + count * 8 > v->raw_stacks.len) {
      result = omen_fail(err, "%s: damaged at byte %zu", path, at);
      break;
    }
    OMEN_GROW(v->stack_at, v->nstacks, v->cstacks);
    v->stack_at[v->nstacks++] = at;
    at += 8 + count * 8;
  }
  free(path);
  return result;
}

static bool is_in(const char *file, const char *folder) {
  size_t n = strlen(folder);
  return !strncmp(file, folder, n) && file[n] == '/';
}

/* Of a recording that was moved into a folder of its former name, explorations have files in both: those of
 * the inner one are where they are. */
static bool is_here(const struct omen_recording *r, const char *file) {
  char *here = realpath(r->dir, NULL);
  bool yes = here && is_in(file, here);
  free(here);
  return yes;
}

/* A file of the recording itself is looked for where the recording is now. */
static void add_map(struct omen_resolver *v, const struct omen_recording *r, const struct omen_out_map *m) {
  size_t n = strlen(r->manifest.recording);
  const char *file = m->path;
  char *moved = NULL;
  if (is_in(file, r->manifest.recording) && !is_here(r, file))
    moved = omen_format("%s%s", r->dir, file + n);
  else if (!strcmp(file, r->manifest.program))
    moved = omen_format("%s/program", r->dir);
  omen_symbols_add(v->symbols, moved ? moved : file, m->start, m->end, m->offset);
  free(moved);
}

int omen_resolver_init(struct omen_resolver *v, const struct omen_recording *r, const struct omen_outcome *o,
                       struct omen_pool *pool, struct omen_err *err) {
  *v = (struct omen_resolver){
      .pool = pool, .outcome = o, .symbols = omen_symbols_new(pool), .stack_limit = r->manifest.stack_limit};
  for (size_t i = 0; i < o->nmaps; i++) add_map(v, r, &o->maps[i]);
  if (read_all_sites(v, r, err) || read_stacks(v, r, err)) return omen_resolver_release(v), -1;
  return 0;
}

void omen_resolver_release(struct omen_resolver *v) {
  omen_symbols_free(v->symbols);
  for (size_t i = 0; i < v->nmodules; i++) omen_sites_release(&v->modules[i].sites);
  free(v->modules);
  free(v->stack_at);
  omen_buf_release(&v->raw_stacks);
  *v = (struct omen_resolver){0};
}

/* ---- stacks ---- */

struct omen_stack omen_resolve_pcs(struct omen_resolver *v, const struct omen_pcs *pcs) {
  struct omen_stack s = {0};
  size_t cap = 0;
  for (size_t i = 0; i < pcs->n; i++)
    omen_symbols_frames(v->symbols, pcs->pc[i], true, &s.frames, &s.n, &cap);
  omen_stacks_trim(s.frames, &s.n);
  return s;
}

struct omen_stack omen_resolve_fault(struct omen_resolver *v, uint64_t pc, const struct omen_pcs *handler) {
  struct omen_stack s = {0}, below = {0};
  size_t cap = 0, below_cap = 0;
  if (pc) omen_symbols_frames(v->symbols, pc, false, &s.frames, &s.n, &cap);
  for (size_t i = 0; i < handler->n; i++)
    omen_symbols_frames(v->symbols, handler->pc[i], true, &below.frames, &below.n, &below_cap);
  for (size_t i = omen_stacks_handler(below.frames, below.n); i < below.n; i++) {
    OMEN_GROW(s.frames, s.n, cap);
    s.frames[s.n++] = below.frames[i];
  }
  free(below.frames);
  omen_stacks_trim(s.frames, &s.n);
  return s;
}

struct omen_stack omen_resolve_stack(struct omen_resolver *v, uint32_t number) {
  if (!number || number > v->nstacks) return (struct omen_stack){0};
  const char *at = v->raw_stacks.data + v->stack_at[number - 1];
  uint64_t count;
  memcpy(&count, at, 8);
  struct omen_pcs pcs = {omen_xmalloc(count * 8), count};
  memcpy(pcs.pc, at + 8, count * 8);
  struct omen_stack s = omen_resolve_pcs(v, &pcs);
  free(pcs.pc);
  return s;
}

/* ---- accesses ---- */

const struct omen_site *omen_resolve_site(const struct omen_resolver *v, uint32_t site) {
  for (size_t i = 0; i < v->nmodules; i++) {
    const struct omen_site_module *m = &v->modules[i];
    if (site >= m->base && site - m->base < m->count) return &m->sites.sites[site - m->base];
  }
  return NULL;
}

static const char *some(struct omen_pool *pool, const char *s) {
  return s && *s ? omen_pool_str(pool, s) : NULL;
}

static bool same_function(const struct omen_frame *f, const struct omen_access *a,
                          const struct omen_site *s) {
  if (a->function && !strcmp(f->function, a->function)) return true;
  return s->function && !strcmp(f->function, s->function);
}

/* The site knows better than the PC where the access stands: a check may have been moved or merged. */
static void top_from_site(struct omen_access *a, const struct omen_site *s) {
  struct omen_stack *st = &a->stack;
  if (!st->n) {
    st->frames = omen_xcalloc(1, sizeof *st->frames);
    st->frames[st->n++] = (struct omen_frame){.function = a->function ? a->function : "(unnamed)"};
  } else if (!same_function(&st->frames[0], a, s)) {
    return;
  }
  struct omen_frame *top = &st->frames[0];
  if (!a->file) return;
  if (top->path && !strcmp(top->path, a->file))
    a->file = top->file; /* the shorter way to say it */
  else
    top->path = a->file;
  a->path = top->path;
  top->file = a->file;
  top->line = a->line;
  top->column = a->column;
}

void omen_resolve_access(struct omen_resolver *v, struct omen_access *a, uint32_t site, uint32_t stack) {
  a->known = true;
  a->site = site;
  a->stack = omen_resolve_stack(v, stack);
  omen_resolve_site_place(v, a, site);
}

void omen_resolve_site_place(struct omen_resolver *v, struct omen_access *a, uint32_t site) {
  const struct omen_site *s = omen_resolve_site(v, site);
  if (s) {
    a->function = some(v->pool, s->function);
    char *file = omen_symbols_clean(s->file ? s->file : "");
    a->file = a->path = some(v->pool, file);
    free(file);
    a->line = (int)s->line;
    a->column = (int)s->column;
    a->pruned = s->pruned;
    a->text = some(v->pool, s->text);
    a->whole = s->size;
    top_from_site(a, s);
  }
  if (a->file || !a->stack.n) return;
  const struct omen_frame *top = &a->stack.frames[0];
  a->function = top->function;
  a->file = top->file;
  a->path = top->path;
  a->line = top->line;
  a->column = top->column;
}

/* ---- memory ---- */

static const struct omen_out_alloc *find_block(const struct omen_outcome *o, uint64_t addr) {
  const struct omen_out_alloc *last = NULL; /* of several over time, the latest */
  for (size_t i = 0; i < o->nallocs; i++)
    if (addr >= o->allocs[i].addr && addr - o->allocs[i].addr < o->allocs[i].size) last = &o->allocs[i];
  return last;
}

/* Threads that came one after the other may have had the same stack: of those, one that made an access. */
static int find_stack(const struct omen_resolver *v, uint64_t addr, const struct omen_access *a,
                      const struct omen_access *b) {
  int found = -1;
  for (size_t i = 0; i < v->outcome->nstacks; i++) {
    const struct omen_out_stack *s = &v->outcome->stacks[i];
    uint64_t lo = s->lo ? s->lo : s->hi - v->stack_limit;
    if (addr < lo || addr >= s->hi) continue;
    bool involved = (a && a->thread == s->id) || (b && b->thread == s->id);
    if (found < 0 || involved) found = s->id;
  }
  return found;
}

/* Memory without a name is called by the expression that reached it. Of two, the one that begins where the
 * race does: a copy of a structure, or neighbours that the compiler reads at once, are named by what comes
 * first in them; then one with a member, which says most. */
static const char *by_expression(uint64_t addr, const struct omen_access *a, const struct omen_access *b) {
  const char *x = a ? a->text : NULL, *y = b ? b->text : NULL;
  if (!x || !y) return x ? x : y;
  if ((a->addr == addr) != (b->addr == addr)) return a->addr == addr ? x : y;
  return !strpbrk(x, ".>[") && strpbrk(y, ".>[") ? y : x;
}

void omen_resolve_location(struct omen_resolver *v, struct omen_location *l, uint64_t addr, uint64_t size,
                           const struct omen_access *a, const struct omen_access *b) {
  *l = (struct omen_location){.addr = addr, .size = size, .thread = -1};
  if (omen_symbols_variable(v->symbols, addr, &l->variable)) {
    l->place = OMEN_PLACE_GLOBAL;
    l->name = l->variable.path;
    l->shape = l->variable.shape;
    /* A mere symbol may be the compiler's: a block that is allocated once becomes `pointer.body`. */
    const char *text = l->variable.part_size ? NULL : by_expression(addr, a, b);
    if (text) l->name = text;
    return;
  }
  const struct omen_out_alloc *block = find_block(v->outcome, addr);
  int owner = block ? -1 : find_stack(v, addr, a, b);
  l->place = owner >= 0 ? OMEN_PLACE_STACK : OMEN_PLACE_HEAP;
  const char *text = by_expression(addr, a, b);
  l->name = text ? text : "(unnamed)";
  l->shape = ""; /* the accesses' expressions are in the id anyway */
  if (block) {
    l->block = block->addr;
    l->block_size = block->size;
    l->thread = block->thread;
    l->allocated = omen_resolve_pcs(v, &block->pcs);
  } else {
    l->thread = owner;
  }
}

const char *omen_resolve_object(struct omen_resolver *v, uint64_t addr) {
  struct omen_variable var;
  if (!addr) return NULL;
  if (omen_symbols_variable(v->symbols, addr, &var)) return var.path;
  const struct omen_out_alloc *block = find_block(v->outcome, addr);
  if (block && addr == block->addr)
    return omen_pool_fmt(v->pool, "the heap block 0x%llx", (unsigned long long)addr);
  if (block)
    return omen_pool_fmt(v->pool, "0x%llx in the heap block 0x%llx", (unsigned long long)addr,
                         (unsigned long long)block->addr);
  return omen_pool_fmt(v->pool, "0x%llx", (unsigned long long)addr);
}

/* Explorations have objects of the runtime's own in the place of descriptors: their addresses tell nothing.
 */
const char *omen_resolve_waited(struct omen_resolver *v, const char *what, uint64_t object) {
  enum { DESCRIPTORS = 1 << 20 };
  if (!what || strcmp(what, "descriptor")) return omen_resolve_object(v, object); /* NULL: it goes round */
  return object && object < DESCRIPTORS ? omen_pool_fmt(v->pool, "%llu", (unsigned long long)object) : NULL;
}

struct omen_hold *omen_resolve_holds(struct omen_resolver *v, const struct omen_out_wait *w, size_t n) {
  struct omen_hold *h = omen_xcalloc(n + 1, sizeof *h);
  for (size_t i = 0; i < n; i++)
    h[i] = (struct omen_hold){.thread = w[i].id,
                              .holder = w[i].holder,
                              .what = omen_pool_str(v->pool, w[i].what),
                              .object = omen_resolve_waited(v, w[i].what, w[i].addr),
                              .stack = omen_resolve_pcs(v, &w[i].pcs)};
  return h;
}
