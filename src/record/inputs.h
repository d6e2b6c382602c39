/* The inputs of a run that may be others: what `--symbolic` chooses. A list of sources, each with its bytes
 * and whether they are symbolic; kept in a recording as the file `inputs`, from which the runtime of a
 * contained run (OMEN_FLAG_CONTAINED, config.h) takes what the program reads.
 *
 * The file: struct omen_inputs_header, then for each source a struct omen_inputs_source, its name and its
 * bytes, each padded with zeros to a multiple of 8. */
#ifndef OMEN_RECORD_INPUTS_H
#define OMEN_RECORD_INPUTS_H
#include <stdint.h>

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
   * longer string. */
  uint32_t room, zero;
};
#endif
