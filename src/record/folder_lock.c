/* Who makes a recording or a campaign holds its folder (flock on the folder itself; the kernel ends it with
 * the process).
 *
 * Two runs with the same -o at once would otherwise replace each other's recording while it is written, and
 * each would find nothing of what it recorded. */
#include "record/recording.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ABOVE_STREAMS = 3, TRIES = 100 };

static bool still_there(int fd, const char *dir) {
  struct stat held, now;
  return !fstat(fd, &held) && !stat(dir, &now) && held.st_dev == now.st_dev && held.st_ino == now.st_ino;
}

int omen_folder_lock(const char *dir) {
  for (int i = 0; i < TRIES; i++) {
    int low = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (low < 0) return 0; /* cannot be read: whoever writes to it will say so */
    int fd = fcntl(low, F_DUPFD_CLOEXEC, ABOVE_STREAMS);
    close(low);
    if (fd < 0) return 0;
    bool taken = flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    if (!taken && still_there(fd, dir)) return fd;
    close(fd);
    if (taken) return -1;
    mkdir(dir, 0777); /* whoever had it has just removed it */
  }
  return -1;
}

void omen_folder_let_go(int *hold) {
  if (*hold > 0) close(*hold);
  *hold = 0;
}

bool omen_recording_gone(const struct omen_recording *r) {
  char *manifest = omen_format("%s/manifest.json", r->dir);
  bool gone = (r->hold && !still_there(r->hold, r->dir)) || !omen_file_exists(manifest);
  free(manifest);
  return gone;
}
