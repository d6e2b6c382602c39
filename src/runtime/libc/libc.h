/* libc/: library functions that the instrumented program calls with the site in front (abi.h,
 * library_calls.def). Each checks what it reads and writes of the program's memory, with real lengths, and
 * calls libc's.
 *
 * The rule: what is read is checked before the call, what is written before it when the length is known then,
 * and else after it. Functions that may block or make a system call are checked after it for what they wrote:
 * others may have run in between, and the buffer was filled at the end. */
#ifndef OMRT_LIBC_LIBC_H
#define OMRT_LIBC_LIBC_H
#include "runtime/mode.h"
#include "runtime/mode.h"
#include "runtime/shadow/shadow.h"

#define OMRT_READS(p, n)                                                                                     \
  omrt_access((uint64_t)(p), (n), OMRT_R, site | OMEN_SITE_INSIDE, __builtin_frame_address(0))
#define OMRT_WRITES(p, n)                                                                                    \
  omrt_access((uint64_t)(p), (n), OMRT_W, site | OMEN_SITE_INSIDE, __builtin_frame_address(0))
/* The same, right behind the first of a call: all of them are made together. */
#define OMRT_READS_TOO(p, n)                                                                                 \
  omrt_access((uint64_t)(p), (n), OMRT_R, site | OMEN_SITE_TOO, __builtin_frame_address(0))
#define OMRT_WRITES_TOO(p, n)                                                                                \
  omrt_access((uint64_t)(p), (n), OMRT_W, site | OMEN_SITE_TOO, __builtin_frame_address(0))
/* A call of the library begins that is told when it is over: an exploration stops here if others are to come
 * first. */
#define OMRT_CALL_BEGINS()                                                                                   \
  do {                                                                                                       \
    if (omrt_on && OMRT_UNLIKELY(omrt_watching())) omrt_watch_call(site);                                    \
  } while (0)
/* What a stream (FILE) has got before a call that writes to it; and after it: an exploration may be asked
 * which call wrote what. */
static inline uint64_t omrt_stream_place(const void *file) {
  return OMRT_UNLIKELY(omrt_mode.stream != NULL) ? omrt_mode.stream(file) : 0;
}
static inline void omrt_stream_put(const void *file, uint64_t since, const void *frame) {
  if (OMRT_UNLIKELY(omrt_mode.put != NULL)) omrt_mode.put(file, since, frame);
}
/* What was looked at to know what is read: others may have run when that was told. */
#define OMRT_LOOK_AGAIN(again)                                                                               \
  do {                                                                                                       \
    if (OMRT_UNLIKELY(omrt_mode.live)) again;                                                                \
  } while (0)
#endif
