// An expression parser: + - * / ( ) and numbers, by recursive descent.
#include "text.h"
static const char *at;
static int depth, errors;
static int32_t sum(void);
static void blanks(void) {
  while (*at == ' ') at++;
}
static int32_t atom(void) {
  blanks();
  if (*at == '(') {
    at++;
    if (++depth > 20) return errors++, 0;
    int32_t v = sum();
    depth--;
    blanks();
    if (*at == ')')
      at++;
    else
      errors++;
    return v;
  }
  if (*at == '-') return at++, (int32_t)(0u - (uint32_t)atom());
  if (*at < '0' || *at > '9') return errors++, 0;
  uint32_t n = 0;
  while (*at >= '0' && *at <= '9') n = n * 10 + (uint32_t)(*at++ - '0');
  return (int32_t)n;
}
static int32_t product(void) {
  uint32_t v = (uint32_t)atom();
  for (;;) {
    blanks();
    if (*at == '*') {
      at++;
      v *= (uint32_t)atom();
    } else if (*at == '/') {
      at++;
      uint32_t by = (uint32_t)atom();
      v = by ? v / by : 0;
    } else {
      return (int32_t)v;
    }
  }
}
static int32_t sum(void) {
  uint32_t v = (uint32_t)product();
  for (;;) {
    blanks();
    if (*at == '+') {
      at++;
      v += (uint32_t)product();
    } else if (*at == '-') {
      at++;
      v -= (uint32_t)product();
    } else {
      return (int32_t)v;
    }
  }
}
static uint32_t work(void) {
  at = text;
  depth = errors = 0;
  uint32_t v = (uint32_t)sum();
  return v + (uint32_t)errors + (*at ? 7 : 0);
}
