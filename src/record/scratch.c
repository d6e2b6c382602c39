/* Folders in /tmp that a killed command leaves, the next one removes.
 *
 * Whoever made a folder has it locked (flock on the folder itself) as long as it lives; the kernel ends the
 * lock with the process, however it dies. So a folder of ours without a lock is nobody's. It gets its name
 * only when it is locked. Before that it is being made; its maker has the parent folder locked meanwhile
 * (shared), so that whoever gets that lock for itself alone knows that nobody is making anything. Where the
 * parent cannot be locked, a folder that is being made is left alone unless that was long ago. */
#include "record/recording.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NAME "omen-scratch."
#define MAKING "omen-making."
enum { LONG_AGO = 600 };

static struct {
  char *dir;
  int fd;
} *locks;
static size_t nlocks, clocks;

static bool abandoned(int parent, bool nobody_makes, const char *name, int *lock) {
  bool making = !strncmp(name, MAKING, strlen(MAKING));
  struct stat st;
  if (!making && strncmp(name, NAME, strlen(NAME))) return false;
  *lock = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (*lock < 0) return false;
  /* Age first: a lock, if only for a moment, would be in the way of whoever is making it. */
  if (!fstat(*lock, &st) && st.st_uid == geteuid() &&
      (!making || nobody_makes || st.st_mtime < time(NULL) - LONG_AGO) && !flock(*lock, LOCK_EX | LOCK_NB))
    return true;
  close(*lock);
  return false;
}

static void sweep(const char *parent) {
  DIR *d = opendir(parent);
  if (!d) return;
  bool nobody_makes = !flock(dirfd(d), LOCK_EX | LOCK_NB);
  int lock;
  for (const struct dirent *e; (e = readdir(d));) {
    if (!abandoned(dirfd(d), nobody_makes, e->d_name, &lock)) continue;
    char *path = omen_format("%s/%s", parent, e->d_name);
    omen_rmtree(path);
    free(path);
    close(lock);
  }
  closedir(d);
}

/* The parent with a shared lock, or -1. It waits for nobody: whoever sweeps has it for a moment only, and
 * anybody may lock /tmp for as long as they like. */
static int lock_parent(const char *parent) {
  enum { TRIES = 100, PAUSE_US = 2000 };
  int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; fd >= 0 && i < TRIES; i++) {
    if (!flock(fd, LOCK_SH | LOCK_NB)) return fd;
    usleep(PAUSE_US);
  }
  if (fd >= 0) close(fd);
  return -1;
}

char *omen_scratch_folder(const char *parent) {
  static bool swept;
  if (!swept) sweep(parent);
  swept = true;
  int parent_lock = lock_parent(parent);
  char *making = omen_format("%s/" MAKING "XXXXXX", parent), *dir = NULL;
  int fd = mkdtemp(making) ? open(making, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB)) {
    dir = omen_format("%s/" NAME "%s", parent, making + strlen(making) - 6);
    if (rename(making, dir)) {
      free(dir);
      dir = NULL;
    }
  }
  if (dir) {
    OMEN_GROW(locks, nlocks, clocks);
    locks[nlocks].dir = omen_xstrdup(dir);
    locks[nlocks++].fd = fd;
  } else {
    if (fd >= 0) close(fd);
    rmdir(making);
  }
  if (parent_lock >= 0) close(parent_lock);
  free(making);
  return dir;
}

void omen_scratch_unlock(const char *dir) {
  for (size_t i = 0; i < nlocks; i++) {
    if (strcmp(locks[i].dir, dir)) continue;
    close(locks[i].fd);
    free(locks[i].dir);
    locks[i] = locks[--nlocks];
    return;
  }
}
