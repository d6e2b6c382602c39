/* Whose recordings are run: see made_here.h. */
#include "record/made_here.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool trusted;

/* 0 where the file system does not say. */
static uint64_t born(const struct statx *s) {
  if (!(s->stx_mask & STATX_BTIME)) return 0;
  return (uint64_t)s->stx_btime.tv_sec * 1000000000u + s->stx_btime.tv_nsec;
}

static bool look(const char *dir, struct statx *s) {
  return !statx(AT_FDCWD, dir, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_UID | STATX_BTIME, s);
}

void omen_made_here_note(struct omen_recording *r) {
  struct statx s;
  if (!look(r->dir, &s)) return;
  r->manifest.made_inode = s.stx_ino;
  r->manifest.made_born = born(&s);
}

bool omen_made_here(const struct omen_recording *r) {
  struct statx s;
  return r->manifest.made_inode && look(r->dir, &s) && s.stx_uid == geteuid() &&
         s.stx_ino == r->manifest.made_inode && born(&s) == r->manifest.made_born;
}

void omen_trust_recordings(void) { trusted = true; }

int omen_may_run(const struct omen_recording *r, struct omen_err *err) {
  if (trusted || omen_made_here(r)) return 0;
  return omen_fail(
      err,
      "%s was not made here by you (it was copied, unpacked, or is somebody else's), and this would "
      "run the program in it: --trust does",
      r->dir);
}
