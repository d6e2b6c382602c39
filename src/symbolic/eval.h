/* What a trace's expressions are under given inputs. Memory is as large as the trace; an expression is
 * computed once a round. */
#ifndef OMEN_SYMBOLIC_EVAL_H
#define OMEN_SYMBOLIC_EVAL_H
#include "record/inputs.h"
#include "symbolic/trace.h"

/* Some bytes of inputs, by source and offset, in that order: what a solver found. */
struct omen_sym_byte {
  uint32_t source, offset;
  uint8_t value;
};
struct omen_sym_model {
  struct omen_sym_byte *list;
  uint32_t n, cap;
};
void omen_sym_model_release(struct omen_sym_model *m);
void omen_sym_model_set(struct omen_sym_model *m, uint32_t source, uint32_t offset, uint8_t value);
void omen_sym_model_copy(struct omen_sym_model *to, const struct omen_sym_model *from);
/* The byte that the model gives, or the inputs; 0 behind an input's end, where strings have zeros. */
uint8_t omen_sym_byte_of(const struct omen_inputs *in, const struct omen_sym_model *over, uint32_t source,
                         uint32_t offset);

struct omen_sym_eval;
struct omen_sym_eval *omen_sym_eval_new(const struct omen_sym_trace *t); /* borrows the trace */
void omen_sym_eval_free(struct omen_sym_eval *e);
/* Begins a round: the inputs, and what of them is otherwise (NULL: nothing); both borrowed until the next. */
void omen_sym_eval_start(struct omen_sym_eval *e, const struct omen_inputs *in,
                         const struct omen_sym_model *over);
/* The low 64 bits. False: it depends on formatted text, of which nobody knows what it is. */
bool omen_sym_eval_node(struct omen_sym_eval *e, uint32_t node, uint64_t *value);
/* All limbs of it, valid until the next call of anything here. */
const uint64_t *omen_sym_eval_limbs(struct omen_sym_eval *e, uint32_t node);
int omen_sym_eval_bit(struct omen_sym_eval *e, uint32_t node); /* 0, 1, or -1: not known */

/* For tests and their tools. Is the trace right about its run? The first step that does not evaluate, under
 * the run's own inputs, to what it says was taken; -1: none. */
int64_t omen_sym_check(const struct omen_sym_trace *t, const struct omen_inputs *in);
/* The same of what was written to a descriptor: the first offset whose expression is not the byte there. */
int64_t omen_sym_check_output(const struct omen_sym_trace *t, const struct omen_inputs *in, uint32_t fd,
                              const uint8_t *bytes, uint64_t len);
#endif
