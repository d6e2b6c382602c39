/* Memory that other processes see, too: what is mapped shared, of a file or not, and System V segments. Kept
 * in explorations as well, whose own mappings are private: another process may still write there, natively,
 * so that a wait for such memory proves nothing (explore/proof.h). */
#ifndef OMRT_SYNC_SHARED_MEMORY_H
#define OMRT_SYNC_SHARED_MEMORY_H
#include <stdbool.h>
#include <stdint.h>

void omrt_shared_add(uint64_t lo, uint64_t len, bool writable);
void omrt_shared_gone(uint64_t lo, uint64_t len); /* unmapped, or something else is mapped there */
bool omrt_shared_at(uint64_t addr);
bool omrt_shared_any(void);
bool omrt_shared_written(void); /* the program can write some of it: it is not only a file that many read */

/* What such memory held when it was last looked at: see children.h. */
enum { OMRT_SHARED_LOOKED_AT = 1 << 20 }; /* bytes; more of it is looked at where children synchronise only */
uint64_t omrt_shared_bytes(void);
void omrt_shared_keep(void); /* what it holds now is the program's own doing */
/* What changed since then is in the log now: the number of pages. A replay puts it there instead. */
uint64_t omrt_shared_log(void);
#endif
