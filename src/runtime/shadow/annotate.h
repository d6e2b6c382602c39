/* shadow/annotate.h: what the program itself says about races (base/annotations.def), as the shadow sees it.
 */
#ifndef OMRT_SHADOW_ANNOTATE_H
#define OMRT_SHADOW_ANNOTATE_H
#include <stdbool.h>
#include <stdint.h>

bool omrt_annotated_benign(uint64_t addr, uint64_t len); /* the program says that its races there are
                                                          * fine; counted */
void omrt_annotate_forget(uint64_t addr, uint64_t len);  /* the memory begins a new life */
void omrt_annotate_report(void);
#endif
