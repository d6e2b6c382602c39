/* The words of verdicts: see verdict.h. */
#include "record/verdict.h"
#include <string.h>

static const struct omen_class_info classes[] = {
    {NULL, 0, false, "warning", OMEN_TONE_PLAIN, "DATA RACE", NULL, NULL, NULL},
#define OMEN_CLASS(symbol, word, severity, harmful, level, tone, title, heading, offered, what, help)        \
  {word, severity, harmful, level, OMEN_TONE_##tone, title, heading, what, help},
#include "record/verdicts.def"
};
static const char *const consequences[] = {
    NULL,
#define OMEN_CONSEQUENCE(symbol, word, ...) word,
#include "record/verdicts.def"
};
static const char *const titles[] = {
    NULL,
#define OMEN_CONSEQUENCE(symbol, word, title, offered) title,
#include "record/verdicts.def"
};
static const char *const proofs[] = {
    NULL,
#define OMEN_PROOF(symbol, word) word,
#include "record/verdicts.def"
};
static const char *const endless[] = {
    NULL,
#define OMEN_PLAN_KNOWN(symbol, word, meaning) word,
#include "record/plan_ends.def"
};
static const char *const ends[] = {
#define OMEN_END(symbol, word) word,
#include "record/verdicts.def"
    NULL,
};
static const char *const causes[] = {
#define OMEN_CAUSE(symbol, word, what) word,
#include "record/verdicts.def"
};
static const char *const cause_titles[] = {
#define OMEN_CAUSE(symbol, word, what) what,
#include "record/verdicts.def"
};
static const char *const tones[] = {"plain", "bad", "warn", "good"};

const struct omen_class_info *omen_class_info(enum omen_class c) { return &classes[c]; }
const char *omen_class_word(enum omen_class c) { return classes[c].word; }
const char *omen_consequence_word(enum omen_consequence c) { return consequences[c]; }
const char *omen_consequence_title(enum omen_consequence c) { return titles[c]; }
const char *omen_proof_word(enum omen_proof p) { return proofs[p]; }
const char *omen_endless_word(enum omen_endless e) { return endless[e]; }
const char *omen_end_word(enum omen_end e) { return ends[e]; }
const char *omen_cause_word(enum omen_cause_kind c) { return causes[c]; }
const char *omen_cause_title(enum omen_cause_kind c) { return cause_titles[c]; }
const char *omen_tone_word(enum omen_tone t) { return tones[t]; }

static bool is(const char *a, const char *b) { return a && !strcmp(a, b); }

/* The number of the word among those from `from` to `to`; `none`: it is not among them. */
static int find(const char *const *words, int from, int to, const char *word, int none) {
  for (int i = from; word && i < to; i++)
    if (is(words[i], word)) return i;
  return none;
}

enum omen_class omen_class_find(const char *word) {
  for (int i = 1; word && i < OMEN_CLASS_COUNT; i++)
    if (is(classes[i].word, word)) return (enum omen_class)i;
  return OMEN_CLASS_NONE;
}
enum omen_consequence omen_consequence_find(const char *word) {
  return (enum omen_consequence)find(consequences, 1, OMEN_CONSEQUENCE_COUNT, word, OMEN_CONSEQUENCE_NONE);
}
enum omen_proof omen_proof_find(const char *word) {
  return (enum omen_proof)find(proofs, 1, OMEN_PROOF_COUNT, word, OMEN_PROOF_NONE);
}
enum omen_endless omen_endless_find(const char *word) {
  return (enum omen_endless)find(endless, 1, OMEN_ENDLESS_COUNT, word, OMEN_ENDLESS_NONE);
}
enum omen_end omen_end_find(const char *word) {
  return (enum omen_end)find(ends, 0, OMEN_END_UNKNOWN, word, OMEN_END_UNKNOWN);
}
enum omen_cause_kind omen_cause_find_word(const char *word) {
  return (enum omen_cause_kind)find(causes, 0, OMEN_CAUSE_COUNT, word, OMEN_CAUSE_UNKNOWN);
}
