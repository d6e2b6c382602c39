/* Inputs for a program, found by the solver, as a test corpus: what `omen explore` makes. See
 * docs/inputs.md.
 *
 *   corpus.c          the folder, and what is written when all is done
 *   corpus_search.c   the search, and the runs that it wants
 *   corpus_seeds.c    inputs that fuzzers found; corpus_queue.c: ours, as they keep theirs
 *   corpus_reduced.c  a shorter input for each failure
 *   corpus_input.c    an input's folder
 *   corpus_cover.c    which blocks and lines the runs reached
 *   corpus_report.c     what came of it, for people and programs */
#ifndef OMEN_TRIAGE_CORPUS_H
#define OMEN_TRIAGE_CORPUS_H
#include "build/sites.h"
#include "explore/derive.h"
#include "explore/explore.h"
#include "base/table.h"
#include "symbolic/search.h"
#include <jansson.h>

/* ---- corpus_cover.c ---- */
struct omen_cover_line {
  const char *file;
  uint32_t line, count; /* count: runs that came there */
};
struct omen_cover_module {
  uint64_t base; /* number of its first site */
  struct omen_sites sites;
};
struct omen_coverage {
  uint32_t blocks;               /* 0: not known yet */
  uint32_t *count;               /* by block: runs */
  struct omen_cover_line *place; /* by block; file NULL: not known */
  uint32_t reached;
  struct omen_cover_module *modules;
  size_t nmodules, cmodules;
};
/* One more run. The number of blocks that it reached first. */
uint32_t omen_coverage_add(struct omen_coverage *c, const struct omen_sym_trace *t);
/* Where the blocks are, from the folder of a run's recording. */
void omen_coverage_places(struct omen_coverage *c, const char *dir, const struct omen_outcome *o);
/* NULL: not known. */
const struct omen_site *omen_coverage_at(const struct omen_coverage *c, uint32_t site);
/* "file:line" of a site: of the call, where it is in a header of the system's. The caller frees; or NULL. */
char *omen_coverage_site(const struct omen_coverage *c, uint32_t site);
/* Lines: how many there are and were reached; written in lcov's format. */
void omen_coverage_lines(const struct omen_coverage *c, uint32_t *lines, uint32_t *reached,
                         struct omen_buf *lcov);
void omen_coverage_release(struct omen_coverage *c);

/* ---- the corpus ---- */
struct omen_corpus_input { /* one input that was run */
  uint32_t number;         /* of its folder */
  int64_t parent;          /* the folder of the one that it was made from; -1: none */
  const char *why;         /* a few words; NULL: it is the recorded run's own */
  char *at;                /* the place of the decision that goes another way; NULL */
  const struct omen_inputs *inputs;
  struct omen_result result;
  int confirmed; /* it went the way that it was made for: 1, 0; -1: it was not made for one */
  uint32_t new_blocks;
  bool bad;                    /* it crashed, hung, or a defect was seen */
  uint64_t failure;            /* the same for those that fail in the same way at the same place */
  bool recorded;               /* its folder has a recording */
  bool reduced;                /* and a shorter one that fails alike */
  size_t bytes, reduced_bytes; /* of what varies, in it and in that */
};
/* Writes the folder with the input and what it does. */
int omen_corpus_add(const char *folder, const struct omen_recording *base, const struct omen_corpus_input *e,
                    struct omen_err *err);

/* ---- corpus_report.c ---- */
struct omen_corpus {
  const char *dir;
  const struct omen_recording *base;
  struct omen_search *search;
  struct omen_coverage coverage;
  uint32_t inputs, bad, failed; /* in the corpus; of those, bad ones; runs that could not be made */
  uint64_t fed;                 /* runs without expressions */
  uint64_t seeds;               /* read from files of others */
  struct omen_table failures;   /* different ones among the bad */
  double seconds;
  bool drained, exhausted;       /* nothing is left to try; and nothing stood in the way of finding more */
  struct omen_buf limits;        /* what did, lines */
  struct omen_table limits_seen; /* those that are there */
  json_t *list;                  /* of the inputs */
};

/* ---- corpus_search.c ---- */
struct omen_corpus_job {
  const struct omen_inputs *inputs; /* of the recorded run */
  const struct omen_variant *variant;
  double deadline;     /* omen_now(); 0: none */
  uint64_t most_paths; /* 0: no limit */
  bool stop_on_failure;
  const char *seeds, *sync; /* folders of others' inputs (corpus_seeds.h); NULL: none */
  unsigned jobs;            /* runs at the same time; 0: one a processor */
  bool quiet;
};
/* -1: not even the recorded inputs could be run, or the corpus cannot be written; the message says why. */
int omen_corpus_search(struct omen_corpus *x, const struct omen_corpus_job *job, struct omen_err *err);

/* One more thing that stood in the way of the search; takes the line. */
void omen_corpus_limit(struct omen_corpus *x, char *line);
bool omen_corpus_would_exhaust(
    const struct omen_corpus *x);               /* were the search over: did nothing stand in the way? */
void omen_corpus_sum_up(struct omen_corpus *x); /* the search is over: was it exhausted? */

/* How the run ended, in words: "exit 1", "killed by signal 11 (Segmentation fault)"; the caller frees. */
char *omen_corpus_input_end(const struct omen_corpus_input *e);
json_t *omen_corpus_input_json(const struct omen_recording *base, const struct omen_corpus_input *e);
json_t *omen_corpus_json(const struct omen_corpus *x);
void omen_corpus_say(const struct omen_corpus *x, FILE *out);

/* corpus.c */
/* Makes the folder. An earlier corpus there is removed; what else is there is not touched. -1: it cannot be
 * made, or is neither empty nor a corpus. */
int omen_corpus_folder(const char *dir, struct omen_err *err);
/* Writes summary.json, whose text is added to `json`, and coverage.info. */
int omen_corpus_write(const struct omen_corpus *x, struct omen_buf *json, struct omen_err *err);
#endif
