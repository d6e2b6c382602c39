/* See excerpt.h. This is no parser: it goes left and right from a column over names, member selections,
 * subscripts and balanced parentheses, and gives up where it meets anything else. */
#include "ir/excerpt.h"
#include "base/base.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_SOURCE = 64 << 20, MAX_TEXT = 120 };

void omen_excerpt_release(struct omen_excerpt *s) {
  for (int i = 0; i < s->n; i++) {
    free(s->files[i].path);
    free(s->files[i].text);
    free(s->files[i].begin);
  }
  free(s->files);
  *s = (struct omen_excerpt){0};
}

static char *read_text(const char *path) {
  struct stat st;
  struct omen_buf b = {0};
  if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_size > MAX_SOURCE || omen_file_read(path, &b, NULL)) {
    omen_buf_release(&b);
    return NULL;
  }
  return b.data;
}

/* A file of 200,000 lines is asked about as many times: where lines begin is found once. */
static void find_lines(struct omen_excerpt_file *f) {
  size_t cap = 0;
  for (const char *at = f->text; at;) {
    OMEN_GROW(f->begin, f->lines, cap);
    f->begin[f->lines++] = (size_t)(at - f->text);
    at = strchr(at, '\n');
    if (at) at++;
  }
}

static const struct omen_excerpt_file *file_of(struct omen_excerpt *s, const char *path) {
  if (s->n && !strcmp(s->files[s->last].path, path)) return &s->files[s->last];
  for (int i = 0; i < s->n; i++)
    if (!strcmp(s->files[i].path, path)) {
      s->last = i;
      return &s->files[i];
    }
  OMEN_GROW(s->files, s->n, s->cap);
  struct omen_excerpt_file *f = &s->files[s->n];
  *f = (struct omen_excerpt_file){.path = omen_xstrdup(path), .text = read_text(path)};
  find_lines(f);
  s->last = s->n++;
  return f;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static int skip_left(const char *s, int i) { /* the last character before i that is no blank, or -1 */
  while (i > 0 && isblank((unsigned char)s[i - 1])) i--;
  return i - 1;
}

static int skip_right(const char *s, int i) {
  while (isblank((unsigned char)s[i])) i++;
  return i;
}

/* From the closing bracket at i to its opening one, or -1. */
static int balance_left(const char *s, int i) {
  int depth = 0;
  for (; i >= 0; i--) {
    if (strchr(")]", s[i]))
      depth++;
    else if (strchr("([", s[i]) && --depth == 0)
      return i;
  }
  return -1;
}

/* From the opening bracket at i to behind its closing one, or -1. */
static int balance_right(const char *s, int i) {
  int depth = 0;
  for (; s[i]; i++) {
    if (strchr("([", s[i]))
      depth++;
    else if (strchr(")]", s[i]) && --depth == 0)
      return i + 1;
  }
  return -1;
}

/* Where the chain  name -> name . name [ ] ( )  that ends before i begins. */
static int chain_start(const char *s, int i) {
  int start = i;
  for (bool name = false;
       ;) { /* name: what was taken last is one, so that only a selector can stand before it */
    int at = skip_left(s, start);
    if (at < 0) return start;
    bool arrow = at > 0 && ((s[at] == '>' && s[at - 1] == '-') || (s[at] == ':' && s[at - 1] == ':'));
    if (name && s[at] != '.' && !arrow) return start;
    if (s[at] == ']' || s[at] == ')') {
      int open = balance_left(s, at);
      if (open < 0) return start;
      start = open;
    } else if (is_word(s[at])) {
      while (at > 0 && is_word(s[at - 1])) at--;
      start = at;
      name = true;
    } else if (arrow || s[at] == '.') {
      start = arrow ? at - 1 : at;
      name = false;
    } else
      return start;
  }
}

static char *piece(const char *s, int from, int to) {
  from = skip_right(s, from);
  while (to > from && isspace((unsigned char)s[to - 1])) to--;
  if (to <= from) return NULL;
  return omen_xstrndup(s + from, (size_t)(to - from > MAX_TEXT ? MAX_TEXT : to - from));
}

/* The operand on the left of an operator at i, with the stars in front of it. */
static char *left_operand(const char *s, int i) {
  int start = chain_start(s, i);
  if (start == i) return NULL;
  while (start > 0 && s[start - 1] == '*') start--;
  return piece(s, start, i);
}

/* A name, its subscripts, and what selects it on the left. */
static char *at_name(const char *s, int i) {
  int end = i, start = i;
  while (is_word(s[end])) end++;
  while (s[skip_right(s, end)] == '[') {
    int after = balance_right(s, skip_right(s, end));
    if (after < 0) break;
    end = after;
  }
  if (s[skip_right(s, end)] == '(') { /* a call: what it touches is among its arguments */
    int after = balance_right(s, skip_right(s, end));
    if (after > 0) end = after;
  }
  int before = skip_left(s, i);
  if (before >= 0 && (s[before] == '.' || (before > 0 && (s[before] == '>' || s[before] == ':'))))
    start = chain_start(s, i);
  return piece(s, start, end);
}

/* *p and (*p).x: the star or parenthesis with what it applies to. */
static char *at_prefix(const char *s, int i) {
  int end = i;
  while (s[end] == '*') end++;
  end = skip_right(s, end);
  if (s[end] == '(')
    end = balance_right(s, end);
  else
    while (is_word(s[end]) || s[end] == '.' || (s[end] == '-' && s[end + 1] == '>') ||
           (s[end] == '>' && s[end - 1] == '-'))
      end++;
  return end > i + 1 ? piece(s, i, end) : NULL;
}

char *omen_excerpt_cut(const char *s, unsigned column) {
  if (!column || column > strlen(s)) return NULL;
  int i = (int)column - 1;
  char c = s[i], next = s[i + 1];
  if (isalpha((unsigned char)c) || c == '_') return at_name(s, i);
  if ((c == '+' && next == '+') || (c == '-' && next == '-')) {
    char *left = left_operand(s, i);
    if (left) return left;
    int to = skip_right(s, i + 2);
    return is_word(s[to]) ? at_name(s, to) : at_prefix(s, to);
  }
  if (c == '=' || (strchr("+-*/%&|^", c) && next == '=') || ((c == '<' || c == '>') && next == c))
    return left_operand(s, i);
  if (c == '*' || c == '(') return at_prefix(s, i);
  if (c == '[') return left_operand(s, balance_right(s, i) < 0 ? i : balance_right(s, i));
  return NULL;
}

char *omen_excerpt_expression(struct omen_excerpt *s, const char *path, unsigned line, unsigned column) {
  const struct omen_excerpt_file *f = path && *path && line ? file_of(s, path) : NULL;
  if (!f || line > f->lines) return NULL;
  const char *text = f->text + f->begin[line - 1];
  char *copy = omen_xstrndup(text, strcspn(text, "\n")), *cut = omen_excerpt_cut(copy, column);
  free(copy);
  return cut;
}
