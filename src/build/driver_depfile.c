/* A linker's --dependency-file lists its inputs, and so also the carrier, which no make or ninja will ever
 * find. Its name is replaced by that of the first input: named twice does no harm. */
#include "build/driver_parts.h"
#include <stdlib.h>
#include <string.h>

/* The first prerequisite: what follows the first colon, line continuations skipped, up to an unescaped blank.
 */
static char *first_input(const char *text) {
  const char *s = strchr(text, ':');
  if (!s) return NULL;
  for (s++; *s == ' ' || *s == '\t' || *s == '\n' || (*s == '\\' && s[1] == '\n'); s++) continue;
  size_t n = 0;
  while (s[n] && !strchr(" \t\n", s[n])) n += s[n] == '\\' && s[n + 1] ? 2 : 1;
  return n ? omen_xstrndup(s, n) : NULL;
}

void omen_driver_fix_depfile(const char *path, const char *carrier) {
  struct omen_buf text = {0}, out = {0};
  char *instead = omen_file_read(path, &text, NULL) == 0 ? first_input(text.data) : NULL;
  size_t n = strlen(carrier);
  bool changed = false;
  for (const char *s = text.data, *hit; instead && s; s = hit) {
    hit = strstr(s, carrier);
    omen_buf_add(&out, s, hit ? (size_t)(hit - s) : strlen(s));
    if (!hit) break;
    hit += n;
    changed = true;
    omen_buf_adds(&out, instead);
  }
  if (changed) omen_file_write(path, out.data, out.len, NULL);
  free(instead);
  omen_buf_release(&text);
  omen_buf_release(&out);
}
