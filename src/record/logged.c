/* Reading a log: see logged.h. */
#include "record/logged.h"
#include <string.h>
#include <sys/syscall.h>

bool omen_log_open(struct omen_log_reader *r, const void *data, size_t len) {
  uint64_t magic;
  if (len < sizeof magic) return false;
  memcpy(&magic, data, sizeof magic);
  *r = (struct omen_log_reader){data, (const uint8_t *)data + sizeof magic, (const uint8_t *)data + len};
  return magic == OMEN_LOG_MAGIC;
}

bool omen_log_next_piece(struct omen_log_reader *pieces, const uint8_t **data, size_t *len) {
  struct omen_log_piece piece;
  if (!omen_log_piece(pieces, &piece)) return false;
  *data = piece.data;
  *len = (size_t)piece.len;
  return true;
}

/* `at` is behind the letter of a call, which is whole and ends where `r` is. */
static void call(const struct omen_log_reader *r, const uint8_t *at, struct omen_log_record *out) {
  struct omen_log_call call;
  out->pieces = (struct omen_log_reader){r->start, at, r->at};
  omen_log_call(&out->pieces, &call);
  out->nr = call.nr;
  out->a0 = call.a0;
  out->ret = call.ret;
}

bool omen_log_next_call(struct omen_log_reader *r, struct omen_log_record *out) {
  for (;;) {
    const uint8_t *at = r->at;
    if (!omen_log_skip(r)) return false;
    if (omen_log_shape(*at) != OMEN_LOG_CALL) continue;
    call(r, at + 1, out);
    return true;
  }
}

static bool is_conversation(int nr) {
  switch (nr) {
  case SYS_fork:
  case SYS_vfork:
  case SYS_clone:
  case SYS_execve:
  case SYS_wait4:
  case SYS_waitid:
  case SYS_connect:
  case SYS_accept:
  case SYS_accept4: return true;
  default: return false;
  }
}

static bool puts_out(int nr) {
  return nr == SYS_write || nr == SYS_writev || nr == SYS_sendto || nr == SYS_sendmsg;
}
static bool takes_in(int nr) {
  return nr == SYS_read || nr == SYS_readv || nr == SYS_recvfrom || nr == SYS_recvmsg;
}

bool omen_log_converses(const void *data, size_t len, bool input_answers) {
  struct omen_log_reader r;
  bool asked = false;
  if (!omen_log_open(&r, data, len)) return false;
  for (const uint8_t *at = r.at; omen_log_skip(&r); at = r.at) {
    if (*at == 'I' || *at == 'J') return true;
    struct omen_log_record c;
    if (omen_log_shape(*at) != OMEN_LOG_CALL) continue;
    call(&r, at + 1, &c);
    if (is_conversation(c.nr)) return true;
    if (c.ret > 0 && puts_out(c.nr)) asked = true;
    if (c.ret > 0 && takes_in(c.nr) && c.a0 == 0 && asked && input_answers) return true;
  }
  return false;
}

/* How many events after the mark before, if it is one. */
static uint64_t distance(const struct omen_log_reader *r) {
  struct omen_log_reader mark = *r;
  uint64_t v;
  return omen_log_shape(*mark.at++) == OMEN_LOG_MARK && omen_log_number(&mark, &v) ? v : 0;
}

size_t omen_log_whole(const void *data, size_t len, uint64_t events, bool *ended) {
  struct omen_log_reader r;
  uint64_t event = 0;
  *ended = false;
  if (!omen_log_open(&r, data, len)) return 0;
  while (r.at < r.end) {
    const uint8_t *at = r.at;
    *ended = omen_log_shape(*at) == OMEN_LOG_END;
    event += distance(&r);
    if (*ended || event > events || !omen_log_skip(&r)) return (size_t)(at - r.start) + *ended;
  }
  return len;
}
