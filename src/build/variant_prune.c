/* Which accesses of a program, and of its libraries, need no race check: asks the static analysis
 * (lib/omen/scan), and keeps the answer in the cache. A program of which that is not known is as good
 * without: nothing of it is pruned, and `says` tells why. */
#include "build/pruned.h"
#include "build/variant_parts.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct omen_part *module_of(const struct omen_bundle *b) {
  return omen_bundle_find(b, OMEN_PART_MODULE);
}

static int key_of(const struct omen_prune_job *j, char hex[33], struct omen_err *err) {
  struct omen_key k;
  omen_key_init(&k);
  omen_key_adds(&k, "pruned 1 " OMEN_VERSION);
  int bad = omen_key_add_file(&k, j->scan, err);
  omen_key_add(&k, j->names.data, j->names.len);
  for (size_t i = 0; i < j->n; i++) {
    const struct omen_part *m = module_of(&j->bundles[i]);
    if (m) omen_key_add(&k, m->data, m->size);
    omen_key_adds(&k, "");
  }
  omen_key_finish(&k, hex);
  return bad;
}

static int write_modules(const struct omen_prune_job *j, const char *folder, struct omen_args *files,
                         struct omen_err *err) {
  int bad = 0;
  for (size_t i = 0; i < j->n && !bad; i++) {
    const struct omen_part *m = module_of(&j->bundles[i]);
    if (!m) return omen_fail(err, "a module is missing");
    omen_args_addf(files, "%s/%zu.bc", folder, i);
    bad = omen_file_write(files->v[files->n - 1], m->data, m->size, err);
  }
  return bad;
}

/* What the analysis said in place of an answer, in one line. */
static void put_reason(struct omen_buf *says, const struct omen_buf *errors) {
  const char *s = errors->len ? errors->data : "the static analysis failed";
  if (!strncmp(s, "omen: ", 6)) s += 6;
  const char *not = "not pruned: ";
  omen_buf_addf(says, "%s%.*s", strncmp(s, not, strlen(not)) ? not : "", (int)strcspn(s, "\n"), s);
}

static void put_counts(const struct omen_prune_job *j, const char *folder, struct omen_buf *says) {
  uint64_t total = 0, pruned = 0;
  for (size_t i = 0; i < j->n; i++) {
    char *path = omen_format("%s/%zu", folder, i);
    struct omen_pruned p;
    struct omen_err err;
    if (!omen_pruned_read(&p, path, &err)) {
      total += p.total;
      pruned += omen_pruned_count(&p);
      omen_pruned_release(&p);
    }
    free(path);
  }
  omen_buf_addf(says, "%llu of %llu accesses need no race check", (unsigned long long)pruned,
                (unsigned long long)total);
}

static int ask(const struct omen_prune_job *j, const char *making, struct omen_err *err) {
  struct omen_args a = {0}, files = {0};
  struct omen_buf said = {0}, errors = {0}, says = {0};
  char *path = omen_format("%s/" OMEN_PRUNE_SAYS, making), *names = omen_format("%s/names", making);
  int bad = write_modules(j, making, &files, err) || omen_file_write(names, j->names.data, j->names.len, err);
  const char *const words[] = {j->scan, making, "prune", "names", names, "--"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) omen_args_add(&a, words[i]);
  for (size_t i = 0; i < files.n; i++) omen_args_add(&a, files.v[i]);
  int code = bad ? -1 : omen_tool_run(a.v, &said, &errors, err);
  if (code > 0) put_reason(&says, &errors);
  if (!code) put_counts(j, making, &says);
  if (code >= 0) bad = omen_file_write(path, says.data, says.len, err);
  for (size_t i = 0; i < files.n; i++) unlink(files.v[i]);
  unlink(names);
  free(names);
  omen_args_release(&a);
  omen_args_release(&files);
  omen_buf_release(&said);
  omen_buf_release(&errors);
  omen_buf_release(&says);
  free(path);
  return bad || code < 0 ? -1 : 0;
}

char *omen_prune_modules(const struct omen_prune_job *j, struct omen_err *err) {
  char key[33];
  bool there;
  if (key_of(j, key, err)) return NULL;
  char *entry = omen_cache_entry(j->cache, "pruned", key, &there);
  if (there) return entry;
  char *making = omen_cache_begin(j->cache, err);
  if (making && ask(j, making, err) == 0) {
    if (omen_cache_publish(making, entry, err) == 0) return entry;
  } else
    omen_cache_abandon(making);
  free(entry);
  return NULL;
}
