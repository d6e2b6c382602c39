/* Runs of omen explore without expressions: inputs that comparisons ask for (symbolic/wishes.h), other
 * lengths, and mutations of inputs that brought something new, by the hundred, in forks of one process
 * (explore/feeder.h). What reaches a block that nobody did, or fails in a new way, is handed back: its
 * expressions are worth a look. Everything follows from the inputs and the order of calls, and from no clock.
 */
#ifndef OMEN_TRIAGE_CORPUS_FEED_H
#define OMEN_TRIAGE_CORPUS_FEED_H
#include "explore/feeder.h"
#include "symbolic/trace.h"

struct omen_corpus_feed;
/* NULL: such runs cannot be had here. `dir`: see omen_feeder_open. */
struct omen_corpus_feed *omen_corpus_feed_open(const struct omen_derivation *d, const char *dir);
void omen_corpus_feed_close(struct omen_corpus_feed *f); /* NULL is fine, here and below */
/* A run with expressions: what it reached is known, what it compared with is tried. `news`: worth mutating.
 */
void omen_corpus_feed_saw(struct omen_corpus_feed *f, const struct omen_sym_trace *t,
                          const struct omen_inputs *in, bool news);
/* At most so many runs. True: `out` is worth a look; the caller releases it. */
bool omen_corpus_feed_run(struct omen_corpus_feed *f, unsigned most, struct omen_inputs *out,
                          const char **why);
/* An input that somebody else found, to be run before others; takes it. */
void omen_corpus_feed_offer(struct omen_corpus_feed *f, struct omen_inputs *in);
/* An input that may bring something; takes it. */
void omen_corpus_feed_guess(struct omen_corpus_feed *f, struct omen_inputs *in);
/* One of those that reached nothing new, but another set of blocks: worth a look where nothing else is. */
bool omen_corpus_feed_later(struct omen_corpus_feed *f, struct omen_inputs *out);
extern const char omen_corpus_seed[]; /* why such an input was run */
/* One run of these inputs, of which nobody takes notice. False: it cannot be had. */
bool omen_corpus_feed_one(struct omen_corpus_feed *f, const struct omen_inputs *in, struct omen_fed *out);
uint64_t omen_corpus_feed_runs(const struct omen_corpus_feed *f);
/* Since something was new: runs; SIZE_MAX: there is nothing to run. */
uint64_t omen_corpus_feed_idle(const struct omen_corpus_feed *f);

/* ---- corpus_mutate.c ---- */
struct omen_mutator {
  uint64_t state;
  char **tokens; /* words that the program compared with */
  size_t n_tokens, tokens_cap;
};
void omen_mutator_token(struct omen_mutator *m, const char *bytes, size_t n);
void omen_mutator_release(struct omen_mutator *m);
uint32_t omen_mutator_below(struct omen_mutator *m, uint32_t n); /* a number from 0 to n - 1; 0 for 0 */
/* `in` with something changed, and maybe the end of `other`. False: there is nothing to change. */
bool omen_mutate(struct omen_mutator *m, const struct omen_inputs *in, const struct omen_inputs *other,
                 struct omen_inputs *out);
/* The source repeated from its end on, or cut, to `len` bytes. False: it has no room, or is so long. */
bool omen_mutate_length(const struct omen_inputs *in, size_t source, size_t len, struct omen_inputs *out);
#endif
