/* The system calls in a recording's log (log_format.h), for the command. Any bytes are
 * survived: at the first that cannot be understood the log ends. */
#ifndef OMEN_RECORD_LOGGED_H
#define OMEN_RECORD_LOGGED_H
#include "record/log_format.h"

struct omen_log_record { /* one system call */
  int nr;
  uint64_t a0;
  int64_t ret;
  struct omen_log_reader pieces;
};
/* False: this is no log. */
bool omen_log_open(struct omen_log_reader *r, const void *data, size_t len);
bool omen_log_next_call(struct omen_log_reader *r, struct omen_log_record *out);
/* What the run got may be an answer to what it did: a signal came from outside, it had children, or a
 * connection; or, if somebody at the standard input may answer (`input_answers`), that came after it wrote
 * something. */
bool omen_log_converses(const void *data, size_t len, bool input_answers);
/* Bytes of the log up to the end of its last whole record, the end mark included, and before the first mark
 * that is behind so many events; 0: this is no log. */
size_t omen_log_whole(const void *data, size_t len, uint64_t events, bool *ended);
/* The next piece of memory that the call wrote. */
bool omen_log_next_piece(struct omen_log_reader *pieces, const uint8_t **data, size_t *len);
#endif
