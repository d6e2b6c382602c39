/* The words of verdicts as enums: verdicts.def. The zero of each enum but omen_end says that there is none;
 * the word of that is NULL. */
#ifndef OMEN_RECORD_VERDICT_H
#define OMEN_RECORD_VERDICT_H
#include <stdbool.h>
#include <stddef.h>

enum omen_class {
  OMEN_CLASS_NONE,
#define OMEN_CLASS(symbol, ...) OMEN_CLASS_##symbol,
#include "record/verdicts.def"
  OMEN_CLASS_COUNT
};
enum omen_consequence {
  OMEN_CONSEQUENCE_NONE,
#define OMEN_CONSEQUENCE(symbol, ...) OMEN_CONSEQUENCE_##symbol,
#include "record/verdicts.def"
  OMEN_CONSEQUENCE_COUNT
};
enum omen_proof {
  OMEN_PROOF_NONE,
#define OMEN_PROOF(symbol, ...) OMEN_PROOF_##symbol,
#include "record/verdicts.def"
  OMEN_PROOF_COUNT
};
/* How it is known that the program goes on for ever: as of a plan (plan_ends.def), or NONE, where it ends. */
enum omen_endless {
  OMEN_ENDLESS_NONE,
#define OMEN_PLAN_KNOWN(symbol, word, meaning) OMEN_ENDLESS_##symbol,
#include "record/plan_ends.def"
  OMEN_ENDLESS_COUNT
};
/* The zero is UNKNOWN, which has a word. */
enum omen_cause_kind {
#define OMEN_CAUSE(symbol, ...) OMEN_CAUSE_##symbol,
#include "record/verdicts.def"
  OMEN_CAUSE_COUNT
};
enum omen_end {
#define OMEN_END(symbol, ...) OMEN_END_##symbol,
#include "record/verdicts.def"
  OMEN_END_UNKNOWN /* how it ended is not known; its word is NULL */
};
enum omen_tone { OMEN_TONE_PLAIN, OMEN_TONE_BAD, OMEN_TONE_WARN, OMEN_TONE_GOOD };

/* What is said of a class. Of NONE: what is said of a race without a verdict. */
struct omen_class_info {
  const char *word; /* NULL: NONE */
  int severity;
  bool harmful;
  const char *level; /* SARIF's */
  enum omen_tone tone;
  const char *title, *heading, *what, *help;
};
const struct omen_class_info *omen_class_info(enum omen_class c);

const char *omen_class_word(enum omen_class c);
const char *omen_consequence_word(enum omen_consequence c);
const char *omen_consequence_title(enum omen_consequence c); /* NULL: NONE */
const char *omen_proof_word(enum omen_proof p);
const char *omen_endless_word(enum omen_endless e);
const char *omen_end_word(enum omen_end e);
const char *omen_cause_word(enum omen_cause_kind c);
const char *omen_cause_title(enum omen_cause_kind c);
const char *omen_tone_word(enum omen_tone t); /* HTML's style of it */

/* By their words; NONE, or UNKNOWN, for NULL and what is no such word. */
enum omen_class omen_class_find(const char *word);
enum omen_consequence omen_consequence_find(const char *word);
enum omen_proof omen_proof_find(const char *word);
enum omen_endless omen_endless_find(const char *word);
enum omen_end omen_end_find(const char *word);
enum omen_cause_kind omen_cause_find_word(const char *word); /* UNKNOWN, too, for what is no such word */
#endif
