/* Reading the objects that a link took in: files of their own, or members of archives, ordinary or thin. */
#include "build/driver_parts.h"
#include <ar.h>
#include <stdlib.h>
#include <string.h>

struct archive {
  const char *path;
  const char *at, *end;
  const char *names; /* the table of long names, or NULL */
  size_t names_size;
  bool thin;
};
struct member {
  char *name;
  const char *data;
  size_t size;
};

static char *member_name(const struct archive *a, const struct ar_hdr *h) {
  if (h->ar_name[0] == '/' && h->ar_name[1] >= '0' && h->ar_name[1] <= '9' && a->names) {
    size_t at = strtoul(h->ar_name + 1, NULL, 10);
    if (at >= a->names_size) return omen_xstrdup("");
    const char *s = a->names + at, *newline = memchr(s, '\n', a->names_size - at);
    size_t n = newline ? (size_t)(newline - s) : a->names_size - at;
    if (n && s[n - 1] == '/') n--;
    return omen_xstrndup(s, n);
  }
  size_t n = sizeof h->ar_name;
  while (n && h->ar_name[n - 1] == ' ') n--;
  if (n > 1 && h->ar_name[n - 1] == '/' && strncmp(h->ar_name, "//", 2)) n--;
  return omen_xstrndup(h->ar_name, n);
}

static bool is_table(const char *name) {
  return !strcmp(name, "/") || !strcmp(name, "//") || !strcmp(name, "/SYM64/");
}

/* Steps to the next member; false at the end, or where the archive stops making sense. */
static bool next_member(struct archive *a, struct member *m) {
  struct ar_hdr h;
  if ((size_t)(a->end - a->at) < sizeof h) return false;
  memcpy(&h, a->at, sizeof h);
  if (memcmp(h.ar_fmag, ARFMAG, sizeof h.ar_fmag)) return false;
  char digits[sizeof h.ar_size + 1] = {0};
  memcpy(digits, h.ar_size, sizeof h.ar_size);
  size_t size = strtoul(digits, NULL, 10);
  m->name = member_name(a, &h);
  m->data = a->at + sizeof h;
  m->size = size;
  if (a->thin && !is_table(m->name)) { /* the contents are in the file of that name */
    a->at = m->data;
    m->data = NULL;
    return true;
  }
  if (size > (size_t)(a->end - m->data)) {
    free(m->name);
    return false;
  }
  if (!strcmp(m->name, "//")) {
    a->names = m->data;
    a->names_size = size;
  }
  size_t padded = size + (size & 1), left = (size_t)(a->end - m->data);
  a->at = m->data + (padded < left ? padded : left);
  return true;
}

static int thin_member(const struct archive *a, const char *name, const char *shown, omen_object_seen *seen,
                       void *with, struct omen_err *err) {
  const char *slash = strrchr(a->path, '/');
  char *path = *name == '/' || !slash ? omen_xstrdup(name)
                                      : omen_format("%.*s/%s", (int)(slash - a->path), a->path, name);
  struct omen_buf text = {0};
  int bad = omen_file_read(path, &text, err);
  if (!bad) seen(with, shown, text.data, text.len);
  omen_buf_release(&text);
  free(path);
  return bad;
}

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int each_member(struct archive *a, const char *wanted, omen_object_seen *seen, void *with,
                       struct omen_err *err) {
  int count = 0, bad = 0;
  struct member m;
  while (!bad && next_member(a, &m)) {
    bool match = !is_table(m.name) &&
                 (!strcmp(m.name, wanted) || (a->thin && !strcmp(base_of(m.name), base_of(wanted))));
    if (match && m.data) seen(with, wanted, m.data, m.size);
    if (match && !m.data) bad = thin_member(a, m.name, wanted, seen, with, err);
    count += match;
    free(m.name);
  }
  return bad ? -1 : count;
}

/* "lib.a(member.o)" as its two names; false for a file of its own. */
static bool split(const char *name, char **archive, char **member) {
  size_t n = strlen(name);
  const char *open = strrchr(name, '(');
  if (!open || name[n - 1] != ')' || omen_file_exists(name)) return false;
  *archive = omen_xstrndup(name, (size_t)(open - name));
  *member = omen_xstrndup(open + 1, n - (size_t)(open - name) - 2);
  return true;
}

int omen_archive_each(const char *name, omen_object_seen *seen, void *with, struct omen_err *err) {
  char *path = NULL, *wanted = NULL;
  struct omen_buf text = {0};
  int count = -1;
  if (!split(name, &path, &wanted)) {
    if (omen_file_read(name, &text, err) == 0) {
      seen(with, name, text.data, text.len);
      count = 1;
    }
  } else if (omen_file_read(path, &text, err) == 0) {
    bool thin = text.len >= SARMAG && !memcmp(text.data, "!<thin>\n", SARMAG);
    struct archive a = {.path = path, .end = text.data + text.len, .thin = thin};
    if (text.len < SARMAG || (!thin && memcmp(text.data, ARMAG, SARMAG)))
      omen_fail(err, "%s is not an archive", path);
    else {
      a.at = text.data + SARMAG;
      count = each_member(&a, wanted, seen, with, err);
    }
  }
  omen_buf_release(&text);
  free(path);
  free(wanted);
  return count;
}
