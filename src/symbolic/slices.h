/* Which conditions of a path have to do with each other. Conditions that share no byte of input, not even by
 * way of others, are independent: to take one branch another way, only those matter that are related to it.
 *
 * Conditions are added in the order of the path. Each byte of input is in a class (union-find), and a new
 * condition makes one of all the classes that its bytes are in. The conditions of a class are a tree: the
 * last one added is its root, and below it are the roots of the classes that it joined. So what is related to
 * a condition among those before it is what is below it, however many are added later, and nothing is copied.
 */
#ifndef OMEN_SYMBOLIC_SLICES_H
#define OMEN_SYMBOLIC_SLICES_H
#include "symbolic/view.h"

struct omen_sym_slices;
struct omen_sym_slices *omen_sym_slices_new(void);
void omen_sym_slices_free(struct omen_sym_slices *s);
/* Each view that conditions are of, before they are added; its number. Borrowed. */
uint32_t omen_sym_slices_view(struct omen_sym_slices *s, struct omen_sym_view *v);
/* One more condition; its number, from 0. */
uint32_t omen_sym_slices_add(struct omen_sym_slices *s, uint32_t view, uint32_t expr, bool want);
struct omen_sym_literal omen_sym_slices_literal(const struct omen_sym_slices *s, uint32_t condition);
/* Those before `condition` that are related to it, appended to `out`. */
void omen_sym_slices_below(const struct omen_sym_slices *s, uint32_t condition,
                           struct omen_sym_literals *out);
/* Those that are related to an expression which is none of them. */
void omen_sym_slices_related(struct omen_sym_slices *s, uint32_t view, uint32_t expr,
                             struct omen_sym_literals *out);
#endif
