/* Instructions by their bytes: lib/omen/decode (tool/decode_main.cpp) does it with LLVM, a line an
 * instruction. */
#include "field/decode.h"
#include "build/driver.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *omen_unwatched_word(enum omen_unwatched why) {
  static const char *const words[] = {
      "watched",      "no access in it",          "a call or jump",
      "thread-local", "its operand is not found", "moved ahead of its condition"};
  return words[why];
}

static size_t bytes_at(const struct omen_image *i, uint64_t address) {
  uint64_t at = address - i->text_address;
  if (address < i->text_address || at >= i->text.len) return 0;
  return i->text.len - at < OMEN_SITE_LONGEST ? i->text.len - at : OMEN_SITE_LONGEST;
}

static void request(const struct omen_image *i, const struct omen_watch_table *t, struct omen_buf *out) {
  for (size_t k = 0; k < t->n; k++) {
    uint64_t address = t->entries[k].address;
    size_t most = bytes_at(i, address);
    for (size_t b = 0; b < most; b++)
      omen_buf_addf(out, "%02x", (uint8_t)i->text.data[address - i->text_address + b]);
    omen_buf_adds(out, "\n");
  }
}

/* Where the displacement stands that is relative to the instruction: behind a ModRM byte that says so, with
 * nothing but an immediate value after it. 0: not found, or not alone. */
static uint8_t displacement_at(const struct omen_sites_site *s) {
  static const int immediates[] = {0, 1, 2, 4};
  uint8_t found = 0;
  for (size_t k = 0; k < 4; k++) {
    int at = s->length - 4 - immediates[k];
    int32_t value;
    if (at < 2 || (s->bytes[at - 1] & 0xc7) != 0x05) continue;
    memcpy(&value, s->bytes + at, 4);
    if (value != s->displacement) continue;
    if (found) return 0;
    found = (uint8_t)at;
  }
  return found;
}

static enum omen_unwatched understand(const char *line, struct omen_sites_site *s) {
  unsigned length, loads, stores, size, base, index, scale, flags;
  long long displacement;
  if (sscanf(line, "%u %u %u %u %u %u %u %lld %u", &length, &loads, &stores, &size, &base, &index, &scale,
             &displacement, &flags) != 9)
    return OMEN_NO_MEMORY;
  s->length = (uint8_t)length;
  s->size = (uint16_t)size;
  s->base = (uint8_t)base;
  s->index = (uint8_t)index;
  s->scale = (uint8_t)scale;
  s->displacement = (int32_t)displacement;
  s->kind = (uint8_t)((loads ? OMEN_SITE_READS : 0) | (stores ? OMEN_SITE_WRITES : 0) |
                      (flags & 4 ? OMEN_SITE_ATOMIC : 0));
  if (flags & 1) return OMEN_FLOW;
  if (flags & 2) return OMEN_SEGMENT;
  if (!size || !length || length > OMEN_SITE_LONGEST || !(loads || stores)) return OMEN_NO_MEMORY;
  if (base == OMEN_REGISTER_IP && !(s->displacement_at = displacement_at(s))) return OMEN_FAR;
  return OMEN_WATCHED;
}

static void answer(const struct omen_image *i, uint64_t address, const char *line, struct omen_decoded *d) {
  *d = (struct omen_decoded){.why = OMEN_NO_MEMORY, .site.address = address};
  memcpy(d->site.bytes, i->text.data + (address - i->text_address), bytes_at(i, address));
  d->why = understand(line, &d->site);
  if (d->why) return;
  memset(d->site.bytes + d->site.length, 0, (size_t)OMEN_SITE_LONGEST - d->site.length);
}

static int ask(const char *tool, const struct omen_buf *lines, struct omen_buf *answers,
               struct omen_err *err) {
  const char *folder = getenv("TMPDIR");
  char *file = omen_format("%s/omen-decode-XXXXXX", folder && *folder ? folder : "/tmp");
  int fd = mkstemp(file), status = -1;
  if (fd < 0 || omen_file_write(file, lines->data ? lines->data : "", lines->len, err))
    omen_fail(err, "%s: %s", file, strerror(errno));
  else
    status = omen_tool_run((char *const[]){(char *)(uintptr_t)tool, file, NULL}, answers, NULL, err);
  if (fd >= 0) close(fd);
  unlink(file);
  free(file);
  if (status > 0) omen_fail(err, "%s ended with %d", tool, status);
  return status ? -1 : 0;
}

int omen_decode(const struct omen_image *i, const struct omen_watch_table *t, struct omen_decoded **out,
                struct omen_err *err) {
  char *home = omen_tool_home(err);
  if (!home) return -1;
  char *tool = omen_format("%s/decode", home);
  struct omen_buf lines = {0}, answers = {0};
  request(i, t, &lines);
  int status = ask(tool, &lines, &answers, err);
  *out = omen_xcalloc(t->n + 1, sizeof **out);
  const char *p = answers.data;
  for (size_t k = 0; !status && k < t->n; k++) {
    const char *end = p ? strchr(p, '\n') : NULL;
    if (!end) {
      status = omen_fail(err, "%s: too few answers", tool);
      break;
    }
    answer(i, t->entries[k].address, p, &(*out)[k]);
    p = end + 1;
  }
  omen_buf_release(&lines);
  omen_buf_release(&answers);
  free(tool);
  free(home);
  return status;
}
