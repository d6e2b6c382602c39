/* Coverage of the runs of omen explore. Blocks are numbered over the modules in the order in which these
 * announced themselves, shared libraries first; their places are the sites of kind "block", in that order. */
#include "triage/corpus.h"
#include <stdlib.h>
#include <string.h>

uint32_t omen_coverage_add(struct omen_coverage *c, const struct omen_sym_trace *t) {
  if (!c->blocks && t->n_blocks) {
    c->blocks = t->n_blocks;
    c->count = omen_xcalloc(c->blocks, sizeof *c->count);
    c->place = omen_xcalloc(c->blocks, sizeof *c->place);
  }
  uint32_t fresh = 0;
  for (uint32_t i = 0; i < c->blocks; i++)
    if (omen_sym_block_covered(t, i)) fresh += !c->count[i]++;
  c->reached += fresh;
  return fresh;
}

static void add_module(struct omen_coverage *c, const char *path, uint64_t base, uint32_t *at) {
  OMEN_GROW(c->modules, c->nmodules, c->cmodules);
  struct omen_cover_module *m = &c->modules[c->nmodules];
  *m = (struct omen_cover_module){.base = base};
  if (omen_sites_read(&m->sites, path, NULL)) return;
  c->nmodules++;
  for (size_t i = 0; i < m->sites.n; i++) {
    const struct omen_site *s = &m->sites.sites[i];
    if (strcmp(s->kind, "block")) continue;
    if (*at < c->blocks && s->line && *s->file)
      c->place[*at] = (struct omen_cover_line){.file = s->file, .line = s->line};
    (*at)++;
  }
}
void omen_coverage_places(struct omen_coverage *c, const char *dir, const struct omen_outcome *o) {
  uint32_t at = 0;
  for (size_t i = 0; i < o->nmodules; i++) {
    char *path = omen_format("%s/lib/%s.sites", dir, omen_base_name(o->modules[i].path));
    add_module(c, path, o->modules[i].start, &at);
    free(path);
  }
  char *path = omen_format("%s/program.sites", dir);
  add_module(c, path, 0, &at);
  free(path);
  if (at != c->blocks && c->blocks) /* another count: then which is which is not known */
    memset(c->place, 0, c->blocks * sizeof *c->place);
}
static bool is_system(const char *file) { return !strncmp(file, "/usr/", 5); }
/* Of "function:file:line:column;...", innermost first, the first that is not the system's. */
static char *caller(const char *inlined) {
  while (*inlined) {
    size_t n = strcspn(inlined, ";");
    char *one = omen_xstrndup(inlined, n), *file = strchr(one, ':'), *column = strrchr(one, ':');
    if (file && column > file && !is_system(file + 1)) {
      char *place = omen_xstrndup(file + 1, (size_t)(column - file - 1));
      free(one);
      return place;
    }
    free(one);
    inlined += n + (inlined[n] == ';');
  }
  return NULL;
}
const struct omen_site *omen_coverage_at(const struct omen_coverage *c, uint32_t site) {
  for (size_t i = 0; i < c->nmodules; i++) {
    const struct omen_cover_module *m = &c->modules[i];
    if (site >= m->base && site - m->base < m->sites.n) return &m->sites.sites[site - m->base];
  }
  return NULL;
}
char *omen_coverage_site(const struct omen_coverage *c, uint32_t site) {
  const struct omen_site *s = omen_coverage_at(c, site);
  char *place = s && is_system(s->file) ? caller(s->inlined) : NULL;
  return place ? place : s && s->line ? omen_format("%s:%u", s->file, s->line) : NULL;
}

static int by_line(const void *pa, const void *pb) {
  const struct omen_cover_line *a = pa, *b = pb;
  int order = strcmp(a->file, b->file);
  return order ? order : a->line < b->line ? -1 : a->line > b->line;
}
/* Lines from blocks: one was reached as often as the block on it that was reached most often. */
static struct omen_cover_line *lines_of(const struct omen_coverage *c, uint32_t *n) {
  struct omen_cover_line *list = omen_xcalloc((size_t)c->blocks + 1, sizeof *list);
  uint32_t all = 0, kept = 0;
  for (uint32_t i = 0; i < c->blocks; i++) {
    if (!c->place[i].file) continue;
    list[all] = c->place[i];
    list[all++].count = c->count[i];
  }
  qsort(list, all, sizeof *list, by_line);
  for (uint32_t i = 0; i < all; i++)
    if (kept && !by_line(&list[kept - 1], &list[i])) {
      if (list[i].count > list[kept - 1].count) list[kept - 1].count = list[i].count;
    } else
      list[kept++] = list[i];
  *n = kept;
  return list;
}
void omen_coverage_lines(const struct omen_coverage *c, uint32_t *lines, uint32_t *reached,
                         struct omen_buf *lcov) {
  struct omen_cover_line *list = lines_of(c, lines);
  *reached = 0;
  for (uint32_t i = 0, first = 0, hit = 0; i < *lines; i++) {
    bool begins = !i || strcmp(list[i].file, list[i - 1].file);
    bool ends = i + 1 == *lines || strcmp(list[i].file, list[i + 1].file);
    if (begins) {
      omen_buf_addf(lcov, "TN:\nSF:%s\n", list[i].file);
      first = i, hit = 0;
    }
    omen_buf_addf(lcov, "DA:%u,%u\n", list[i].line, list[i].count);
    hit += list[i].count != 0;
    *reached += list[i].count != 0;
    if (ends) omen_buf_addf(lcov, "LF:%u\nLH:%u\nend_of_record\n", i + 1 - first, hit);
  }
  free(list);
}
void omen_coverage_release(struct omen_coverage *c) {
  for (size_t i = 0; i < c->nmodules; i++) omen_sites_release(&c->modules[i].sites);
  free(c->modules);
  free(c->place);
  free(c->count);
  memset(c, 0, sizeof *c);
}
