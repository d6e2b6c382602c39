/* libc/: library functions that the instrumented program calls with the site in front (abi.h,
 * OMEN_LIBRARY_CALLS). Each checks what it reads and writes of the program's memory, with real lengths, and
 * calls libc's.
 *
 * The rule: what is read is checked before the call, what is written before it when the length is known then,
 * and else after it. Functions that may block or make a system call are checked after it for what they wrote:
 * others may have run in between, and the buffer was filled at the end. */
#ifndef OMEN_LIBC_H
#define OMEN_LIBC_H
#include "runtime/explore/explore.h"
#include "runtime/shadow/shadow.h"

#define OMEN_READS(p, n)                                                                                     \
  omen_access((uint64_t)(p), (n), OMEN_R, site | OMEN_SITE_INSIDE, __builtin_frame_address(0))
#define OMEN_WRITES(p, n)                                                                                    \
  omen_access((uint64_t)(p), (n), OMEN_W, site | OMEN_SITE_INSIDE, __builtin_frame_address(0))
/* A call of the library begins that is told when it is over: an exploration stops here if others are to come
 * first. */
#define OMEN_CALL_BEGINS()                                                                                   \
  do {                                                                                                       \
    if (omen_on && OMEN_UNLIKELY(omen_watching())) omen_watch_call(site);                                    \
  } while (0)
/* What was looked at to know what is read: others may have run when that was told. */
#define OMEN_LOOK_AGAIN(again)                                                                               \
  do {                                                                                                       \
    if (OMEN_UNLIKELY(omen_exploring)) again;                                                                \
  } while (0)
#endif
