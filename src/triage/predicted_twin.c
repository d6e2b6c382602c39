/* The recording of predicted races: see predicted.h. It shares its files with the recording that it is made
 * from, so that it takes little room, and is whole by itself. */
#include "triage/predicted.h"
#include "record/watch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int share(const struct omen_recording *to, const struct omen_recording *from, const char *name,
                 struct omen_err *err) {
  char *a = omen_format("%s/%s", from->dir, name), *b = omen_format("%s/%s", to->dir, name);
  int result = omen_file_exists(a) && link(a, b) ? omen_recording_add(to, a, name, err) : 0;
  free(a);
  free(b);
  return result;
}

static int add_files(const struct omen_recording *to, const struct omen_recording *from,
                     struct omen_err *err) {
  static const char *const names[] = {"program", "program.sites", "log",    "digest",  "before",
                                      "extras",  "libraries",     "inputs", "base.log"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (share(to, from, names[i], err)) return -1;
  char *lib = omen_format("%s/lib", from->dir);
  int result = omen_recording_add_folder(to, lib, "lib", err);
  free(lib);
  return result;
}

/* What is mapped from the recording is mapped from this one. */
static void add_moved(struct omen_buf *out, const char *text, const char *from, const char *to) {
  char *was = omen_format(" %s/", from);
  for (const char *at; (at = strstr(text, was)); text = at + strlen(was)) {
    omen_buf_add(out, text, (size_t)(at - text));
    omen_buf_addf(out, " %s/", to);
  }
  omen_buf_adds(out, text);
  free(was);
}

/* The outcome of the run, in which the memory of the pairs is called racy: it is what others watch. */
static int write_outcome(const struct omen_recording *to, const struct omen_recording *from,
                         const struct omen_predicted_pair *pairs, size_t n, struct omen_err *err) {
  char *a = omen_format("%s/outcome", from->dir), *b = omen_format("%s/outcome", to->dir);
  struct omen_buf was = {0}, text = {0};
  int result = omen_file_read(a, &was, err);
  if (!result && was.len) add_moved(&text, was.data, from->manifest.recording, to->dir);
  omen_buf_release(&was);
  for (size_t i = 0; i < n; i++) {
    const struct omen_predicted_access *x = &pairs[i].access[0], *y = &pairs[i].access[1];
    omen_buf_addf(&text, "racy 0x%llx %llu %s %s %u %d\n", (unsigned long long)x->where.addr,
                  (unsigned long long)x->where.len, x->write ? "w" : "r", y->write ? "w" : "r", y->site,
                  (int)y->thread);
  }
  if (!result) result = omen_file_write(b, text.data, text.len, err);
  omen_buf_release(&text);
  free(a);
  free(b);
  return result;
}

static int copy_manifest(struct omen_recording *to, const struct omen_recording *from, struct omen_err *err) {
  char *path = omen_format("%s/manifest.json", from->dir);
  int result = omen_manifest_read(&to->manifest, path, err);
  free(path);
  for (size_t i = 0; i < to->manifest.nfiles; i++) free(to->manifest.files[i].name);
  to->manifest.nfiles = 0;
  free(to->manifest.recording);
  to->manifest.recording = omen_xstrdup(to->dir);
  return result;
}

static int watch(const struct omen_recording *r, struct omen_err *err) {
  char *path = omen_format("%s/outcome", r->dir);
  struct omen_outcome o;
  int result = omen_outcome_read(&o, path, err);
  free(path);
  if (result) return -1;
  result = omen_watch_pass(r, &o, r->manifest.flags, 0, NULL, err);
  omen_outcome_release(&o);
  return result;
}

int omen_predicted_twin(struct omen_recording *twin, const struct omen_recording *base,
                        const struct omen_predicted_pair *pairs, size_t n, struct omen_err *err) {
  char *dir = omen_format("%s/predicted", base->dir);
  int result = omen_recording_create(twin, dir, "", err);
  if (!result) {
    result = copy_manifest(twin, base, err) || omen_recording_begin(twin, err) ||
                     add_files(twin, base, err) || write_outcome(twin, base, pairs, n, err) ||
                     omen_predicted_write(twin->dir, pairs, n, err) || watch(twin, err)
                 ? -1
                 : 0;
    if (result) {
      omen_recording_remove(twin->dir);
      omen_recording_release(twin);
    }
  }
  free(dir);
  return result;
}
