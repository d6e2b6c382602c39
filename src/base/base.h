/* base/: what every other room of the omen command stands on: errors with a message for a person, checked
 * allocation, growing buffers, whole-file reads and atomic whole-file writes, time.
 *
 * Errors: a function that can fail returns non-zero (or NULL) and leaves its message in a `struct omen_err`
 * of the caller's. Allocation failure in the command is fatal (exit 3): omen_xmalloc and friends never return
 * NULL. The runtime does not use this room. */
#ifndef OMEN_BASE_H
#define OMEN_BASE_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of docs/reference.md. */
enum omen_exit {
  OMEN_EXIT_OK = 0,
  OMEN_EXIT_HARMFUL = 1,
  OMEN_EXIT_USAGE = 2,
  OMEN_EXIT_FAILED = 3,
  OMEN_EXIT_CANNOT_RUN = 4,
  OMEN_EXIT_RUN_FAILED = 125,    /* run, replay: Omen's own failure */
  OMEN_EXIT_RUN_CANNOT = 126,    /* run, replay: the program cannot be run */
  OMEN_EXIT_RUN_NOT_FOUND = 127, /* run, replay: the program is not found */
};

struct omen_err {
  char msg[1024];
};
/* Formats the message; always returns -1, so that `return omen_fail(err, ...)` reads well. `err` may be NULL.
 */
int omen_fail(struct omen_err *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "omen: message" on standard error, then exit(code). */
_Noreturn void omen_die(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "omen: message" and "omen: warning: message" on standard error. */
void omen_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void omen_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* A broken invariant of ours: says where, exits 3. */
#define OMEN_BUG(...) omen_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void omen_bug(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

void *omen_xmalloc(size_t n);
void *omen_xcalloc(size_t n, size_t size);
void *omen_xrealloc(void *p, size_t n);
char *omen_xstrdup(const char *s);
char *omen_xstrndup(const char *s, size_t n);
char *omen_format(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* caller frees */
/* How many letters differ, up to OMEN_WORDS_APART; and the word that was meant by a mistyped one, NULL: none.
 */
enum { OMEN_WORDS_APART = 3 };
unsigned omen_word_distance(const char *a, const char *b);
const char *omen_word_similar(const char *word, const char *const *words, size_t n);
char *omen_shell_word(const char *text); /* as it is, or in quotes where a shell needs them; caller frees */

/* A growing byte buffer, always NUL-terminated once something was added. */
struct omen_buf {
  char *data;
  size_t len, cap;
};
void omen_buf_release(struct omen_buf *b);
void omen_buf_add(struct omen_buf *b, const void *data, size_t n);
void omen_buf_adds(struct omen_buf *b, const char *s);
void omen_buf_addf(struct omen_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Makes room for one more in the array `v` of `n` elements with capacity `cap`. */
#define OMEN_GROW(v, n, cap)                                                                                 \
  do {                                                                                                       \
    if ((n) >= (cap)) {                                                                                      \
      (cap) = (cap) ? (cap) * 2 : 16;                                                                        \
      (v) = omen_xrealloc((v), (size_t)(cap) * sizeof *(v));                                                 \
    }                                                                                                        \
  } while (0)

/* Files. omen_file_write is atomic: a temporary beside the target, renamed; what is no plain file (a
 * device, a pipe, a link) is written through instead. omen_file_save is for what took long to find out, and
 * is kept in a recording: it also waits until the file is on the disk, which may take longer than a whole
 * recorded run. Since a recording may be somebody else's, a link that is there gives way, and nothing is
 * written through it. */
int omen_file_read(const char *path, struct omen_buf *out, struct omen_err *err);
int omen_file_write(const char *path, const void *data, size_t n, struct omen_err *err);
/* For the user alone (mode 0600); a link that is there gives way, so that nothing is written through it. */
int omen_file_write_private(const char *path, const void *data, size_t n, struct omen_err *err);
int omen_file_save(const char *path, const void *data, size_t n, struct omen_err *err);
int omen_file_copy(const char *from, const char *to, struct omen_err *err);
bool omen_file_exists(const char *path);
const char *omen_base_name(const char *path); /* behind the last slash; NULL stays NULL */
int omen_mkdirs(const char *path, struct omen_err *err);
int omen_rmtree(const char *path); /* 0 also when there was nothing */

double omen_now(void);            /* seconds, monotonic */
double omen_spent(bool children); /* processor seconds of this process, or of those that it waited for */
double omen_work(void);           /* both together: a clock that stands still while others have the machine */

/* Progress on standard error, from two seconds on (OMEN_PROGRESS, when it is a number: from so many). On a
 * terminal one line that is written over, at most five times a second, and wiped when done; elsewhere only if
 * OMEN_PROGRESS is set, and then a line every five seconds. */
struct omen_progress {
  const char *what;
  double start, shown, after;
  bool on, terminal, visible;
};
void omen_progress_start(struct omen_progress *p, const char *what, bool quiet);
void omen_progress_step(struct omen_progress *p, uint64_t done, uint64_t total, const char *unit);
void omen_progress_say(struct omen_progress *p, const char *text); /* where a percentage does not tell it */
/* What is said next is for something that may take long: on a terminal it is shown whatever the time. */
void omen_progress_urge(struct omen_progress *p);
void omen_progress_end(struct omen_progress *p); /* wipes the line; more may follow */
#endif
