/* The recording folder: see recording.h. */
#include "record/recording.h"
#include "record/made_here.h"
#include "record/recover.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* What a recording may contain, besides manifest.json. The first three must be there. */
static const char *const known[] = {
    "program",       "log",           "outcome",     "digest",        "program.sites", "events.raw",
    "stacks.raw",    "outcome.watch", "report.json", "evidence.json", "before",        "extras",
    "inputs",        "base.log",      "symbolic",    "outputs",       "libraries",     "pairs.json",
    "outcomes.json", "models.json",   "watched"};
#define REQUIRED 3

static char *inside(const struct omen_recording *r, const char *name) {
  return omen_format("%s/%s", r->dir, name);
}

/* All that omen makes in one. */
static void clear(const char *dir) {
  struct omen_recording r = {.dir = (char *)dir};
  static const char *const folders[] = {"lib", "watch", "paths", "segments", "predicted"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char *p = inside(&r, folders[i]);
    omen_rmtree(p);
    free(p);
  }
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char *p = inside(&r, known[i]);
    unlink(p);
    free(p);
  }
  char *manifest = inside(&r, "manifest.json");
  unlink(manifest);
  free(manifest);
}

int omen_recording_remove(const char *dir) {
  clear(dir);
  return rmdir(dir);
}

static bool is_empty_folder(const char *dir) {
  DIR *d = opendir(dir);
  if (!d) return false;
  bool empty = true;
  for (struct dirent *e; (e = readdir(d));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) empty = false;
  closedir(d);
  return empty;
}

static bool is_file(const char *path) { /* a pipe could be read for ever */
  struct stat st;
  return !stat(path, &st) && S_ISREG(st.st_mode);
}

/* An earlier recording gives way; anything else that a user has there does not. `r` has the folder. */
static int make_way(const struct omen_recording *r, const char *dir, struct omen_err *err) {
  if (is_empty_folder(r->dir)) return 0;
  char *manifest = inside(r, "manifest.json");
  struct omen_buf text = {0};
  bool ours = is_file(manifest) && !omen_file_read(manifest, &text, NULL) && text.len &&
              strstr(text.data, "\"stack_limit\"");
  omen_buf_release(&text);
  free(manifest);
  if (!ours) return omen_fail(err, "%s: exists and is not a recording: -o DIR chooses another place", dir);
  clear(r->dir);
  return is_empty_folder(r->dir)
             ? 0
             : omen_fail(
                   err, "%s: cannot replace this recording: what else is in it, or may not be removed, stays",
                   dir);
}

/* There, empty, and ours alone. */
static int take_folder(struct omen_recording *r, const char *dir, struct omen_err *err) {
  struct stat st;
  if (!lstat(dir, &st) && (stat(dir, &st) || !S_ISDIR(st.st_mode)))
    return omen_fail(err, "%s: exists and is not a folder: -o DIR chooses another place", dir);
  if (mkdir(dir, 0777) && errno != EEXIST) return omen_fail(err, "%s: %s", dir, strerror(errno));
  r->dir = realpath(dir, NULL);
  if (!r->dir) return omen_fail(err, "%s: %s", dir, strerror(errno));
  if ((r->hold = omen_folder_lock(r->dir)) < 0)
    return omen_fail(err, "%s: another omen command is recording there: -o DIR chooses another place", dir);
  return make_way(r, dir, err);
}

int omen_recording_make_folder(char **out, const char *name, struct omen_err *err) {
  for (int i = 1; i < 100000; i++) {
    char *dir = i == 1 ? omen_format("omen-%s.rec", name) : omen_format("omen-%s-%d.rec", name, i);
    if (!mkdir(dir, 0777)) return *out = dir, 0;
    int why = errno;
    if (why != EEXIST) omen_fail(err, "%s: %s", dir, strerror(why));
    free(dir);
    if (why != EEXIST) return -1;
  }
  return omen_fail(err, "no free name for a recording of %s here: -o DIR chooses one", name);
}

static int check_folder(const struct omen_recording *r, const char *dir, struct omen_err *err) {
  size_t most = sizeof((struct omen_config *)0)->dir - 17;
  if (access(r->dir, W_OK)) return omen_fail(err, "%s: %s", dir, strerror(errno));
  if (strlen(r->dir) > most)
    return omen_fail(err, "%s: the path of a recording is limited to %zu bytes", dir, most);
  return 0;
}

int omen_recording_create(struct omen_recording *r, const char *dir, const char *name, struct omen_err *err) {
  char *made = NULL;
  *r = (struct omen_recording){0};
  if (!dir && omen_recording_make_folder(&made, name, err)) return -1;
  if (!dir) dir = made;
  int result = take_folder(r, dir, err);
  if (!result && (result = check_folder(r, dir, err))) rmdir(dir);
  if (result) omen_recording_release(r);
  free(made);
  return result;
}

/* ---- copying in ---- */

static int copy_bytes(int in, int out) {
  for (;;) {
    ssize_t n = copy_file_range(in, NULL, out, NULL, 1 << 30, 0);
    if (n > 0) continue;
    if (n == 0) break;
    if (errno == EINTR) continue;
    if (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) return -1;
    break; /* between file systems that cannot: by hand, from where both stand */
  }
  char buf[65536];
  ssize_t n;
  while ((n = read(in, buf, sizeof buf)) > 0)
    for (ssize_t done = 0, w; done < n; done += w)
      if ((w = write(out, buf + done, (size_t)(n - done))) <= 0) return -1;
  return n < 0 ? -1 : 0;
}

int omen_recording_add(const struct omen_recording *r, const char *from, const char *name,
                       struct omen_err *err) {
  char *to = inside(r, name);
  struct stat st;
  int in = open(from, O_RDONLY | O_CLOEXEC), out = -1, result = 0;
  if (in < 0 || fstat(in, &st))
    result = omen_fail(err, "%s: %s", from, strerror(errno));
  else if ((out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, st.st_mode & 0777)) < 0 ||
           copy_bytes(in, out))
    result = omen_fail(err, "%s: %s", to, strerror(errno));
  if (out >= 0 && close(out) && !result) result = omen_fail(err, "%s: %s", to, strerror(errno));
  if (in >= 0) close(in);
  free(to);
  return result;
}

int omen_recording_add_folder(const struct omen_recording *r, const char *from, const char *name,
                              struct omen_err *err) {
  DIR *d = opendir(from);
  if (!d) return errno == ENOENT ? 0 : omen_fail(err, "%s: %s", from, strerror(errno));
  char *to = inside(r, name);
  int result = mkdir(to, 0777) && errno != EEXIST ? omen_fail(err, "%s: %s", to, strerror(errno)) : 0;
  for (struct dirent *e; !result && (e = readdir(d));) {
    char *path = omen_format("%s/%s", from, e->d_name), *sub = omen_format("%s/%s", name, e->d_name);
    struct stat st;
    if (!stat(path, &st) && S_ISREG(st.st_mode)) result = omen_recording_add(r, path, sub, err);
    free(path);
    free(sub);
  }
  free(to);
  closedir(d);
  return result;
}

/* ---- manifest, sealing, checking ---- */

static int write_manifest(struct omen_recording *r, struct omen_err *err) {
  char *path = inside(r, "manifest.json");
  int result = omen_manifest_write(&r->manifest, path, err);
  free(path);
  return result;
}

int omen_recording_begin(struct omen_recording *r, struct omen_err *err) {
  r->manifest.complete = false;
  omen_made_here_note(r);
  return write_manifest(r, err);
}

static int checksum(const char *path, uint64_t *size, uint64_t *hash, struct omen_err *err) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe: that it waits for nobody */
  struct stat st;
  if (fd < 0 || fstat(fd, &st)) return omen_fail(err, "%s: %s", path, strerror(errno));
  if (!S_ISREG(st.st_mode)) {
    close(fd);
    return omen_fail(err, "%s: altered since it was recorded: it is not a file", path);
  }
  XXH3_state_t *state = XXH3_createState();
  if (!state || XXH3_64bits_reset(state)) OMEN_BUG("no memory for a checksum");
  char *buf = omen_xmalloc(1 << 18);
  ssize_t n;
  *size = 0;
  while ((n = read(fd, buf, 1 << 18)) > 0) {
    *size += (uint64_t)n;
    XXH3_64bits_update(state, buf, (size_t)n);
  }
  int result = n < 0 ? omen_fail(err, "%s: %s", path, strerror(errno)) : 0;
  *hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  free(buf);
  close(fd);
  return result;
}

static int list_file(struct omen_recording *r, const char *name, struct omen_err *err) {
  char *path = inside(r, name);
  uint64_t size, hash;
  int result = checksum(path, &size, &hash, err);
  if (!result) omen_manifest_add_file(&r->manifest, name, size, hash);
  free(path);
  return result;
}

static int list_libraries(struct omen_recording *r, struct omen_err *err) {
  char *lib = inside(r, "lib");
  struct dirent **entries = NULL;
  int n = scandir(lib, &entries, NULL, alphasort), result = 0;
  free(lib);
  for (int i = 0; i < n; i++) {
    if (!result && entries[i]->d_name[0] != '.') {
      char *name = omen_format("lib/%s", entries[i]->d_name);
      result = list_file(r, name, err);
      free(name);
    }
    free(entries[i]);
  }
  free(entries);
  return result;
}

int omen_recording_seal(struct omen_recording *r, struct omen_err *err) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    char *path = inside(r, known[i]);
    bool there = omen_file_exists(path);
    free(path);
    if ((there || i < REQUIRED) && list_file(r, known[i], err)) return -1;
  }
  if (list_libraries(r, err)) return -1;
  r->manifest.complete = true;
  if (write_manifest(r, err)) return -1;
  omen_folder_let_go(&r->hold);
  return 0;
}

uint64_t omen_recording_identity(const struct omen_recording *r) {
  static const char *const names[] = {"program", "log", "digest", "before", "extras"};
  uint64_t all = 0;
  for (size_t i = 0; i < r->manifest.nfiles; i++) {
    const struct omen_manifest_file *f = &r->manifest.files[i];
    bool counts = !strncmp(f->name, "lib/", 4);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) counts |= !strcmp(f->name, names[k]);
    if (counts) all += XXH3_64bits_withSeed(f->name, strlen(f->name), f->hash);
  }
  return all;
}

static int last_byte(const char *path, uint64_t *size, char *last) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  bool ok = fd >= 0 && !fstat(fd, &st) && st.st_size > 0 && pread(fd, last, 1, st.st_size - 1) == 1;
  *size = ok ? (uint64_t)st.st_size : 0;
  if (fd >= 0) close(fd);
  return ok ? 0 : -1;
}

int omen_recording_whole(const struct omen_recording *r, uint64_t events, struct omen_err *err) {
  char *log = inside(r, "log"), *digest = inside(r, "digest"), last = 0, any;
  uint64_t size;
  bool whole =
      !last_byte(log, &size, &last) && last == 'E' && !last_byte(digest, &size, &any) && size >= 2 * events;
  free(log);
  free(digest);
  return whole ? 0 : omen_fail(err, "%s: the recording could not be written to its end", r->dir);
}

static int check_file(const struct omen_recording *r, const struct omen_manifest_file *f,
                      struct omen_err *err) {
  char *path = inside(r, f->name);
  uint64_t size, hash;
  int result = checksum(path, &size, &hash, err);
  if (!result && size < f->size)
    result = omen_fail(err, "%s: cut short: %llu of %llu bytes", path, (unsigned long long)size,
                       (unsigned long long)f->size);
  else if (!result && (size != f->size || hash != f->hash))
    result = omen_fail(
        err, "%s: altered since it was recorded: record the program again, or take an unaltered copy", path);
  free(path);
  return result;
}

static bool lists(const struct omen_manifest *m, const char *name) {
  for (size_t i = 0; i < m->nfiles; i++)
    if (!strcmp(m->files[i].name, name)) return true;
  return false;
}

static int not_one(const struct omen_recording *r, const char *dir, struct omen_err *err) {
  char *campaign = inside(r, "campaign.json");
  bool is = is_file(campaign);
  free(campaign);
  return is ? omen_fail(err,
                        "%s: a campaign, with several recordings: %s/run-001, for example ('omen report %s' "
                        "tells which shows what)",
                        dir, dir, dir)
            : omen_fail(err,
                        "%s: not a recording: no manifest.json in it ('omen run -o DIR -- PROG' makes one)",
                        dir);
}

int omen_recording_open(struct omen_recording *r, const char *dir, struct omen_err *err) {
  *r = (struct omen_recording){.dir = realpath(dir, NULL)};
  if (!r->dir)
    return omen_fail(err, "%s: %s (a recording is called omen-PROG.rec, or as -o said)", dir,
                     strerror(errno));
  struct stat st;
  char *path = inside(r, "manifest.json");
  int result = 0;
  if (stat(r->dir, &st) || !S_ISDIR(st.st_mode))
    result =
        omen_fail(err, "%s: not a recording, which is a folder ('omen run -o DIR -- PROG' makes one)", dir);
  else if (!is_file(path))
    result = not_one(r, dir, err);
  else
    result = omen_manifest_read(&r->manifest, path, err);
  free(path);
  if (!result && !r->manifest.complete) result = omen_recording_recover(r, err);
  for (size_t i = 0; !result && i < REQUIRED; i++)
    if (!lists(&r->manifest, known[i])) result = omen_fail(err, "%s: damaged: no '%s'", dir, known[i]);
  for (size_t i = 0; !result && i < r->manifest.nfiles; i++)
    result = check_file(r, &r->manifest.files[i], err);
  if (result) omen_recording_release(r);
  return result;
}

void omen_recording_release(struct omen_recording *r) {
  omen_folder_let_go(&r->hold);
  free(r->dir);
  omen_manifest_release(&r->manifest);
  *r = (struct omen_recording){0};
}

/* ---- scratch ---- */

static int link_into(const char *dir, const struct omen_recording *r, const char *name) {
  char *from = inside(r, name), *link = omen_format("%s/%s", dir, name);
  int result = omen_file_exists(from) ? symlink(from, link) : 0;
  free(from);
  free(link);
  return result;
}

char *omen_scratch_new(const struct omen_recording *r, bool in_recording, struct omen_err *err) {
  const char *tmp = getenv("TMPDIR");
  if (!tmp || *tmp != '/') tmp = "/tmp";
  char *dir = in_recording ? inside(r, "watch") : omen_scratch_folder(tmp);
  if (!dir) {
    omen_fail(err, "%s: cannot make a scratch folder: %s", tmp, strerror(errno));
    return NULL;
  }
  errno = ENAMETOOLONG;
  if (strlen(dir) < sizeof((struct omen_config *)0)->dir && (!in_recording || !mkdir(dir, 0777))) {
    static const char *const names[] = {"log", "digest", "before", "inputs", "base.log", "segments"};
    int failed = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names && !failed; i++) failed = link_into(dir, r, names[i]);
    if (!failed) return dir;
    int why = errno;
    omen_rmtree(dir);
    errno = why;
  }
  omen_fail(err, "%s: cannot make a scratch folder: %s", dir, strerror(errno));
  omen_scratch_unlock(dir);
  free(dir);
  return NULL;
}

void omen_scratch_free(char *dir) {
  if (dir) omen_rmtree(dir);
  if (dir) omen_scratch_unlock(dir);
  free(dir);
}
