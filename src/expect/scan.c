/* Tokens and literals of the text of an expression. */
#include "expect/scan.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool omen_scan_name_char(char ch, bool first) {
  return isalpha((unsigned char)ch) || ch == '_' || ch == '$' || (unsigned char)ch >= 0x80 ||
         (!first && isdigit((unsigned char)ch));
}

void omen_scan_space(struct omen_compiler *c) {
  while (isspace((unsigned char)c->text[c->at])) c->at++;
}

bool omen_scan_take(struct omen_compiler *c, const char *token) {
  omen_scan_space(c);
  size_t n = strlen(token);
  if (strncmp(c->text + c->at, token, n)) return false;
  c->at += (int)n;
  return true;
}

/* The word at the place, empty if there is none. Does not go on. */
size_t omen_scan_word_at(const struct omen_compiler *c, int at, char out[OMEN_MAX_NAME]) {
  size_t n = 0;
  while (omen_scan_name_char(c->text[at + (int)n], n == 0) && n + 1 < OMEN_MAX_NAME) n++;
  memcpy(out, c->text + at, n);
  out[n] = 0;
  return n;
}

bool omen_scan_take_word(struct omen_compiler *c, const char *word) {
  char have[OMEN_MAX_NAME];
  omen_scan_space(c);
  size_t n = omen_scan_word_at(c, c->at, have);
  if (!n || strcmp(have, word)) return false;
  c->at += (int)n;
  return true;
}

void *omen_scan_unexpected(struct omen_compiler *c, const char *wanted) {
  omen_scan_space(c);
  if (!c->text[c->at])
    return omen_compiler_error(c, c->at, "the expression ends where %s should come", wanted);
  return omen_compiler_error(c, c->at, "'%c' where %s should come", c->text[c->at], wanted);
}

/* ---- literals ---- */

struct omen_node *omen_scan_constant(struct omen_compiler *c, const struct omen_ty *t, uint64_t value,
                                     int from) {
  struct omen_node *n = omen_node_new(c, OMEN_NODE_CONST, t, from);
  n->value = value;
  n->to = c->at;
  return n;
}

static struct omen_node *floating(struct omen_compiler *c, int from) {
  char *end;
  double d = strtod(c->text + from, &end);
  uint64_t bits, size = 8;
  memcpy(&bits, &d, sizeof bits);
  c->at = (int)(end - c->text);
  if (*end == 'f' || *end == 'F') {
    float f = (float)d;
    d = (double)f;
    memcpy(&bits, &d, sizeof bits);
    size = 4, c->at++;
  } else if (*end == 'l' || *end == 'L')
    size = 16, c->at++;
  if (omen_scan_name_char(c->text[c->at], false)) return omen_compiler_error(c, from, "that is no number");
  return omen_scan_constant(c, omen_ty_float(c, size), bits, from);
}

static bool suffix(struct omen_compiler *c, bool *is_unsigned, bool *is_long) {
  int longs = 0;
  for (;; c->at++) {
    char ch = (char)tolower((unsigned char)c->text[c->at]);
    if (ch == 'u' && !*is_unsigned)
      *is_unsigned = true;
    else if (ch == 'l' && longs < 2)
      longs++, *is_long = true;
    else
      return !omen_scan_name_char(ch, false) && ch != '.';
  }
}

struct omen_node *omen_scan_number(struct omen_compiler *c) {
  int from = c->at;
  const char *s = c->text + from;
  bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X'),
       binary = s[0] == '0' && (s[1] == 'b' || s[1] == 'B');
  size_t digits = hex ? 2 + strspn(s + 2, "0123456789abcdefABCDEF.") : strspn(s, "0123456789.");
  if (memchr(s, '.', digits) ||
      (hex ? s[digits] == 'p' || s[digits] == 'P' : !binary && (s[digits] == 'e' || s[digits] == 'E')))
    return floating(c, from);
  char *end;
  errno = 0;
  uint64_t v = binary ? strtoull(s + 2, &end, 2) : strtoull(s, &end, 0);
  bool is_unsigned = false, is_long = false, over = errno == ERANGE;
  c->at = (int)(end - c->text);
  if (end == s + (binary ? 2 : 0) || !suffix(c, &is_unsigned, &is_long))
    return omen_compiler_error(c, from, "that is no number");
  if (over) return omen_compiler_error(c, from, "the number is too large");
  bool decimal = s[0] != '0';
  uint64_t size = is_long || v > UINT32_MAX || (v > INT32_MAX && decimal && !is_unsigned) ? 8 : 4;
  if (!is_unsigned && v > (size == 4 ? (uint64_t)INT32_MAX : (uint64_t)INT64_MAX)) is_unsigned = true;
  return omen_scan_constant(c, omen_ty_int(c, size, !is_unsigned), v, from);
}

static bool escape(struct omen_compiler *c, int *out) {
  static const char from[] = "abfnrtv\\'\"?e", to[] = "\a\b\f\n\r\t\v\\'\"?\033";
  char ch = c->text[c->at++];
  const char *at = ch ? strchr(from, ch) : NULL;
  if (at) return *out = to[at - from], true;
  c->at--;
  char *end;
  if (ch == 'x' && isxdigit((unsigned char)c->text[c->at + 1])) {
    *out = (signed char)strtoul(c->text + c->at + 1, &end, 16);
    return c->at = (int)(end - c->text), true;
  }
  int v = 0, n = 0;
  for (; n < 3 && c->text[c->at] >= '0' && c->text[c->at] <= '7'; n++) v = v * 8 + c->text[c->at++] - '0';
  *out = (signed char)v;
  return n > 0;
}

struct omen_node *omen_scan_character(struct omen_compiler *c) {
  int from = c->at++, value;
  if (c->text[c->at] == '\\') {
    c->at++;
    if (!escape(c, &value)) return omen_compiler_error(c, from, "that is no character");
  } else if (!c->text[c->at] || c->text[c->at] == '\'')
    return omen_compiler_error(c, from, "that is no character");
  else
    value = (signed char)c->text[c->at++];
  if (c->text[c->at] != '\'') return omen_compiler_error(c, from, "that is no character");
  c->at++;
  return omen_scan_constant(c, omen_ty_int(c, 4, true), (uint64_t)(int64_t)value, from);
}
