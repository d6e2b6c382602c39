/* Writes the outcome file: a function a kind of line of record/outcome.def, with its fields as parameters:
 *
 *   omrt_line_counter(const char *name, uint64_t value);
 *   omrt_line_crash(int thread, const uint64_t *pcs, int npcs);
 *
 * A field too many, too few or of another kind does not compile. Nothing is allocated, and no lock is taken:
 * a signal handler may write a line, as long as it did not interrupt the writing of another. Lines have any
 * length; texts and words may come from the program (paths), but not change meanwhile. */
#ifndef OMEN_RUNTIME_OUTCOME_WRITE_H
#define OMEN_RUNTIME_OUTCOME_WRITE_H
#include "record/outcome_lines.h"

union omrt_field {
  uint64_t number; /* also of an INT, by its two's complement, and of a LETTER */
  const char *text;
  struct {
    const uint64_t *pc;
    int n;
  } pcs;
};
/* As many fields as the kind of line has, in its order. */
void omrt_line(enum omen_line kind, const union omrt_field *fields);

#define OMRT_PARAM_NUMBER(name) uint64_t name
#define OMRT_PARAM_INT(name) int name
#define OMRT_PARAM_ADDRESS(name) uint64_t name
#define OMRT_PARAM_LETTER(name) char name
#define OMRT_PARAM_WORD(name) const char *name
#define OMRT_PARAM_PHRASE(name) const char *name
#define OMRT_PARAM_TEXT(name) const char *name
#define OMRT_PARAM_PCS(name) const uint64_t *name, int n##name
#define OMRT_PARAM_SOME_PCS(name) const uint64_t *name, int n##name
#define OMRT_FIELD_NUMBER(name) {.number = name}
#define OMRT_FIELD_INT(name) {.number = (uint64_t)(int64_t)name}
#define OMRT_FIELD_ADDRESS(name) {.number = name}
#define OMRT_FIELD_LETTER(name) {.number = (unsigned char)name}
#define OMRT_FIELD_WORD(name) {.text = name}
#define OMRT_FIELD_PHRASE(name) {.text = name}
#define OMRT_FIELD_TEXT(name) {.text = name}
#define OMRT_FIELD_PCS(name)                                                                                 \
  {                                                                                                          \
    .pcs = { name, n##name }                                                                                 \
  }
#define OMRT_FIELD_SOME_PCS(name)                                                                            \
  {                                                                                                          \
    .pcs = { name, n##name }                                                                                 \
  }
#define OMRT_PARAM(first, kind, name) , OMRT_PARAM_##kind(name)
#define OMRT_FIELD(first, kind, name) OMRT_FIELD_##kind(name),
/* The parameters begin with a comma; the first is one that nobody gives. */
#define OMRT_PARAMS(...) OMRT_PARAMS_(__VA_ARGS__)
#define OMRT_PARAMS_(none, ...) (__VA_ARGS__)

#define OMEN_OUTCOME_LINE(symbol, word, ...)                                                                 \
  static inline void omrt_line_##symbol OMRT_PARAMS(none __VA_OPT__(OMEN_EACH(OMRT_PARAM, , __VA_ARGS__))    \
                                                        OMRT_VOID(__VA_ARGS__)) {                            \
    omrt_line(OMEN_LINE_##symbol, (const union omrt_field[]){OMEN_EACH(OMRT_FIELD, , __VA_ARGS__){0}});      \
  }
#define OMRT_VOID(...) OMRT_VOID_(__VA_OPT__(0, ) 1, , )
#define OMRT_VOID_(some, ...) OMRT_VOID_##some
#define OMRT_VOID_0
#define OMRT_VOID_1 , void
#include "record/outcome.def"

/* A line `note`, of at most 1,399 bytes. */
void omrt_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
#endif
