/* See corpus_seeds.h. Which layout a folder has is told by what is in it: DIR/queue, DIR/NAME/queue, else its
 * own files. */
#include "triage/corpus_seeds.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

struct seed {
  char *path;
  size_t size;
};
struct list {
  struct seed *v;
  size_t n, cap;
};

size_t omen_seeds_source(const struct omen_inputs *in) {
  size_t found = SIZE_MAX, n = 0;
  for (size_t i = 0; i < in->n; i++) {
    bool bytes = in->list[i].kind == OMEN_INPUT_STDIN || in->list[i].kind == OMEN_INPUT_FILE;
    if (in->list[i].symbolic && bytes) found = i, n++;
  }
  return n == 1 ? found : SIZE_MAX;
}

static bool is_folder(const char *path) {
  struct stat s;
  return !stat(path, &s) && S_ISDIR(s.st_mode);
}
/* The files of a folder that were not had. Hidden ones are the fuzzer's own. */
static void list_files(struct omen_seeds *s, const char *folder, struct list *out) {
  DIR *d = opendir(folder);
  struct stat st;
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.' || !strcmp(e->d_name, "README.txt")) continue;
    char *path = omen_format("%s/%s", folder, e->d_name);
    bool new = !stat(path, &st) && S_ISREG(st.st_mode) &&
               omen_table_count(&s->had, XXH3_64bits(path, strlen(path))) == 1;
    if (new && st.st_size > OMEN_SEED_LONGEST) new = false, s->too_long++;
    if (new) {
      OMEN_GROW(out->v, out->n, out->cap);
      out->v[out->n++] = (struct seed){path, (size_t)st.st_size};
    } else
      free(path);
  }
  if (d) closedir(d);
}
/* The queues of a folder of instances. False: it has none. */
static bool list_instances(struct omen_seeds *s, const char *folder, struct list *out) {
  DIR *d = opendir(folder);
  bool any = false;
  for (struct dirent *e; d && (e = readdir(d));) {
    if (e->d_name[0] == '.' || !strcmp(e->d_name, OMEN_SYNC_NAME)) continue;
    char *queue = omen_format("%s/%s/queue", folder, e->d_name);
    bool there = is_folder(queue);
    if (there) list_files(s, queue, out);
    any |= there;
    free(queue);
  }
  if (d) closedir(d);
  return any;
}
static void list_seeds(struct omen_seeds *s, struct list *out) {
  char *queue = omen_format("%s/queue", s->folder);
  if (is_folder(queue))
    list_files(s, queue, out);
  else if (!list_instances(s, s->folder, out))
    list_files(s, s->folder, out);
  free(queue);
}

static int by_size(const void *pa, const void *pb) {
  const struct seed *a = pa, *b = pb;
  return a->size != b->size ? (a->size > b->size) - (a->size < b->size) : strcmp(a->path, b->path);
}
int omen_seeds_read(struct omen_seeds *s, void (*each)(void *arg, const struct omen_buf *bytes), void *arg,
                    struct omen_err *err) {
  struct list l = {0};
  bool first = !s->had.n;
  if (s->folder && !is_folder(s->folder)) return omen_fail(err, "--seeds: %s is no folder", s->folder);
  if (s->folder) list_seeds(s, &l);
  int result = s->folder && first && !l.n ? omen_fail(err, "--seeds: %s has no inputs", s->folder) : 0;
  if (s->sync) list_instances(s, s->sync, &l);
  qsort(l.v, l.n, sizeof *l.v, by_size);
  for (size_t i = 0; i < l.n; i++) {
    struct omen_buf bytes = {0};
    if (!omen_file_read(l.v[i].path, &bytes, NULL)) s->taken++, each(arg, &bytes);
    omen_buf_release(&bytes);
    free(l.v[i].path);
  }
  free(l.v);
  return result;
}
void omen_seeds_release(struct omen_seeds *s) { omen_table_release(&s->had); }
