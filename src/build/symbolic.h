/* The symbolic variant: expressions beside values, for what may depend on the program's inputs. Runs over a
 * module that is instrumented already, before its checks are inlined: calls of the runtime and of the checks'
 * helpers are known by their names and left as they are. What it emits is agreed with the runtime in
 * runtime/abi_symbolic.h; how it decides is in docs/symbolic.md. */
#ifndef OMEN_BUILD_SYMBOLIC_H
#define OMEN_BUILD_SYMBOLIC_H
#include "build/instrument_parts.h"

/* One module. `helpers` links the helpers' code; `number` numbers the basic blocks; `functions` does
 * the rest, and adds the blocks' sites behind all others: the number of sites is settled only then. Between
 * the last two the module's critical edges must be split. */
struct omen_symbolic;
struct omen_symbolic *omen_symbolic_new(struct omen_ins *x);
int omen_symbolic_helpers(struct omen_symbolic *s, struct omen_err *err);
void omen_symbolic_number(struct omen_symbolic *s);
void omen_symbolic_functions(struct omen_symbolic *s);
void omen_symbolic_free(struct omen_symbolic *s);
/* NULL, or a name in which runtime/abi_symbolic.h and the table of types differ (for tests). */
const char *omen_symbolic_mismatch(void);
#endif
