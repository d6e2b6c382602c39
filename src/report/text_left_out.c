/* What was asked of the run, in the text: at the top what was left out (`--without`), and at the end what
 * that showed. */
#include "record/outcome.h"
#include "report/text_parts.h"

static void lines(struct omen_text *t) {
  for (char **w = t->r->without; *w; w++) omen_buf_addf(t->out, "%s%s", w == t->r->without ? "" : ", ", *w);
}

void omen_text_left_out(struct omen_text *t) {
  const struct omen_report *r = t->r;
  if (!r->without) return;
  omen_buf_adds(t->out, "WITHOUT ");
  lines(t);
  omen_buf_adds(t->out, ": what synchronises there was left out, ");
  if (r->left_out)
    omen_buf_addf(t->out, "%llu time%s.\n", (unsigned long long)r->left_out, r->left_out == 1 ? "" : "s");
  else
    omen_buf_adds(t->out, "but the run never came there.\n");
}

void omen_text_needed(struct omen_text *t, size_t shown) {
  const struct omen_report *r = t->r;
  if (!r->without || !r->left_out) return;
  size_t bad = 0, judged = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    bad += r->races[i].verdict.consequence != OMEN_CONSEQUENCE_NONE;
    judged += r->races[i].verdict.class != OMEN_CLASS_NONE;
  }
  omen_buf_adds(t->out, "omen: without ");
  lines(t);
  if (!r->nraces)
    omen_buf_adds(t->out, ", no race was seen\n");
  else if (!shown && !judged)
    omen_buf_adds(t->out, ", there are races, but each is ordered by another\n");
  else if (bad)
    omen_buf_addf(t->out, ", %zu of the races %s harmful: it is needed, if they are not there with it\n", bad,
                  bad == 1 ? "is" : "are");
  else if (judged)
    omen_buf_adds(t->out, ", there are races, but none is harmful as far as tried\n");
  else
    omen_buf_adds(t->out, ", there are races; 'omen classify' says what they can do\n");
}
