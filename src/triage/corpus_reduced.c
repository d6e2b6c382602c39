/* A shorter input for a failure that omen explore found: see corpus_parts.h. Runs without expressions say
 * whether the program fails, and not where; so what they lead to is run once more as the failing input was,
 * and counts only if it fails in the same way at the same place. If it does not, such runs alone decide. */
#include "triage/corpus_parts.h"
#include "triage/corpus_reduce.h"
#include <stdio.h>
#include <stdlib.h>

/* Questions. Of runs without expressions a thousand cost a second; of runs that do not end each costs one;
 * recorded ones some 30 ms each. */
enum { FED = 2000, FED_ENDLESS = 20, RECORDED = 60, RECORDED_ENDLESS = 3 };

struct reducing {
  struct omen_corpus_feed *feed;
  const struct omen_recording *first;
  const struct omen_corpus_input *e;
  struct omen_fed as; /* how it fails, without expressions */
  char *dir;
};

static bool fails_fed(void *arg, const struct omen_inputs *in) {
  struct reducing *r = arg;
  struct omen_fed f;
  return omen_corpus_feed_one(r->feed, in, &f) && f.end == r->as.end && f.status == r->as.status &&
         !f.defects == !r->as.defects;
}
/* Runs it recorded: the recording is in `dir` then, and the result the caller's. */
static bool fails_recorded(struct reducing *r, const struct omen_inputs *in, struct omen_result *result) {
  struct omen_recording rec;
  struct omen_derivation d = {
      .base = r->first, .inputs = in, .seconds = OMEN_CORPUS_RUN_SECONDS, .no_watch = true};
  omen_rmtree(r->dir);
  if (omen_derive_by(&d, r->dir, &rec, NULL)) return false;
  omen_recording_release(&rec);
  if (omen_corpus_result_read(result, r->dir)) return false;
  if (omen_corpus_result_failure(&result->outcome) == r->e->failure) return true;
  omen_result_release(result);
  return false;
}
static bool fails_alike(void *arg, const struct omen_inputs *in) {
  struct omen_result result = {0};
  bool alike = fails_recorded(arg, in, &result);
  if (alike) omen_result_release(&result);
  return alike;
}
/* The shorter one, with its run in `dir`. */
static bool find(struct reducing *r, struct omen_inputs *out, struct omen_result *result) {
  const struct omen_inputs *in = r->e->inputs;
  bool endless = r->e->result.outcome.end == OMEN_END_ENDLESS;
  bool fed = omen_corpus_feed_one(r->feed, in, &r->as) && omen_fed_bad(&r->as) &&
             omen_reduce(in, endless ? FED_ENDLESS : FED, fails_fed, r, out);
  if (fed && fails_recorded(r, out, result)) return true;
  if (fed) omen_inputs_release(out);
  if (!omen_reduce(in, endless ? RECORDED_ENDLESS : RECORDED, fails_alike, r, out)) return false;
  if (fails_recorded(r, out, result)) return true;
  omen_inputs_release(out);
  return false;
}
static void put(const struct reducing *r, const struct omen_corpus *x,
                const struct omen_corpus_input *shorter, const char *folder) {
  char *to = omen_format("%s/reduced", folder), *recording = omen_format("%s/recording", to);
  if (omen_corpus_add(to, x->base, shorter, NULL) || rename(r->dir, recording)) omen_rmtree(to);
  free(to);
  free(recording);
}
void omen_corpus_reduce(const struct omen_corpus *x, struct omen_corpus_feed *feed,
                        const struct omen_recording *first, struct omen_corpus_input *e, const char *folder) {
  struct reducing r = {.feed = feed, .first = first, .e = e, .dir = omen_format("%s/work/reduced", x->dir)};
  struct omen_inputs in;
  struct omen_corpus_input shorter = {.number = e->number,
                                      .parent = e->number,
                                      .why = "made shorter",
                                      .inputs = &in,
                                      .confirmed = -1,
                                      .bad = true,
                                      .failure = e->failure};
  e->bytes = omen_reduce_bytes(e->inputs);
  if (first->dir && find(&r, &in, &shorter.result)) {
    e->reduced_bytes = omen_reduce_bytes(&in);
    e->reduced = true;
    put(&r, x, &shorter, folder);
    omen_inputs_release(&in);
    omen_result_release(&shorter.result);
  }
  omen_rmtree(r.dir);
  free(r.dir);
}
