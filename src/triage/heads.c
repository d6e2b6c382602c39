/* See heads.h. */
#include "triage/heads.h"
#include "static/run_scan.h"
#include "triage/touches.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* RECORDS of the run that are looked at: what comes later counts as not reached. CASE: of a way, with the
 * case of a switch above it. */
enum { RECORDS = 1000000, CASE = 2 };

/* ---- what the run reached ---- */

struct reached {
  struct omen_table sites; /* number * 2 + writes */
  struct omen_buf lines;
};

static void nothing_yet(void *with, const struct omen_resolver *v) {}

static void reach(void *with, const struct omen_resolver *v, const struct omen_rawev *e) {
  struct reached *r = with;
  if (!omen_kind_is_access(e->kind)) return;
  bool writes = omen_kind_writes(e->kind);
  if (omen_table_count(&r->sites, (uint64_t)e->site * 2 + writes) > 1) return;
  const struct omen_site *s = omen_resolve_site(v, e->site);
  if (!s || strpbrk(s->file, "\t\n")) return;
  if (writes && s->pair >= 0) omen_buf_addf(&r->lines, "%s\t%u\t0\n", omen_base_name(s->file), s->line);
  omen_buf_addf(&r->lines, "%s\t%u\t%d\n", omen_base_name(s->file), s->line, writes);
}

/* Into a file of that name. */
static int write_reached(const struct omen_recording *r, const char *path, struct omen_err *err) {
  struct reached reached = {0};
  struct omen_touches t = {.most = RECORDS, .begin = nothing_yet, .take = reach, .with = &reached};
  int bad = omen_touches_read(&t, r, err);
  if (!bad) bad = omen_file_write(path, reached.lines.data ? reached.lines.data : "", reached.lines.len, err);
  omen_table_release(&reached.sites);
  omen_buf_release(&reached.lines);
  return bad;
}

/* ---- the ways from there ---- */

static uint64_t hash_way(const char *file, unsigned long line, unsigned long column, uint64_t way) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (const char *s = omen_base_name(file); *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
  h = (h ^ line << 20 ^ column) * UINT64_C(0x9e3779b97f4a7c15);
  return (h ^ h >> 32 ^ way) * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

/* file, line, column, way, distance */
static void read_way(struct omen_heads *h, char *line) {
  char *field[5] = {line};
  for (int i = 1; i < 5; i++) {
    char *tab = strchr(field[i - 1], '\t');
    if (!tab) return;
    *tab = 0;
    field[i] = tab + 1;
  }
  uint64_t way = *field[3] == '=' ? CASE + strtoull(field[3] + 1, NULL, 10) : strtoull(field[3], NULL, 10);
  unsigned long far = strtoul(field[4], NULL, 10);
  uint64_t near = 255 - (far < 254 ? far : 254);
  uint64_t *slot = omen_table_at(
      &h->ways, hash_way(field[0], strtoul(field[1], NULL, 10), strtoul(field[2], NULL, 10), way));
  if (near > *slot) *slot = near;
}

static int find_ways(struct omen_heads *h, const char *program, const char *reached, struct omen_err *err) {
  struct omen_scan_request q = {.program = program, .reached = reached};
  struct omen_buf text = {0};
  char *notes = NULL;
  int bad = omen_scan_run(&q, &text, &notes, err);
  for (char *line = text.data, *end; !bad && line && (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    read_way(h, line);
  }
  free(notes);
  omen_buf_release(&text);
  return bad ? -1 : 0;
}

int omen_heads_find(struct omen_heads *h, const struct omen_recording *r, const char *dir,
                    const struct omen_outcome *first, struct omen_err *err) {
  char *scratch = omen_format("%s/reached", dir);
  int bad = write_reached(r, scratch, err) || find_ways(h, r->manifest.program, scratch, err);
  unlink(scratch);
  free(scratch);
  if (!bad) omen_coverage_places(&h->code, dir, first);
  return bad ? -1 : 0;
}

uint8_t omen_heads_nearness(void *heads, uint32_t site, uint64_t constant, bool taken) {
  const struct omen_heads *h = heads;
  const struct omen_site *s = h->ways.n ? omen_coverage_at(&h->code, site) : NULL;
  if (!s || !s->line) return 0;
  const uint64_t *near = NULL;
  if (constant && taken)
    near = omen_table_find(&h->ways, hash_way(s->file, s->line, s->column, CASE + constant - 1));
  if (!near) near = omen_table_find(&h->ways, hash_way(s->file, s->line, s->column, taken));
  return near ? (uint8_t)*near : 0;
}

void omen_heads_release(struct omen_heads *h) {
  omen_table_release(&h->ways);
  omen_coverage_release(&h->code);
}
