/* The sites file: from table, instructions and candidates.
 *
 * Nothing here is believed of an instruction that its bytes do not say, but for what the table alone knows:
 * whether it is atomic, and whether the program as written makes it. */
#include "field/ship.h"
#include "build/watch_table.h"
#include "field/decode.h"
#include <stdlib.h>
#include <string.h>

struct module {
  struct omen_image image;
  struct omen_watch_table table;
  struct omen_decoded *decoded; /* one for each entry of the table */
  uint32_t *site;               /* of each entry: its number + 1; 0: none yet */
};
struct ship {
  struct module *modules;
  size_t n;
  struct omen_buf module_rows, site_rows, candidate_rows, reference_rows, strings;
  uint32_t sites, references, candidates;
  struct omen_ship_count *count;
};

static uint32_t add_string(struct ship *s, const char *text) {
  uint32_t at = (uint32_t)s->strings.len;
  omen_buf_add(&s->strings, text, strlen(text) + 1);
  return at;
}

/* --- one instruction, several entries --- */

/* Entries of an instruction stand beside each other. It is atomic when one of them is; it is not watched when
 * one of them is a load that the program as written may not make. */
static void join_entries(struct ship *s, struct module *m) {
  const struct omen_watch_entry *e = m->table.entries;
  for (size_t i = 0, end; i < m->table.n; i = end) {
    unsigned kind = 0;
    for (end = i; end < m->table.n && e[end].address == e[i].address; end++) kind |= e[end].kind;
    for (size_t k = i; k < end; k++) {
      struct omen_decoded *d = &m->decoded[k];
      if (kind & OMEN_WATCH_ATOMIC) d->site.kind |= OMEN_SITE_ATOMIC;
      if (d->why || !(kind & OMEN_WATCH_SPECULATED)) continue;
      d->why = OMEN_DOUBTFUL;
      s->count->doubtful++;
    }
  }
}

/* --- modules --- */

static void count_instructions(struct ship *s, const struct module *m) {
  s->count->accesses += m->table.n;
  for (size_t i = 0; i < m->table.n; i++) {
    s->count->instructions += !m->decoded[i].why;
    s->count->refused[m->decoded[i].why]++;
  }
}

static int load_module(struct ship *s, struct module *m, const char *path, struct omen_err *err) {
  if (omen_image_read(path, &m->image, err)) return -1;
  if (m->image.is_static)
    return omen_fail(err, "%s: a static program: the client cannot be loaded into it; link it dynamically",
                     path);
  if (!m->image.table.len)
    return omen_fail(err, "%s has no table of its accesses: build it with 'omen cc' (not with -flto)", path);
  omen_watch_table_read(&m->image, &m->table);
  if (omen_decode(&m->image, &m->table, &m->decoded, err)) return -1;
  m->site = omen_xcalloc(m->table.n + 1, sizeof *m->site);
  join_entries(s, m);
  count_instructions(s, m);
  struct omen_sites_module row = {.text_hash = omen_text_hash(m->image.text.data, m->image.text.len),
                                  .text_address = m->image.text_address,
                                  .text_size = m->image.text.len,
                                  .name = add_string(s, omen_base_name(path)),
                                  .build_id_size = (uint32_t)m->image.build_id_size};
  if (m == s->modules) s->count->code = row.text_hash;
  memcpy(row.build_id, m->image.build_id, sizeof row.build_id);
  omen_buf_add(&s->module_rows, &row, sizeof row);
  return 0;
}

/* --- candidates --- */

static uint32_t hash_name(const char *name) {
  uint32_t h = 2166136261u;
  for (; *name; name++) h = (h ^ (uint8_t)*name) * 16777619u;
  return h;
}

/* The compiler was given the file by this name, or by the end of it. */
static bool names_file(const char *name, uint32_t hash) {
  for (; name; name = strchr(name, '/') ? strchr(name, '/') + 1 : NULL)
    if (hash_name(name) == hash) return true;
  return false;
}

/* How much must agree. A read that is done by the same instruction as a write has often lost its own entry.
 */
enum strictness { BY_KIND, BY_COLUMN, BY_LINE, STRICTNESSES };

static bool stands_at(const struct omen_watch_entry *e, const struct omen_field_place *p,
                      enum strictness how) {
  bool kind = (p->writes && (e->kind & OMEN_WATCH_WRITE)) || (p->reads && (e->kind & OMEN_WATCH_READ));
  if (e->line != p->line || (how == BY_KIND && !kind)) return false;
  if (how != BY_LINE && p->column && e->column != p->column) return false;
  return names_file(p->file, e->file_hash) || (p->path && names_file(p->path, e->file_hash));
}

static uint32_t site_of(struct ship *s, size_t module, size_t k, const struct omen_field_place *p) {
  struct module *m = &s->modules[module];
  const struct omen_watch_entry *e = &m->table.entries[k];
  if (m->site[k]) return m->site[k] - 1;
  struct omen_sites_site row = m->decoded[k].site;
  row.module = (uint32_t)module;
  row.line = e->line;
  row.column = e->column;
  row.file = add_string(s, p->file);
  omen_buf_add(&s->site_rows, &row, sizeof row);
  for (size_t i = 0; i < m->table.n; i++)
    if (m->table.entries[i].address == row.address) m->site[i] = s->sites + 1;
  return s->sites++;
}

static bool fits(const struct omen_sites_site *site, const struct omen_field_place *p) {
  return (p->writes && (site->kind & OMEN_SITE_WRITES)) || (p->reads && (site->kind & OMEN_SITE_READS));
}

struct found {
  uint32_t first, count;
  bool spins, plain; /* plain: some instruction is not atomic */
};

static void refer(struct ship *s, struct found *f, uint32_t site) {
  const uint32_t *rows = (const uint32_t *)s->reference_rows.data;
  for (uint32_t i = f->first; i < f->first + f->count; i++)
    if (rows[i] == site) return;
  omen_buf_add(&s->reference_rows, &site, sizeof site);
  f->count++;
  s->references++;
}

static void find_in(struct ship *s, size_t module, const struct omen_field_place *p, enum strictness how,
                    struct found *f) {
  struct module *m = &s->modules[module];
  for (size_t i = 0; i < m->table.n; i++) {
    const struct omen_watch_entry *e = &m->table.entries[i];
    if (!stands_at(e, p, how)) continue;
    f->spins |= (e->kind & OMEN_WATCH_SPIN) != 0;
    if ((e->kind & OMEN_WATCH_SPIN) || m->decoded[i].why || !fits(&m->decoded[i].site, p)) continue;
    f->plain |= !(m->decoded[i].site.kind & OMEN_SITE_ATOMIC);
    refer(s, f, site_of(s, module, i, p));
  }
}

static struct found find_place(struct ship *s, const struct omen_field_place *p) {
  struct found f = {.first = s->references};
  for (enum strictness how = BY_KIND; how < STRICTNESSES && !f.count && !f.spins; how++)
    for (size_t m = 0; m < s->n; m++) find_in(s, m, p, how, &f);
  return f;
}

static uint32_t place_string(struct ship *s, const struct omen_field_place *p) {
  char *text = omen_format("%s:%u", p->file, p->line);
  uint32_t at = add_string(s, text);
  free(text);
  return at;
}

static const char *why_not(const struct found *f, bool both, bool plain) {
  if (both) return plain ? NULL : "both accesses are atomic";
  return f[0].spins || f[1].spins ? "a loop waits for the other access"
                                  : "an access was merged or folded away";
}

static void add_candidate(struct ship *s, struct omen_field_candidate *c) {
  struct omen_sites_candidate row = {.location = add_string(s, c->location ? c->location : "?")};
  memcpy(row.id, c->id, sizeof row.id);
  struct found f[2];
  for (int i = 0; i < 2; i++) {
    f[i] = find_place(s, &c->place[i]);
    row.first[i] = f[i].first;
    row.count[i] = f[i].count;
    row.place[i] = place_string(s, &c->place[i]);
  }
  bool both = f[0].count && f[1].count, plain = f[0].plain || f[1].plain;
  c->unwatched = why_not(f, both, plain);
  s->count->candidates++;
  s->count->watched += both && plain;
  s->count->atomic += both && !plain;
  s->count->spins += !both && (f[0].spins || f[1].spins);
  s->count->lost += !both && !f[0].spins && !f[1].spins;
  if (both && !plain) row.count[0] = row.count[1] = 0;
  omen_buf_add(&s->candidate_rows, &row, sizeof row);
  s->candidates++;
}

/* --- the file --- */

static int write_file(struct ship *s, const char *path, struct omen_err *err) {
  struct omen_sites_header h = {.version = OMEN_SITES_VERSION,
                                .modules = (uint32_t)s->n,
                                .sites = s->sites,
                                .candidates = s->candidates,
                                .references = s->references,
                                .strings = (uint32_t)s->strings.len};
  memcpy(h.magic, OMEN_SITES_MAGIC, sizeof h.magic);
  struct omen_buf all = {0};
  omen_buf_add(&all, &h, sizeof h);
  const struct omen_buf *parts[] = {&s->module_rows, &s->site_rows, &s->candidate_rows, &s->reference_rows,
                                    &s->strings};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (parts[i]->len) omen_buf_add(&all, parts[i]->data, parts[i]->len);
  struct omen_sites_header *head = (struct omen_sites_header *)(void *)all.data;
  head->sum = omen_sites_sum(all.data, all.len);
  int status = omen_file_write(path, all.data, all.len, err);
  omen_buf_release(&all);
  return status;
}

static void release(struct ship *s) {
  for (size_t i = 0; i < s->n; i++) {
    omen_image_release(&s->modules[i].image);
    omen_watch_table_release(&s->modules[i].table);
    free(s->modules[i].decoded);
    free(s->modules[i].site);
  }
  free(s->modules);
  struct omen_buf *parts[] = {&s->module_rows, &s->site_rows, &s->candidate_rows, &s->reference_rows,
                              &s->strings};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) omen_buf_release(parts[i]);
}

int omen_ship_sites(const char *const *modules, size_t n, struct omen_field_candidates *c, const char *sites,
                    struct omen_ship_count *count, struct omen_err *err) {
  struct ship s = {.modules = omen_xcalloc(n, sizeof *s.modules), .n = n, .count = count};
  *count = (struct omen_ship_count){0};
  int status = 0;
  for (size_t i = 0; !status && i < n; i++) status = load_module(&s, &s.modules[i], modules[i], err);
  for (size_t i = 0; !status && i < c->n; i++) add_candidate(&s, &c->v[i]);
  if (!status) status = write_file(&s, sites, err);
  release(&s);
  return status;
}
