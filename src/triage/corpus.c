/* The folder of a corpus, and the files in it that are about all inputs: see corpus.h. */
#include "triage/corpus.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_ours(const char *name) {
  static const char *const names[] = {"recording", "summary.json", "coverage.info", "work",
                                      "queue",     "crashes",      "hangs"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return strlen(name) >= 3 && strspn(name, "0123456789") == strlen(name);
}

static bool only_ours(DIR *d) {
  bool all = true;
  for (struct dirent *e; (e = readdir(d));) all &= e->d_name[0] == '.' || is_ours(e->d_name);
  rewinddir(d);
  return all;
}

static int clear_one(const char *dir, const char *name, struct omen_err *err) {
  char *path = omen_format("%s/%s", dir, name);
  int result = is_ours(name) && omen_rmtree(path) ? omen_fail(err, "%s: %s", path, strerror(errno)) : 0;
  free(path);
  return result;
}

static int clear(DIR *d, const char *dir, bool corpus, struct omen_err *err) {
  int result = 0;
  for (struct dirent *e; !result && (e = readdir(d));) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    result = corpus ? clear_one(dir, e->d_name, err)
                    : omen_fail(err, "%s is neither empty nor a corpus of an earlier omen explore", dir);
  }
  return result;
}

int omen_corpus_folder(const char *dir, struct omen_err *err) {
  if (omen_mkdirs(dir, err)) return -1;
  DIR *d = opendir(dir);
  if (!d) return omen_fail(err, "%s: %s", dir, strerror(errno));
  char *summary = omen_format("%s/summary.json", dir);
  bool corpus = omen_file_exists(summary) || only_ours(d); /* the latter: one that was cut off */
  free(summary);
  int result = clear(d, dir, corpus, err);
  closedir(d);
  return result;
}

int omen_corpus_write(const struct omen_corpus *x, struct omen_buf *json, struct omen_err *err) {
  struct omen_buf lcov = {0};
  uint32_t lines, reached;
  omen_coverage_lines(&x->coverage, &lines, &reached, &lcov);
  json_t *j = omen_corpus_json(x);
  char *text = json_dumps(j, JSON_INDENT(2));
  omen_buf_addf(json, "%s\n", text);
  char *summary = omen_format("%s/summary.json", x->dir), *coverage = omen_format("%s/coverage.info", x->dir);
  int result = omen_file_write(summary, json->data, json->len, err) ||
               omen_file_write(coverage, lcov.data ? lcov.data : "", lcov.len, err);
  free(summary);
  free(coverage);
  free(text);
  json_decref(j);
  omen_buf_release(&lcov);
  return result ? -1 : 0;
}
