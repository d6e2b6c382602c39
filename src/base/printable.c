/* See printable.h. */
#include "base/printable.h"

/* Of a sequence that begins with this byte; 0: none does. */
static size_t length(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

/* The shortest form only, no half of a pair, nothing beyond the last character. */
static bool is_valid(const unsigned char *c, size_t n) {
  for (size_t i = 1; i < n; i++)
    if ((c[i] & 0xc0) != 0x80) return false;
  if (n == 3) return !(c[0] == 0xe0 && c[1] < 0xa0) && !(c[0] == 0xed && c[1] >= 0xa0);
  if (n == 4) return !(c[0] == 0xf0 && c[1] < 0x90) && !(c[0] == 0xf4 && c[1] >= 0x90);
  return true;
}

/* Marks that turn the direction of writing make a line look like another. */
static bool is_control(const unsigned char *c, size_t n) {
  if (n == 1) return (c[0] < ' ' && c[0] != '\n' && c[0] != '\t') || c[0] == 0x7f;
  if (n == 2) return c[0] == 0xc2 && c[1] < 0xa0; /* the second set, with another way to begin a sequence */
  if (n != 3 || c[0] != 0xe2) return false;
  return (c[1] == 0x80 && c[2] >= 0xaa && c[2] <= 0xae) || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

size_t omen_printable(const char *text, size_t n) {
  const unsigned char *c = (const unsigned char *)text;
  size_t need = n ? length(c[0]) : 0;
  return need && need <= n && is_valid(c, need) && !is_control(c, need) ? need : 0;
}

void omen_buf_add_printable(struct omen_buf *out, const char *text, size_t n) {
  while (n) {
    size_t shown = omen_printable(text, n), step = shown ? shown : 1;
    if (shown)
      omen_buf_add(out, text, shown);
    else
      omen_buf_addf(out, "\\x%02x", (unsigned char)*text);
    text += step;
    n -= step;
  }
}
