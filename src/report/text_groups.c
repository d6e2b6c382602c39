/* What one change would mend, told as one: see text_parts.h. */
#include "report/group_keys.h"
#include "report/text_parts.h"
#include <stdlib.h>
#include <string.h>

enum { OTHERS = 8 }; /* races of a group that get a line; `--all` shows each in full */

/* "from->f0: T1 writes a.c:10, T2 reads a.c:113; k-witness-harmless  [race 2c800cc57317]" */
void omen_text_brief(struct omen_text *t, const struct omen_race *r) {
  const struct omen_verdict *v = &r->verdict;
  omen_buf_addf(t->out, "    `%s`:", r->location.name);
  for (int side = 0; side < 2; side++) {
    const struct omen_access *a = &r->access[side];
    char name[32];
    if (!a->known) continue;
    omen_buf_addf(t->out, "%s %s %s", side ? "," : "",
                  a->thread ? omen_text_thread(a->thread, name) + 7 : "main", a->write ? "writes" : "reads");
    struct omen_where at = omen_group_place(a);
    if (at.file) omen_buf_addf(t->out, " %s:%d", omen_base_name(at.file), at.line);
  }
  if (v->not_judged || v->class)
    omen_buf_addf(t->out, "; %s",
                  v->not_judged                          ? "not judged"
                  : v->class == OMEN_CLASS_SPEC_VIOLATED ? omen_consequence_word(v->consequence)
                                                         : omen_class_word(v->class));
  omen_buf_addf(t->out, "  [race %s]\n", r->id);
}

void omen_text_group(struct omen_text *t, const struct omen_group *g, size_t shown) {
  char *classes = omen_group_classes(t->r, g);
  size_t told = 0;
  omen_buf_addf(t->out, "%sONE MISTAKE, %zu RACES%s  [group %s]\n", omen_text_ink(t, OMEN_INK_WARN), g->n,
                omen_text_ink(t, OMEN_INK_PLAIN), g->id);
  omen_buf_addf(t->out, "  %c%s.\n", g->what[0] >= 'a' && g->what[0] <= 'z' ? g->what[0] - 32 : g->what[0],
                g->what + 1);
  omen_buf_addf(t->out, "  %s. One stands below; %s:\n", classes, g->n == 2 ? "the other" : "the others");
  for (size_t i = 0; i < g->n && told < OTHERS; i++) {
    if (g->race[i] == shown) continue;
    omen_text_brief(t, &t->r->races[g->race[i]]);
    told++;
  }
  if (g->n - 1 > told)
    omen_buf_addf(t->out, "    and %zu more (--all shows each in full, the JSON report has them)\n",
                  g->n - 1 - told);
  free(classes);
}
