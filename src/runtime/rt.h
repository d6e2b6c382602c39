/* What every part of the runtime stands on: raw system calls (never trapped), memory of its own (never the
 * program's heap), formatting, output files, messages. No function of libc that allocates, locks, or makes a
 * system call may be called anywhere in the runtime; pure ones (memcpy, memset, memcmp, strlen) are fine. */
#ifndef OMRT_RT_H
#define OMRT_RT_H
#include "record/config.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern struct omen_config *omrt_config; /* never NULL after start-up */
extern bool omrt_on; /* false before start-up and in a child that left control: do nothing then */
static inline bool omrt_watching(void) { return omrt_config->flags & OMEN_FLAG_WATCH; }
/* The world of explorations learns what the recorded run does: this one has a plan, or (segment/) those that
 * begin as images of it will. */
static inline bool omrt_world_followed(void) {
  return omrt_config->plan_size || omrt_config->flags & OMEN_FLAG_CUT;
}

/* In functions that loops of the program call directly, where the compiler would else fill up an odd frame by
 * pushing rax. rax is nobody's: with what a check of the program's own left there, no state of an endless
 * loop would ever come back (explore/recur.h). One more saved register costs as much, and has a value of the
 * program's. */
#define OMRT_EVEN_FRAME() __asm__ volatile("" ::: "r12")

/* The system call itself, exempt from dispatch. Returns -errno on failure. */
long omrt_sys(long nr, long a, long b, long c, long d, long e, long f);
#define OMRT_SYS0(nr) omrt_sys(nr, 0, 0, 0, 0, 0, 0)
#define OMRT_SYS1(nr, a) omrt_sys(nr, (long)(a), 0, 0, 0, 0, 0)
#define OMRT_SYS2(nr, a, b) omrt_sys(nr, (long)(a), (long)(b), 0, 0, 0, 0)
#define OMRT_SYS3(nr, a, b, c) omrt_sys(nr, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define OMRT_SYS4(nr, a, b, c, d) omrt_sys(nr, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)
#define OMRT_SYS6(nr, a, b, c, d, e, f)                                                                      \
  omrt_sys(nr, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* Memory: zeroed, at addresses that the program's own never meet (OMRT_RT_BASE up), so that what the runtime
 * needs never moves what the program gets. omrt_alloc is for structures (size classes, omrt_free gives back);
 * omrt_reserve is for tables: address space only, pages come when touched. */
#define OMRT_RT_BASE 0x100000000000ull
void *omrt_alloc(size_t n);
void omrt_free(void *p, size_t n);
void *omrt_reserve(size_t n);

/* Formatting: %d %u %x %lx %lu %ld %s %p %c and widths with 0 or space; nothing else. Returns the length. */
int omrt_vfmt(char *out, size_t cap, const char *fmt, va_list ap);
int omrt_fmt(char *out, size_t cap, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void omrt_say(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* "omen: ..." on standard error */
_Noreturn void omrt_fatal(const char *fmt, ...)
    __attribute__((format(printf, 1, 2))); /* our own failure: exit 125 */
#define OMRT_ASSERT(c) ((c) ? (void)0 : omrt_fatal("internal error at %s:%d: %s", __FILE__, __LINE__, #c))

/* A file of the recording, written through a buffer. Full disk or a bad descriptor: counted in `lost`, said
 * once; from then on nothing is written to it. */
struct omrt_out {
  int fd;
  size_t used, cap;
  char *buf;
  uint64_t written, lost;
  uint64_t leave; /* so many bytes of the disk are left to others: with less it counts as full */
};
void omrt_out_open(struct omrt_out *o, const char *name); /* in the recording folder; truncates */
void omrt_out_write(struct omrt_out *o, const void *data, size_t n);
void omrt_out_flush(struct omrt_out *o);
uint64_t omrt_out_room(const struct omrt_out *o); /* on its disk; UINT64_MAX: nobody says */
/* From here on it goes to fd, an empty file, beginning with all that the old file got so far. */
void omrt_out_move(struct omrt_out *o, int fd);
extern struct omrt_out omrt_outcome; /* the outcome file: open from start-up on; outcome_write.h writes it */

bool omrt_page_readable(uintptr_t addr);         /* the page that it is in: no fault there */
bool omrt_readable(const void *p, uint64_t len); /* all of it */
bool omrt_writable(const void *p, uint64_t len); /* nor when it is written */

/* Can there be a frame at `fp`, between lo and hi? In code without frame pointers the register has anything
 * when it calls back, also the last bytes of all memory. */
static inline bool omrt_frame_fits(uintptr_t fp, uintptr_t lo, uintptr_t hi) {
  return fp >= lo && fp < hi && hi - fp >= 16 && !(fp & 7);
}
/* The return address into the caller of the library function that `pc` is in, which the frame at fp returns
 * to; 0 when pc is not in a library, or it cannot be told (caller.c). The stack ends at hi. */
extern uintptr_t omrt_code, omrt_code_size; /* most of the executable's code: there it is 0 */
bool omrt_module_code(uint64_t pc);         /* modules.c: code of an instrumented library */
bool omrt_module_system(uint64_t pc);       /* code of the C or C++ library, or of what belongs to them */
bool omrt_system_code(uint64_t pc);         /* modules.c: the C or C++ library's, or the runtime's own */
/* modules.c: the name of a C or C++ library with a string that is this word; NULL: there is none.
 */
const char *omrt_system_word(const char *text, size_t n);
/* Where the executable and its libraries lie (modules.c). */
struct omrt_segment {
  uint64_t from, to;
  bool writable, system; /* of the C or C++ library */
};
typedef void omrt_segment_visit(const struct omrt_segment *s, void *arg);
void omrt_modules_each(omrt_segment_visit *visit, void *arg);
void omrt_modules_report(void); /* outcome lines */
uint64_t omrt_hidden_caller(const uintptr_t *fp, uintptr_t pc, uintptr_t hi);
#endif
