/* Files of suppressions: see suppress.h. */
#include "report/suppress.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
#define X(symbol, word) word,
    OMEN_SUPPRESSIONS(X)
#undef X
};

void omen_suppressions_release(struct omen_suppressions *s) {
  for (size_t i = 0; i < s->n; i++) {
    free(s->v[i].pattern);
    free(s->v[i].owner);
    free(s->v[i].where);
  }
  free(s->v);
  *s = (struct omen_suppressions){0};
}

static void trim(char *line) {
  size_t n = strlen(line);
  while (n && isspace((unsigned char)line[n - 1])) line[--n] = 0;
}

static bool is_date(const char *d) {
  for (int i = 0; i < 10; i++)
    if (i == 4 || i == 7 ? d[i] != '-' : !isdigit((unsigned char)d[i])) return false;
  int month = atoi(d + 5), day = atoi(d + 8);
  return !d[10] && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/* Takes `owner=` and `expires=` off the end; what stands before them may have spaces of its own, as names of
 * C++ functions have. */
static int take_words(struct omen_suppression *s, char *rest, const char *place, struct omen_err *err) {
  for (char *last; (last = strrchr(rest, ' ')) || (last = strrchr(rest, '\t'));) {
    char *word = last + 1;
    if (!strncmp(word, "owner=", 6)) {
      free(s->owner);
      s->owner = omen_xstrdup(word + 6);
    } else if (!strncmp(word, "expires=", 8)) {
      if (!is_date(word + 8))
        return omen_fail(err, "%s: expires=%s is no date (YYYY-MM-DD)", place, word + 8);
      snprintf(s->expires, sizeof s->expires, "%s", word + 8);
    } else {
      break;
    }
    *last = 0;
    trim(rest);
  }
  return 0;
}

static int find_kind(struct omen_suppression *s, const char *line, size_t n) {
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strlen(kinds[k]) == n && !strncmp(kinds[k], line, n))
      return s->kind = (enum omen_suppression_kind)k, 0;
  return -1;
}

static int add(struct omen_suppressions *all, char *line, const char *place, const char *today,
               struct omen_err *err) {
  struct omen_suppression s = {0};
  char *colon = strchr(line, ':');
  if (!colon || find_kind(&s, line, (size_t)(colon - line)))
    return omen_fail(err,
                     "%s: '%.60s' is no suppression: race:, race_top:, called_from_lib:, deadlock:, mutex:, "
                     "thread:, signal:, defect:, incident:, race_id: or class:, and a pattern",
                     place, line);
  char *rest = colon + 1;
  if (take_words(&s, rest, place, err)) return free(s.owner), -1;
  rest += strspn(rest, " \t");
  if (!*rest) return free(s.owner), omen_fail(err, "%s: there is no pattern after %s:", place, kinds[s.kind]);
  s.pattern = omen_xstrdup(rest);
  s.where = omen_format("%s: %s:%s", place, kinds[s.kind], rest);
  s.expired = s.expires[0] && strcmp(s.expires, today) < 0; /* the day itself still counts */
  OMEN_GROW(all->v, all->n, all->cap);
  all->v[all->n++] = s;
  return 0;
}

int omen_suppressions_read(struct omen_suppressions *s, const char *path, const char *today,
                           struct omen_err *err) {
  struct omen_buf text = {0};
  if (omen_file_read(path, &text, err)) return -1;
  if (text.len && memchr(text.data, 0, text.len))
    return omen_buf_release(&text), omen_fail(err, "%s: not a file of suppressions", path);
  int result = 0, number = 0;
  char *at = text.data, *line;
  while (!result && at && (line = strsep(&at, "\n"))) {
    number++;
    line += strspn(line, " \t");
    trim(line);
    if (!*line || *line == '#') continue;
    char *place = omen_format("%s:%d", path, number);
    result = add(s, line, place, today, err);
    free(place);
  }
  omen_buf_release(&text);
  return result;
}
