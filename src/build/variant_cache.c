/* The cache: entries are folders named by the hash of everything that they are made from, so an entry is
 * right or not there; one that is not as it was made (variant_sum.c) is made anew. They are made under tmp/
 * and renamed into place; whoever is killed in between leaves something in tmp/, which the next builder
 * removes. Entries not used for a month are removed too.
 */
#include "build/variant_parts.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DAY (24 * 3600)

void omen_key_init(struct omen_key *k) {
  k->state = XXH3_createState();
  if (!k->state) omen_die(OMEN_EXIT_FAILED, "out of memory");
  XXH3_128bits_reset(k->state);
}

void omen_key_add(struct omen_key *k, const void *data, size_t n) { XXH3_128bits_update(k->state, data, n); }
void omen_key_adds(struct omen_key *k, const char *s) { omen_key_add(k, s ? s : "", s ? strlen(s) + 1 : 1); }

int omen_key_add_file(struct omen_key *k, const char *path, struct omen_err *err) {
  struct omen_buf b = {0};
  int bad = omen_file_read(path, &b, err);
  uint64_t size = b.len;
  if (!bad) {
    omen_key_add(k, &size, sizeof size);
    omen_key_add(k, b.data, b.len);
  }
  omen_buf_release(&b);
  return bad;
}

void omen_key_finish(struct omen_key *k, char hex[33]) {
  XXH128_hash_t h = XXH3_128bits_digest(k->state);
  snprintf(hex, 33, "%016llx%016llx", (unsigned long long)h.high64, (unsigned long long)h.low64);
  XXH3_freeState(k->state);
  k->state = NULL;
}

/* Usable: it is there or can be made, and we may write in it. What lies in a place that others could have
 * prepared must also be ours: variants are executed. */
static bool usable(const char *folder, bool must_be_ours) {
  char *tmp = omen_format("%s/tmp", folder);
  struct stat st;
  bool good = omen_mkdirs(tmp, NULL) == 0 && access(tmp, W_OK | X_OK) == 0;
  if (good && must_be_ours)
    good = lstat(folder, &st) == 0 && st.st_uid == geteuid() && !(st.st_mode & S_IWOTH);
  free(tmp);
  return good;
}

/* Takes ownership; NULL when not usable. Paths in the cache are handed on to others, so they are absolute. */
static char *if_usable(char *folder, bool must_be_ours) {
  char *real = usable(folder, must_be_ours) ? realpath(folder, NULL) : NULL;
  free(folder);
  return real;
}

static char *in_temporary(void) {
  const char *tmp = getenv("TMPDIR");
  char *folder = omen_format("%s/omen-cache-%u", tmp && *tmp ? tmp : "/tmp", (unsigned)geteuid());
  mkdir(folder, 0700);
  return if_usable(folder, true);
}

char *omen_cache_folder(struct omen_err *err) {
  const char *own = getenv("OMEN_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  char *folder = NULL;
  if (own && *own) {
    folder = if_usable(omen_xstrdup(own), false);
    if (!folder) omen_fail(err, "OMEN_CACHE=%s: not a folder that can be written", own);
    return folder;
  }
  if (xdg && *xdg == '/') folder = if_usable(omen_format("%s/omen", xdg), true);
  if (!folder && home && *home == '/') folder = if_usable(omen_format("%s/.cache/omen", home), true);
  if (!folder) folder = in_temporary();
  if (!folder) omen_fail(err, "no folder for the cache can be written: set OMEN_CACHE");
  return folder;
}

/* First out of everybody's sight, at once. */
static void put_away(const char *cache, const char *path) {
  char *away = omen_format("%s/tmp/old-%s-%d", cache, omen_base_name(path), (int)getpid());
  if (rename(path, away) == 0) omen_rmtree(away);
  free(away);
}

char *omen_cache_entry(const char *cache, const char *kind, const char *key, bool *there) {
  char *path = omen_format("%s/%s/%s", cache, kind, key);
  *there = utimensat(AT_FDCWD, path, NULL, 0) == 0; /* also tells that it was used */
  if (!*there && errno != ENOENT) *there = omen_file_exists(path);
  if (*there && !omen_sum_holds(path)) {
    omen_warn("%s is damaged: it is made again", path);
    put_away(cache, path);
    *there = false;
  }
  return path;
}

static void remove_older(const char *cache, const char *kind, time_t seconds) {
  char *folder = omen_format("%s/%s", cache, kind);
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    struct stat st;
    if (e->d_name[0] == '.' || fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW)) continue;
    if (time(NULL) - st.st_mtime <= seconds) continue;
    char *path = omen_format("%s/%s", folder, e->d_name);
    put_away(cache, path);
    free(path);
  }
  if (d) closedir(d);
  free(folder);
}

/* Whoever makes an entry holds a lock on its folder: a folder that nobody holds is what a killed command
 * left. A new folder is left alone for a while: it may be between its making and its lock. */
#define HELD "held-" /* begins their names: earlier versions of Omen, in the same cache, held none */
static struct held {
  char *folder;
  int fd;
} *held;
static size_t nheld, cheld;

static void hold(const char *folder) {
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  flock(fd, LOCK_EX | LOCK_NB);
  OMEN_GROW(held, nheld, cheld);
  held[nheld++] = (struct held){omen_xstrdup(folder), fd};
}

static void let_go(const char *folder) {
  for (size_t i = nheld; i--;)
    if (!strcmp(held[i].folder, folder)) {
      close(held[i].fd);
      free(held[i].folder);
      held[i] = held[--nheld];
    }
}

void omen_cache_clean(const char *cache) {
  enum { NEW = 10 };
  char *folder = omen_format("%s/tmp", cache);
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    struct stat st;
    if (strncmp(e->d_name, HELD, strlen(HELD))) continue;
    int fd = openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) continue;
    if (!fstat(fd, &st) && time(NULL) - st.st_mtime > NEW && !flock(fd, LOCK_EX | LOCK_NB)) {
      char *path = omen_format("%s/%s", folder, e->d_name);
      omen_rmtree(path);
      free(path);
    }
    close(fd);
  }
  if (d) closedir(d);
  free(folder);
}

char *omen_cache_begin(const char *cache, struct omen_err *err) {
  remove_older(cache, "tmp", DAY);
  remove_older(cache, "object", 30 * DAY);
  remove_older(cache, "piece", 30 * DAY);
  remove_older(cache, "pruned", 30 * DAY);
  remove_older(cache, "variant", 30 * DAY);
  remove_older(cache, "library", 30 * DAY);
  char *making = omen_format("%s/tmp/" HELD "XXXXXX", cache);
  if (mkdtemp(making)) {
    hold(making);
    return making;
  }
  omen_fail(err, "%s: %s", making, strerror(errno));
  free(making);
  return NULL;
}

void omen_cache_abandon(char *making) {
  if (making) omen_rmtree(making);
  if (making) let_go(making);
  free(making);
}

int omen_cache_publish(char *making, const char *entry, struct omen_err *err) {
  char *folder = omen_xstrndup(entry, (size_t)(strrchr(entry, '/') - entry));
  int bad = omen_mkdirs(folder, err) || omen_sum_write(making, err);
  free(folder);
  if (!bad && rename(making, entry)) {
    if (errno != EEXIST && errno != ENOTEMPTY) bad = omen_fail(err, "%s: %s", entry, strerror(errno));
    omen_rmtree(making);
  } else if (bad)
    omen_rmtree(making);
  let_go(making);
  free(making);
  return bad;
}
