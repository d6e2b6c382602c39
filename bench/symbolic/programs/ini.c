// Lines of KEY=VALUE in [SECTIONS], with comments; known keys are looked up in a table.
#include "text.h"
static const char *const names[] = {"port", "host", "path", "level", "size", "user"};
static uint32_t work(void) {
  char line[80];
  uint32_t sum = 0, section = 0;
  for (const char *p = text; *p;) {
    size_t n = 0;
    while (p[n] && p[n] != '\n' && n < sizeof line - 1) {
      line[n] = p[n];
      n++;
    }
    line[n] = 0;
    p += n;
    if (*p == '\n') p++;
    if (line[0] == '#' || line[0] == ';' || !line[0]) continue;
    if (line[0] == '[') {
      section = strchr(line, ']') ? section + 1 : 99;
      continue;
    }
    char *equals = strchr(line, '=');
    if (!equals) {
      sum += 1000;
      continue;
    }
    *equals = 0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
      if (!strcmp(line, names[i])) sum = sum * 5 + i + section + (uint32_t)atoi(equals + 1);
  }
  return sum;
}
