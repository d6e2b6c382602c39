/* Folders in /tmp that a killed command leaves, the next one removes.
 *
 * Whoever made a folder has it locked (flock on the folder itself) as long as it lives; the kernel ends the
 * lock with the process, however it dies. So a folder of ours without a lock is nobody's. It gets its name
 * only when it is locked: before that it is being made, and left alone unless that was long ago. */
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

static bool abandoned(int parent, const char *name, int *lock) {
  bool making = !strncmp(name, MAKING, strlen(MAKING));
  struct stat st;
  if (!making && strncmp(name, NAME, strlen(NAME))) return false;
  *lock = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (*lock < 0) return false;
  /* Age first: a lock, if only for a moment, would be in the way of whoever is making it. */
  if (!fstat(*lock, &st) && st.st_uid == geteuid() && (!making || st.st_mtime < time(NULL) - LONG_AGO) &&
      !flock(*lock, LOCK_EX | LOCK_NB))
    return true;
  close(*lock);
  return false;
}

static void sweep(const char *parent) {
  DIR *d = opendir(parent);
  if (!d) return;
  int lock;
  for (const struct dirent *e; (e = readdir(d));) {
    if (!abandoned(dirfd(d), e->d_name, &lock)) continue;
    char *path = omen_format("%s/%s", parent, e->d_name);
    omen_rmtree(path);
    free(path);
    close(lock);
  }
  closedir(d);
}

char *omen_scratch_folder(const char *parent) {
  static bool swept;
  if (!swept) sweep(parent);
  swept = true;
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
