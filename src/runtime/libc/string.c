/* str*: each reads up to and including the byte that decides. */
#include "runtime/libc/libc.h"
#include "runtime/symbolic/model.h"
#include <string.h>
#include <strings.h>
#include <stdlib.h>

OMEN_API size_t __omen_lib_strlen(uint32_t site, const char *s);
OMEN_API size_t __omen_lib_strnlen(uint32_t site, const char *s, size_t n);
OMEN_API char *__omen_lib_strcpy(uint32_t site, char *to, const char *from);
OMEN_API char *__omen_lib_strncpy(uint32_t site, char *to, const char *from, size_t n);
OMEN_API char *__omen_lib_stpcpy(uint32_t site, char *to, const char *from);
OMEN_API char *__omen_lib_strcat(uint32_t site, char *to, const char *from);
OMEN_API char *__omen_lib_strncat(uint32_t site, char *to, const char *from, size_t n);
OMEN_API int __omen_lib_strcmp(uint32_t site, const char *a, const char *b);
OMEN_API int __omen_lib_strncmp(uint32_t site, const char *a, const char *b, size_t n);
OMEN_API int __omen_lib_strcasecmp(uint32_t site, const char *a, const char *b);
OMEN_API int __omen_lib_strncasecmp(uint32_t site, const char *a, const char *b, size_t n);
OMEN_API char *__omen_lib_strchr(uint32_t site, const char *s, int c);
OMEN_API char *__omen_lib_strrchr(uint32_t site, const char *s, int c);
OMEN_API char *__omen_lib_strstr(uint32_t site, const char *s, const char *find);
OMEN_API size_t __omen_lib_strspn(uint32_t site, const char *s, const char *set);
OMEN_API size_t __omen_lib_strcspn(uint32_t site, const char *s, const char *set);
OMEN_API char *__omen_lib_strpbrk(uint32_t site, const char *s, const char *set);
OMEN_API char *__omen_lib_strsep(uint32_t site, char **s, const char *delim);
OMEN_API char *__omen_lib_strdup(uint32_t site, const char *s);
OMEN_API char *__omen_lib_strndup(uint32_t site, const char *s, size_t n);

size_t __omen_lib_strlen(uint32_t site, const char *s) {
  OMEN_MODEL(__omen_lib_strlen);
  size_t n = strlen(s);
  OMEN_READS(s, n + 1);
  OMEN_LOOK_AGAIN(n = strlen(s));
  if (follows) {
    omen_model_pin(&model, 1, (uint64_t)s);
    omen_model_string(&model, s, n, true);
  }
  return n;
}

/* Bytes read of a string of at most n. */
static size_t bounded(const char *s, size_t n) {
  size_t len = strnlen(s, n);
  return len < n ? len + 1 : n;
}

size_t __omen_lib_strnlen(uint32_t site, const char *s, size_t n) {
  OMEN_MODEL(__omen_lib_strnlen);
  OMEN_READS(s, bounded(s, n));
  size_t len = strnlen(s, n);
  if (follows) {
    omen_model_pin(&model, 1, (uint64_t)s);
    omen_model_pin(&model, 2, n);
    omen_model_string(&model, s, len, len < n);
  }
  return len;
}

char *__omen_lib_strcpy(uint32_t site, char *to, const char *from) {
  OMEN_MODEL(__omen_lib_strcpy);
  size_t n = strlen(from) + 1;
  OMEN_READS(from, n);
  OMEN_WRITES(to, n);
  if (follows) omen_model_copy_string(&model, to, from, SIZE_MAX, false);
  return strcpy(to, from);
}

/* Pads with zeros: always writes n. */
char *__omen_lib_strncpy(uint32_t site, char *to, const char *from, size_t n) {
  OMEN_MODEL(__omen_lib_strncpy);
  OMEN_READS(from, bounded(from, n));
  OMEN_WRITES(to, n);
  if (follows) {
    omen_model_pin(&model, 3, n);
    omen_model_copy_string(&model, to, from, n, true);
  }
  return strncpy(to, from, n);
}

char *__omen_lib_stpcpy(uint32_t site, char *to, const char *from) {
  OMEN_MODEL(__omen_lib_stpcpy);
  size_t n = strlen(from) + 1;
  OMEN_READS(from, n);
  OMEN_WRITES(to, n);
  if (follows) omen_model_copy_string(&model, to, from, SIZE_MAX, false);
  return stpcpy(to, from);
}

char *__omen_lib_strcat(uint32_t site, char *to, const char *from) {
  OMEN_MODEL(__omen_lib_strcat);
  size_t n = strlen(from) + 1, at = strlen(to);
  OMEN_READS(from, n);
  OMEN_READS(to, at + 1);
  OMEN_LOOK_AGAIN(at = strlen(to));
  OMEN_WRITES(to + at, n);
  if (follows) {
    omen_model_string(&model, to, at, true);
    omen_model_copy_string(&model, to + at, from, SIZE_MAX, false);
  }
  return strcat(to, from);
}

char *__omen_lib_strncat(uint32_t site, char *to, const char *from, size_t n) {
  OMEN_MODEL(__omen_lib_strncat);
  size_t at = strlen(to);
  OMEN_READS(from, bounded(from, n));
  OMEN_READS(to, at + 1);
  OMEN_LOOK_AGAIN(at = strlen(to));
  OMEN_WRITES(to + at, strnlen(from, n) + 1);
  if (follows) {
    omen_model_pin(&model, 3, n);
    omen_model_string(&model, to, at, true);
    omen_model_copy_string(&model, to + at, from, n, false);
  }
  return strncat(to, from, n);
}

/* How many bytes of each a comparison looks at: up to the first difference or the end. */
static size_t looked_at(const char *a, const char *b, size_t most, bool fold) {
  size_t i = 0;
  while (i < most && a[i] && (a[i] == b[i] || (fold && strncasecmp(a + i, b + i, 1) == 0))) i++;
  return i < most ? i + 1 : most;
}

int __omen_lib_strcmp(uint32_t site, const char *a, const char *b) {
  OMEN_MODEL(__omen_lib_strcmp);
  size_t n = looked_at(a, b, SIZE_MAX, false);
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  int result = strcmp(a, b);
  if (follows) omen_model_compare(&model, a, b, SIZE_MAX, OMEN_COMPARE_STRINGS, result);
  return result;
}

int __omen_lib_strncmp(uint32_t site, const char *a, const char *b, size_t most) {
  OMEN_MODEL(__omen_lib_strncmp);
  size_t n = looked_at(a, b, most, false);
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  int result = strncmp(a, b, most);
  if (follows) {
    omen_model_pin(&model, 3, most);
    omen_model_compare(&model, a, b, most, OMEN_COMPARE_STRINGS, result);
  }
  return result;
}

int __omen_lib_strcasecmp(uint32_t site, const char *a, const char *b) {
  OMEN_MODEL(__omen_lib_strcasecmp);
  size_t n = looked_at(a, b, SIZE_MAX, true);
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  int result = strcasecmp(a, b);
  if (follows) omen_model_compare(&model, a, b, SIZE_MAX, OMEN_COMPARE_FOLDED, result);
  return result;
}

int __omen_lib_strncasecmp(uint32_t site, const char *a, const char *b, size_t most) {
  OMEN_MODEL(__omen_lib_strncasecmp);
  size_t n = looked_at(a, b, most, true);
  OMEN_READS(a, n);
  OMEN_READS(b, n);
  int result = strncasecmp(a, b, most);
  if (follows) {
    omen_model_pin(&model, 3, most);
    omen_model_compare(&model, a, b, most, OMEN_COMPARE_FOLDED, result);
  }
  return result;
}

char *__omen_lib_strchr(uint32_t site, const char *s, int c) {
  OMEN_MODEL(__omen_lib_strchr);
  char *found = strchr(s, c);
  size_t n = found ? (size_t)(found - s) + 1 : strlen(s) + 1;
  OMEN_READS(s, n);
  OMEN_LOOK_AGAIN(found = strchr(s, c));
  if (follows) omen_model_find(&model, s, n, true, omen_model_char(&model, 2, c), found);
  return found;
}

char *__omen_lib_strrchr(uint32_t site, const char *s, int c) {
  OMEN_MODEL(__omen_lib_strrchr);
  size_t n = strlen(s) + 1;
  OMEN_READS(s, n);
  OMEN_LOOK_AGAIN(n = strlen(s) + 1);
  char *found = strrchr(s, c);
  if (follows) {
    omen_model_string(&model, s, n - 1, true);
    omen_model_find_last(&model, s, n, omen_model_char(&model, 2, c), found);
  }
  return found;
}

char *__omen_lib_strstr(uint32_t site, const char *s, const char *find) {
  OMEN_MODEL(__omen_lib_strstr);
  char *found = strstr(s, find);
  size_t n = strlen(find);
  OMEN_READS(find, n + 1);
  OMEN_READS(s, found ? (size_t)(found - s) + n : strlen(s) + 1);
  OMEN_LOOK_AGAIN(found = strstr(s, find));
  if (follows) omen_model_find_string(&model, s, find, found);
  return found;
}

size_t __omen_lib_strspn(uint32_t site, const char *s, const char *set) {
  OMEN_MODEL(__omen_lib_strspn);
  size_t n = strspn(s, set);
  OMEN_READS(s, n + 1);
  OMEN_READS(set, strlen(set) + 1);
  OMEN_LOOK_AGAIN(n = strspn(s, set));
  if (follows) omen_model_span(&model, s, set, n, true);
  return n;
}

size_t __omen_lib_strcspn(uint32_t site, const char *s, const char *set) {
  OMEN_MODEL(__omen_lib_strcspn);
  size_t n = strcspn(s, set);
  OMEN_READS(s, n + 1);
  OMEN_READS(set, strlen(set) + 1);
  OMEN_LOOK_AGAIN(n = strcspn(s, set));
  if (follows) omen_model_span(&model, s, set, n, false);
  return n;
}

char *__omen_lib_strpbrk(uint32_t site, const char *s, const char *set) {
  OMEN_MODEL(__omen_lib_strpbrk);
  size_t n = strcspn(s, set);
  OMEN_READS(s, n + 1);
  OMEN_READS(set, strlen(set) + 1);
  OMEN_LOOK_AGAIN(n = strcspn(s, set));
  if (follows) omen_model_span(&model, s, set, n, false);
  return strpbrk(s, set);
}

/* What ends the token is overwritten; behind it nothing is looked at. */
char *__omen_lib_strsep(uint32_t site, char **s, const char *delim) {
  OMEN_MODEL(__omen_lib_strsep);
  OMEN_READS(s, sizeof *s);
  char *from = *s;
  if (!from) return NULL;
  size_t n = strcspn(from, delim);
  OMEN_READS(delim, strlen(delim) + 1);
  OMEN_READS(from, n + !from[n]);
  if (from[n]) OMEN_WRITES(from + n, 1); /* the stronger of the two */
  OMEN_WRITES(s, sizeof *s);
  if (follows) {
    omen_model_span(&model, from, delim, n, false);
    omen_sym_overwritten(from + n, 1);
    omen_sym_overwritten(s, sizeof *s);
  }
  return strsep(s, delim); /* which looks again: in an exploration others may run when an access is told */
}

char *__omen_lib_strdup(uint32_t site, const char *s) {
  OMEN_MODEL(__omen_lib_strdup);
  size_t n = strlen(s) + 1;
  OMEN_READS(s, n);
  char *copy = strdup(s);
  if (copy) OMEN_WRITES(copy, n);
  if (copy && follows) omen_model_copy_string(&model, copy, s, SIZE_MAX, false);
  return copy;
}

char *__omen_lib_strndup(uint32_t site, const char *s, size_t n) {
  OMEN_MODEL(__omen_lib_strndup);
  OMEN_READS(s, bounded(s, n));
  char *copy = strndup(s, n);
  if (copy) OMEN_WRITES(copy, strnlen(s, n) + 1);
  if (copy && follows) omen_model_copy_string(&model, copy, s, n, false);
  return copy;
}
