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

/* As libc does it. But libc has no frame pointers, so that a block that it allocates would have no stack. */
static char *copy_of(const char *s, size_t n) {
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

size_t __omen_lib_strlen(uint32_t site, const char *s) {
  OMRT_MODEL(__omen_lib_strlen);
  size_t n = strlen(s);
  OMRT_READS(s, n + 1);
  OMRT_LOOK_AGAIN(n = strlen(s));
  if (follows) {
    omrt_model_pin(&model, 1, (uint64_t)s);
    omrt_model_string(&model, s, n, true);
  }
  return n;
}

/* Bytes read of a string of at most n. */
static size_t bounded(const char *s, size_t n) {
  size_t len = strnlen(s, n);
  return len < n ? len + 1 : n;
}

size_t __omen_lib_strnlen(uint32_t site, const char *s, size_t n) {
  OMRT_MODEL(__omen_lib_strnlen);
  OMRT_READS(s, bounded(s, n));
  size_t len = strnlen(s, n);
  if (follows) {
    omrt_model_pin(&model, 1, (uint64_t)s);
    omrt_model_pin(&model, 2, n);
    omrt_model_string(&model, s, len, len < n);
  }
  return len;
}

char *__omen_lib_strcpy(uint32_t site, char *to, const char *from) {
  OMRT_MODEL(__omen_lib_strcpy);
  size_t n = strlen(from) + 1;
  OMRT_READS(from, n);
  OMRT_WRITES_TOO(to, n);
  if (follows) omrt_model_copy_string(&model, to, from, SIZE_MAX, false);
  return strcpy(to, from);
}

/* Pads with zeros: always writes n. */
char *__omen_lib_strncpy(uint32_t site, char *to, const char *from, size_t n) {
  OMRT_MODEL(__omen_lib_strncpy);
  OMRT_READS(from, bounded(from, n));
  OMRT_WRITES_TOO(to, n);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_copy_string(&model, to, from, n, true);
  }
  return strncpy(to, from, n);
}

char *__omen_lib_stpcpy(uint32_t site, char *to, const char *from) {
  OMRT_MODEL(__omen_lib_stpcpy);
  size_t n = strlen(from) + 1;
  OMRT_READS(from, n);
  OMRT_WRITES_TOO(to, n);
  if (follows) omrt_model_copy_string(&model, to, from, SIZE_MAX, false);
  return stpcpy(to, from);
}

char *__omen_lib_strcat(uint32_t site, char *to, const char *from) {
  OMRT_MODEL(__omen_lib_strcat);
  size_t n = strlen(from) + 1, at = strlen(to);
  OMRT_READS(from, n);
  OMRT_READS_TOO(to, at + 1);
  OMRT_LOOK_AGAIN(at = strlen(to));
  OMRT_WRITES_TOO(to + at, n);
  if (follows) {
    omrt_model_string(&model, to, at, true);
    omrt_model_copy_string(&model, to + at, from, SIZE_MAX, false);
  }
  return strcat(to, from);
}

char *__omen_lib_strncat(uint32_t site, char *to, const char *from, size_t n) {
  OMRT_MODEL(__omen_lib_strncat);
  size_t at = strlen(to);
  OMRT_READS(from, bounded(from, n));
  OMRT_READS_TOO(to, at + 1);
  OMRT_LOOK_AGAIN(at = strlen(to));
  OMRT_WRITES_TOO(to + at, strnlen(from, n) + 1);
  if (follows) {
    omrt_model_pin(&model, 3, n);
    omrt_model_string(&model, to, at, true);
    omrt_model_copy_string(&model, to + at, from, n, false);
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
  OMRT_MODEL(__omen_lib_strcmp);
  size_t n = looked_at(a, b, SIZE_MAX, false);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = strcmp(a, b);
  if (follows) omrt_model_compare(&model, a, b, SIZE_MAX, OMRT_COMPARE_STRINGS, result);
  return result;
}

int __omen_lib_strncmp(uint32_t site, const char *a, const char *b, size_t most) {
  OMRT_MODEL(__omen_lib_strncmp);
  size_t n = looked_at(a, b, most, false);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = strncmp(a, b, most);
  if (follows) {
    omrt_model_pin(&model, 3, most);
    omrt_model_compare(&model, a, b, most, OMRT_COMPARE_STRINGS, result);
  }
  return result;
}

int __omen_lib_strcasecmp(uint32_t site, const char *a, const char *b) {
  OMRT_MODEL(__omen_lib_strcasecmp);
  size_t n = looked_at(a, b, SIZE_MAX, true);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = strcasecmp(a, b);
  if (follows) omrt_model_compare(&model, a, b, SIZE_MAX, OMRT_COMPARE_FOLDED, result);
  return result;
}

int __omen_lib_strncasecmp(uint32_t site, const char *a, const char *b, size_t most) {
  OMRT_MODEL(__omen_lib_strncasecmp);
  size_t n = looked_at(a, b, most, true);
  OMRT_READS(a, n);
  OMRT_READS_TOO(b, n);
  int result = strncasecmp(a, b, most);
  if (follows) {
    omrt_model_pin(&model, 3, most);
    omrt_model_compare(&model, a, b, most, OMRT_COMPARE_FOLDED, result);
  }
  return result;
}

char *__omen_lib_strchr(uint32_t site, const char *s, int c) {
  OMRT_MODEL(__omen_lib_strchr);
  char *found = strchr(s, c);
  size_t n = found ? (size_t)(found - s) + 1 : strlen(s) + 1;
  OMRT_READS(s, n);
  OMRT_LOOK_AGAIN(found = strchr(s, c));
  if (follows) omrt_model_find_char(&model, s, strlen(s) + 1, true, omrt_model_char(&model, 2, c), found);
  return found;
}

char *__omen_lib_strrchr(uint32_t site, const char *s, int c) {
  OMRT_MODEL(__omen_lib_strrchr);
  size_t n = strlen(s) + 1;
  OMRT_READS(s, n);
  OMRT_LOOK_AGAIN(n = strlen(s) + 1);
  char *found = strrchr(s, c);
  if (follows) {
    omrt_model_string(&model, s, n - 1, true);
    omrt_model_find_last(&model, s, n, omrt_model_char(&model, 2, c), found);
  }
  return found;
}

char *__omen_lib_strstr(uint32_t site, const char *s, const char *find) {
  OMRT_MODEL(__omen_lib_strstr);
  char *found = strstr(s, find);
  size_t n = strlen(find);
  OMRT_READS(find, n + 1);
  OMRT_READS_TOO(s, found ? (size_t)(found - s) + n : strlen(s) + 1);
  OMRT_LOOK_AGAIN(found = strstr(s, find));
  if (follows) omrt_model_find_string(&model, s, find, found);
  return found;
}

size_t __omen_lib_strspn(uint32_t site, const char *s, const char *set) {
  OMRT_MODEL(__omen_lib_strspn);
  size_t n = strspn(s, set);
  OMRT_READS(s, n + 1);
  OMRT_READS_TOO(set, strlen(set) + 1);
  OMRT_LOOK_AGAIN(n = strspn(s, set));
  if (follows) omrt_model_span(&model, s, set, n, true);
  return n;
}

size_t __omen_lib_strcspn(uint32_t site, const char *s, const char *set) {
  OMRT_MODEL(__omen_lib_strcspn);
  size_t n = strcspn(s, set);
  OMRT_READS(s, n + 1);
  OMRT_READS_TOO(set, strlen(set) + 1);
  OMRT_LOOK_AGAIN(n = strcspn(s, set));
  if (follows) omrt_model_span(&model, s, set, n, false);
  return n;
}

char *__omen_lib_strpbrk(uint32_t site, const char *s, const char *set) {
  OMRT_MODEL(__omen_lib_strpbrk);
  size_t n = strcspn(s, set);
  OMRT_READS(s, n + 1);
  OMRT_READS_TOO(set, strlen(set) + 1);
  OMRT_LOOK_AGAIN(n = strcspn(s, set));
  if (follows) omrt_model_span(&model, s, set, n, false);
  return strpbrk(s, set);
}

/* What ends the token is overwritten; behind it nothing is looked at. */
char *__omen_lib_strsep(uint32_t site, char **s, const char *delim) {
  OMRT_MODEL(__omen_lib_strsep);
  OMRT_READS(s, sizeof *s);
  char *from = *s;
  if (!from) return NULL;
  size_t n = strcspn(from, delim);
  OMRT_READS(delim, strlen(delim) + 1);
  OMRT_READS_TOO(from, n + !from[n]);
  if (from[n]) OMRT_WRITES(from + n, 1); /* the stronger of the two */
  OMRT_WRITES(s, sizeof *s);
  if (follows) {
    omrt_model_span(&model, from, delim, n, false);
    omrt_sym_overwritten(from + n, 1);
    omrt_sym_overwritten(s, sizeof *s);
  }
  return strsep(s, delim); /* which looks again: in an exploration others may run when an access is told */
}

char *__omen_lib_strdup(uint32_t site, const char *s) {
  OMRT_MODEL(__omen_lib_strdup);
  size_t n = strlen(s) + 1;
  OMRT_READS(s, n);
  char *copy = copy_of(s, strlen(s)); /* looked at again: others may have run */
  if (copy) OMRT_WRITES(copy, n);
  if (copy && follows) omrt_model_copy_string(&model, copy, s, SIZE_MAX, false);
  return copy;
}

char *__omen_lib_strndup(uint32_t site, const char *s, size_t n) {
  OMRT_MODEL(__omen_lib_strndup);
  OMRT_READS(s, bounded(s, n));
  char *copy = copy_of(s, strnlen(s, n));
  if (copy) OMRT_WRITES(copy, strnlen(s, n) + 1);
  if (copy && follows) omrt_model_copy_string(&model, copy, s, n, false);
  return copy;
}
