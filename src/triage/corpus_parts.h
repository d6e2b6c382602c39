/* What the parts of omen explore share: corpus_search.c, corpus_result.c, corpus_reduced.c. */
#ifndef OMEN_TRIAGE_CORPUS_PARTS_H
#define OMEN_TRIAGE_CORPUS_PARTS_H
#include "triage/corpus.h"
#include "triage/corpus_feed.h"

enum { OMEN_CORPUS_RUN_SECONDS = 10 }; /* of processor time, a run with expressions */

/* ---- corpus_result.c ---- */
int omen_corpus_result_read(struct omen_result *r,
                            const char *dir); /* what the run in `dir` left; -1: nothing */
bool omen_corpus_result_bad(const struct omen_outcome *o);
uint64_t omen_corpus_result_failure(const struct omen_outcome *o); /* where and how it failed */

/* ---- corpus_reduced.c ---- */
/* Looks for a shorter input that fails alike, and puts it into FOLDER/reduced, with its recording. */
void omen_corpus_reduce(const struct omen_corpus *x, struct omen_corpus_feed *feed,
                        const struct omen_recording *first, struct omen_corpus_input *e, const char *folder);
#endif
