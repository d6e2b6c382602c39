/* The inputs of a run that may be others: what `--symbolic` chooses. A list of sources, each with its bytes
 * and whether they are symbolic; kept in a recording as the file `inputs`, from which the runtime of a
 * contained run (OMEN_FLAG_CONTAINED, config.h) takes what the program reads.
 *
 * The file: struct omen_inputs_header, then for each source a struct omen_inputs_source, its name and its
 * bytes, each padded with zeros to a multiple of 8. */
#ifndef OMEN_RECORD_INPUTS_H
#define OMEN_RECORD_INPUTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OMEN_INPUTS_MAGIC 0x3153504e494e4d4full /* "OMNINPS1" */

/* X(symbol, word, meaning). A name where there is one: of the environment variable, of the file (as
 * the option gave it, absolute), the number of the argument or of the connection in decimal digits. */
#define OMEN_INPUT_KINDS(X)                                                                                  \
  X(ARGC, "argc", "the number of arguments: four bytes, little-endian")                                      \
  X(ARGV, "argv", "an argument, without its closing zero")                                                   \
  X(STDIN, "stdin", "everything that can be read from standard input")                                       \
  X(ENV, "env", "an environment variable's value")                                                           \
  X(FILE, "file", "the contents of a file at the start of the run")                                          \
  X(SOCKET, "socket", "all that a connection to the outside receives")
enum omen_input_kind {
#define X(symbol, word, meaning) OMEN_INPUT_##symbol,
  OMEN_INPUT_KINDS(X)
#undef X
};

struct omen_inputs_header {
  uint64_t magic;
  uint32_t sources, zero;
};
struct omen_inputs_source {
  uint32_t kind, symbolic; /* symbolic: its bytes are variables */
  uint32_t name_len, len;
  /* How long it may become. Strings (ARGV, ENV) of symbolic bytes are given a buffer of room + 1 bytes, zeros
   * behind the string, and all of them but the last are variables: a zero that becomes something else is a
   * longer string. An environment variable without any room is not set. */
  uint32_t room, zero;
};
#define OMEN_INPUT_IS_FILE "file"      /* the name of a standard input that is one; else it has none */
#define OMEN_INPUTS_MOST 65536u        /* sources */
#define OMEN_INPUT_LONGEST (64u << 20) /* bytes of one, and its room */
/* At least, of a string that may become longer: long names of options fit. Twice as much costs a search
 * little, where the program does not look at every byte; where it does, each byte is one more path. Who meets
 * the end is told. */
#define OMEN_INPUT_ROOM 64u
#define OMEN_INPUT_LONGEST_NAME 4096u /* bytes */
#define OMEN_INPUT_LONGEST_STRING                                                                            \
  100000u /* of an argument or variable: the kernel takes no more than 131072 */

/* Reads the file piece by piece: set `at` and `end`, then omen_inputs_begin says how many sources there are
 * (-1: this is no such file) and omen_inputs_next gives one after the other; false: damaged. The command and
 * the runtime read it with this. */
struct omen_inputs_reader {
  const uint8_t *at, *end;
};
static inline int64_t omen_inputs_begin(struct omen_inputs_reader *r) {
  struct omen_inputs_header h;
  if ((size_t)(r->end - r->at) < sizeof h) return -1;
  memcpy(&h, r->at, sizeof h);
  r->at += sizeof h;
  return h.magic == OMEN_INPUTS_MAGIC && !h.zero && h.sources <= OMEN_INPUTS_MOST ? (int64_t)h.sources : -1;
}
static inline uint64_t omen_inputs_padded(uint64_t n) { return (n + 7) & ~7ull; }
static inline bool omen_inputs_is_string(uint32_t kind) {
  return kind == OMEN_INPUT_ARGV || kind == OMEN_INPUT_ENV;
}
static inline bool omen_inputs_next(struct omen_inputs_reader *r, struct omen_inputs_source *s,
                                    const char **name, const uint8_t **bytes) {
  if ((size_t)(r->end - r->at) < sizeof *s) return false;
  memcpy(s, r->at, sizeof *s);
  r->at += sizeof *s;
  uint64_t n = omen_inputs_padded(s->name_len), len = omen_inputs_padded(s->len);
  bool possible =
      s->kind <= OMEN_INPUT_SOCKET && s->symbolic <= 1 && !s->zero && s->len <= OMEN_INPUT_LONGEST &&
      s->room <= OMEN_INPUT_LONGEST && s->name_len <= OMEN_INPUT_LONGEST_NAME &&
      (s->kind != OMEN_INPUT_ARGC || s->len == 4) &&
      (!omen_inputs_is_string(s->kind) || (s->len <= s->room && s->room <= OMEN_INPUT_LONGEST_STRING));
  if (!possible || n + len > (uint64_t)(r->end - r->at)) return false;
  *name = (const char *)r->at; /* not terminated */
  *bytes = r->at + n;
  r->at += n + len;
  return !memchr(*name, 0, s->name_len);
}

/* In the environment of a contained run, its last: makes room for the strings that are symbolic. The runtime
 * moves them there and takes it out of the environment. It is as long as needed, and longer where they are
 * shorter, so that the stack begins at the same address with all inputs of the same room. */
#define OMEN_INPUTS_ROOM "OMEN_ROOM="

#ifndef OMEN_RT_H /* the command's side: inputs.c */
#include "base/base.h"
struct omen_recording;
struct omen_input {
  uint32_t kind;
  char *name; /* never NULL */
  uint8_t *bytes;
  size_t len, room;
  bool symbolic;
};
struct omen_inputs {
  struct omen_input *list;
  size_t n, cap;
};

void omen_inputs_add(struct omen_inputs *in, uint32_t kind, const char *name, const void *bytes, size_t len,
                     size_t room, bool symbolic);
void omen_inputs_set(struct omen_input *i, const void *bytes, size_t len); /* room grows with it */
struct omen_input *omen_inputs_find(const struct omen_inputs *in, uint32_t kind,
                                    const char *name); /* or NULL */
void omen_inputs_copy(struct omen_inputs *to, const struct omen_inputs *from);
bool omen_input_unset(const struct omen_input *i); /* a variable that is not set */
/* The same inputs with the variable `which` not set if it is, and set to nothing if it is not. False: that is
 * none.
 */
bool omen_inputs_other_way(const struct omen_inputs *in, size_t which, struct omen_inputs *out);
bool omen_inputs_same(const struct omen_inputs *a, const struct omen_inputs *b);
void omen_inputs_release(struct omen_inputs *in);

/* The file. `where` names it in messages. */
int omen_inputs_parse(struct omen_inputs *in, const void *data, size_t len, const char *where,
                      struct omen_err *err);
int omen_inputs_read(struct omen_inputs *in, const char *path, struct omen_err *err);
void omen_inputs_render(const struct omen_inputs *in, struct omen_buf *out);
int omen_inputs_write(const struct omen_inputs *in, const char *path, struct omen_err *err);

/* Standard input, where it is a file from its beginning: a program may map it, or read it at any place, of
 * which the log says too little. Asked before the run; kept in its folder behind it, if it is not too long.
 */
bool omen_inputs_stdin_is_file(void);
void omen_inputs_keep_stdin(const char *dir);
/* The inputs that a recorded run had, as far as `words` (NULL-terminated) name them: argv (the number of
 * arguments, and each but the program's name), stdin (what it read there), env:NAME, file:PATH (what was in
 * it at the start), socket or socket:N (what the N-th connection to the outside received; all). All are
 * symbolic.
 */
int omen_inputs_of(const struct omen_recording *base, char *const *words, struct omen_inputs *out,
                   struct omen_err *err);
bool omen_inputs_word(const char *word); /* is it one of these? */
/* The arguments and the environment of a run with these inputs that otherwise has those of `base`; the caller
 * frees both with omen_strings_free. */
void omen_inputs_strings(const struct omen_inputs *in, char *const *argv, char *const *env, char ***new_argv,
                         char ***new_env);
#endif
#endif
