/* Memory that other processes see, too: what is mapped shared, of a file or not, and System V segments. Kept
 * in explorations as well, whose own mappings are private: another process may still write there, natively,
 * so that a wait for such memory proves nothing (explore/proof.h). */
#ifndef OMRT_SYSCALL_SHARED_MEMORY_H
#define OMRT_SYSCALL_SHARED_MEMORY_H
#include <stdbool.h>
#include <stdint.h>

void omrt_shared_add(uint64_t lo, uint64_t len);
void omrt_shared_gone(uint64_t lo, uint64_t len); /* unmapped, or something else is mapped there */
bool omrt_shared_at(uint64_t addr);
bool omrt_shared_any(void);
#endif
