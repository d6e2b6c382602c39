/* See assumption.h. */
#include "triage/assumption.h"
#include "build/sites.h"
#include <stdlib.h>
#include <string.h>

/* Of a value that was not followed the site says by whom: "lost:strptime". */
static void name_place(const char *dir, const struct omen_sym_assumption *a, bool lost,
                       struct omen_buf *out) {
  struct omen_sites sites;
  const struct omen_site *s = NULL;
  const char *what = a->why && *a->why ? a->why : "a value";
  char *path = omen_format("%s/program.sites", dir);
  bool read = !omen_sites_read(&sites, path, NULL);
  if (read && a->site < sites.n) s = &sites.sites[a->site];
  const char *colon = s && s->kind ? strchr(s->kind, ':') : NULL;
  omen_buf_adds(out, lost && colon ? colon + 1 : what);
  if (s && s->line) omen_buf_addf(out, " at %s:%u", s->file, s->line);
  if (read) omen_sites_release(&sites);
  free(path);
}

char *omen_assumption_line(const char *dir, const struct omen_sym_assumption *a) {
  struct omen_buf out = {0};
  bool length = a->why && !strncmp(a->why, "the length of ", 14);
  bool lost = a->kind == OMEN_SYM_LOST_STEP && !length;
  if (lost) omen_buf_adds(&out, "not followed: ");
  if (a->kind == OMEN_SYM_PIN_STEP || length) omen_buf_adds(&out, "assumed: ");
  name_place(dir, a, lost, &out);
  if (length) omen_buf_adds(&out, " is the same");
  return out.data;
}
