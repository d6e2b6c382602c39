/* Which accesses are in no candidate: the instrumenter leaves their race checks out (build/pruned.h). Private
 * to static/. */
#ifndef OMEN_STATIC_PRUNE_H
#define OMEN_STATIC_PRUNE_H
#include "static/racing_pairs.h"

/* Gives each plain access of a module a number that copies of it keep: that of the module, and its own. Gives
 * how many there are. */
uint64_t omen_prune_number(LLVMContextRef c, LLVMModuleRef m, uint64_t module);
/* Why nothing may be pruned in this program, or NULL. */
const char *omen_prune_never(const struct omen_program *p);
/* Writes FOLDER/0, FOLDER/1, ...: of each module. */
int omen_prune_write(struct omen_scan_state *a, const bool *racy, const char *folder, struct omen_err *err);
#endif
