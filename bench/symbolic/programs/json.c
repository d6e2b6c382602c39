// A parser of objects, lists, strings, numbers and words, which counts what it meets.
#include "text.h"
static const char *at;
static uint32_t count[8];
static int value(int depth);
static void blanks(void) {
  while (*at == ' ' || *at == '\n' || *at == '\t') at++;
}
static int string(void) {
  at++;
  for (; *at != '"'; at++) {
    if (!*at) return 0;
    if (*at == '\\' && !*++at) return 0;
  }
  at++;
  return 1;
}
static int number(void) {
  if (*at == '-') at++;
  if (*at < '0' || *at > '9') return 0;
  uint32_t n = 0;
  for (; *at >= '0' && *at <= '9'; at++) n = n * 10 + (uint32_t)(*at - '0');
  count[7] += n;
  return 1;
}
static int list(int depth, char end, int names) {
  at++;
  blanks();
  if (*at == end) return at++, 1;
  for (;;) {
    blanks();
    if (names) {
      if (*at != '"' || !string()) return 0;
      blanks();
      if (*at++ != ':') return 0;
    }
    if (!value(depth + 1)) return 0;
    blanks();
    if (*at == ',') {
      at++;
      continue;
    }
    return *at == end ? (at++, 1) : 0;
  }
}
static int word(const char *w) {
  size_t n = strlen(w);
  if (strncmp(at, w, n)) return 0;
  at += n;
  return 1;
}
static int value(int depth) {
  blanks();
  if (depth > 20) return 0;
  switch (*at) {
  case '{': return count[0]++, list(depth, '}', 1);
  case '[': return count[1]++, list(depth, ']', 0);
  case '"': return count[2]++, string();
  case 't': return count[3]++, word("true");
  case 'f': return count[4]++, word("false");
  case 'n': return count[5]++, word("null");
  default: return count[6]++, number();
  }
}
static uint32_t work(void) {
  memset(count, 0, sizeof count);
  at = text;
  uint32_t sum = value(0) ? 1 : 0;
  for (int i = 0; i < 8; i++) sum = sum * 7 + count[i];
  return sum;
}
