/* shadow/annotate.h: what the program itself says about races (base/annotations.def), as the shadow sees it.
 */
#ifndef OMEN_SHADOW_ANNOTATE_H
#define OMEN_SHADOW_ANNOTATE_H
#include <stdbool.h>
#include <stdint.h>

bool omen_annotated_benign(uint64_t addr, uint64_t len); /* the program says that its races there are
                                                          * fine; counted */
void omen_annotate_forget(uint64_t addr, uint64_t len);  /* the memory begins a new life */
void omen_annotate_report(void);
#endif
