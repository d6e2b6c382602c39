/* Inside the reader of outcome files. outcome_line.c takes a line apart by its row of outcome.def; outcome.c
 * and outcome_defects.c keep what it says, by one function a row. */
#ifndef OMEN_RECORD_OUTCOME_PARTS_H
#define OMEN_RECORD_OUTCOME_PARTS_H
#include "record/outcome.h"
#include "record/outcome_lines.h"

/* struct omen_line_counter and so on: a member a field. Strings are inside the line's text. */
#define OMEN_MEMBER_NUMBER uint64_t
#define OMEN_MEMBER_INT int
#define OMEN_MEMBER_ADDRESS uint64_t
#define OMEN_MEMBER_LETTER char
#define OMEN_MEMBER_WORD char *
#define OMEN_MEMBER_PHRASE char *
#define OMEN_MEMBER_TEXT char *
#define OMEN_MEMBER_PCS struct omen_pcs
#define OMEN_MEMBER_SOME_PCS struct omen_pcs
#define OMEN_MEMBER(first, kind, name) OMEN_MEMBER_##kind name;
#define OMEN_OUTCOME_LINE(symbol, word, ...)                                                                 \
  struct omen_line_##symbol {                                                                                \
    OMEN_EACH(OMEN_MEMBER, , __VA_ARGS__)                                                                    \
  };
#include "record/outcome.def"

union omen_any_line {
#define OMEN_OUTCOME_LINE(symbol, word, ...) struct omen_line_##symbol symbol;
#include "record/outcome.def"
};

/* Takes the text apart, which is one line without its end, and is written into. NULL, or what is wrong with
 * it. Lists of program counters belong to the caller: omen_line_release. */
const char *omen_line_read(char *text, enum omen_line *kind, union omen_any_line *out);
void omen_line_release(enum omen_line kind, union omen_any_line *line);

/* omen_take_counter and so on: keep what a line says. A list of program counters that is kept is taken out of
 * the line. False: it cannot be, such as a line about a defect that no line before told of. */
#define OMEN_OUTCOME_LINE(symbol, word, ...)                                                                 \
  bool omen_take_##symbol(struct omen_outcome *o, struct omen_line_##symbol *line);
#include "record/outcome.def"

static inline struct omen_pcs omen_pcs_take(struct omen_pcs *from) {
  struct omen_pcs pcs = *from;
  *from = (struct omen_pcs){0};
  return pcs;
}
#endif
