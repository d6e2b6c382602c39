/* Which functions the user leaves out of the analysis:
 *   --omen-exclude=PATTERN[,PATTERN...]   names of functions, or paths of source files
 *   --omen-exclude-file=FILE              the same, a pattern a line; lines that begin with # are comments
 * A pattern is a glob: * ? [a-z] {a,b}. The plugin compares (plugin/exclude.cpp). */
#include "build/driver_parts.h"
#include <string.h>

static const char patterns[] = "--omen-exclude=", file[] = "--omen-exclude-file=";
static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

bool omen_exclude_option(const char *arg) { return starts(arg, patterns) || starts(arg, file); }

static void add(struct omen_buf *out, const char *text, size_t n) {
  while (n && strchr(" \t\r", text[n - 1])) n--;
  while (n && strchr(" \t", *text)) text++, n--;
  if (n) omen_buf_addf(out, "%.*s\n", (int)n, text);
}

/* The length up to the next comma that is not inside of braces. */
static size_t piece(const char *text) {
  size_t n = 0;
  for (int depth = 0; text[n] && (depth || text[n] != ','); n++)
    depth += text[n] == '{' ? 1 : text[n] == '}' && depth ? -1 : 0;
  return n;
}

static void add_list(struct omen_buf *out, const char *text) {
  for (size_t n; *text; text += n + (text[n] == ',')) add(out, text, n = piece(text));
}

static int add_file(struct omen_buf *out, const char *path, struct omen_err *err) {
  struct omen_buf all = {0};
  if (omen_file_read(path, &all, err)) return -1;
  for (const char *line = all.data ? all.data : ""; *line;) {
    size_t n = strcspn(line, "\n");
    if (*line != '#') add(out, line, n);
    line += n + (line[n] == '\n');
  }
  omen_buf_release(&all);
  return 0;
}

int omen_exclude_patterns(const struct omen_args *args, struct omen_buf *out, struct omen_err *err) {
  for (size_t i = 0; i < args->n; i++) {
    const char *arg = args->v[i];
    size_t had = out->len;
    if (starts(arg, patterns))
      add_list(out, arg + strlen(patterns));
    else if (!starts(arg, file))
      continue;
    else if (add_file(out, arg + strlen(file), err))
      return -1;
    if (out->len == had) return omen_fail(err, "%s: there is no pattern", arg);
  }
  return 0;
}
