/* Libraries that the program opens while it runs. The dynamic linker does all of it, as ever: it looks for
 * the file, by the program's names and search paths, and maps it. Only what it then finds in the file is the
 * variant's: when it opens a library that was built with `omen cc`, its descriptor is one of the variant in
 * the recording's lib/. So every name stays the user's (dladdr, $ORIGIN, the list of loaded libraries), and
 * whoever opens the same file again gets the same library.
 *
 * Which variant that is says the list `libraries` (build/libraries.h). What is not in it yet is made by the
 * command, which is started as a process of its own while the program stands still. The log has the number in
 * the list, so that a replay maps the same file. */
#include "runtime/syscall/library.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/real.h"
#include "runtime/syscall/libraries.h"
#include "runtime/syscall/syscall.h"
#include "runtime/outcome_write.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define LIBRARY_FOLDER                                                                                       \
  "/proc/self/fd/197/" /* record/launch.h: what the variants are linked to look at first */

enum { OPEN = 8, MAPS = 256, NOTES = 4096, LONGEST = 4096 };
static uint64_t linker_lo, linker_hi;
static struct {
  int fd;
  int64_t library;
} open_now[OPEN]; /* descriptors of variants */
static struct {
  int64_t library;
  uint64_t lo, hi, offset;
  bool gone;
} map[MAPS]; /* code of variants */
static int maps;

void omrt_library_init(uint64_t linker, char **envp) {
  const Elf64_Ehdr *eh = (const void *)linker;
  for (int i = 0; linker && i < eh->e_phnum; i++) {
    const Elf64_Phdr *ph = (const Elf64_Phdr *)(linker + eh->e_phoff) + i;
    uint64_t end = linker + ph->p_vaddr + ph->p_memsz;
    if (ph->p_type == PT_LOAD && end > linker_hi) linker_hi = end;
  }
  linker_lo = linker;
  omrt_libraries_environment(envp);
}

static bool by_linker(const struct omrt_frame *f) { return f->rip >= linker_lo && f->rip < linker_hi; }

/* ---- was it built with omen cc? ---- */

static bool note_in(const uint8_t *p, uint64_t len) {
  for (uint64_t at = 0; at + 24 <= len;) {
    uint32_t n[3];
    memcpy(n, p + at, sizeof n);
    if (n[0] > len || n[1] > len) return false;
    if (n[0] == 5 && n[2] == 1 && !memcmp(p + at + 12, "OMEN", 5)) return true;
    at += 12 + ((n[0] + 3ull) & ~3ull) + ((n[1] + 3ull) & ~3ull);
  }
  return false;
}

bool omrt_library_noted(int64_t (*read)(void *arg, uint64_t at, void *to, uint64_t len), void *arg) {
  Elf64_Ehdr eh;
  Elf64_Phdr ph;
  bool found = false;
  if (read(arg, 0, &eh, sizeof eh) != sizeof eh || memcmp(eh.e_ident, ELFMAG, SELFMAG) ||
      eh.e_ident[EI_CLASS] != ELFCLASS64 || eh.e_machine != EM_X86_64 || eh.e_phentsize != sizeof ph)
    return false;
  uint8_t *notes = omrt_alloc(NOTES);
  for (int i = 0; i < eh.e_phnum && i < 64 && !found; i++) {
    if (read(arg, eh.e_phoff + (uint64_t)i * sizeof ph, &ph, sizeof ph) != sizeof ph) break;
    uint64_t len = ph.p_filesz < NOTES ? ph.p_filesz : NOTES;
    if (ph.p_type == PT_NOTE && read(arg, ph.p_offset, notes, len) == (int64_t)len)
      found = note_in(notes, len);
  }
  omrt_free(notes, NOTES);
  return found;
}

static int64_t read_descriptor(void *arg, uint64_t at, void *to, uint64_t len) {
  return OMRT_SYS4(SYS_pread64, *(int *)arg, to, len, at);
}

/* ---- opening ---- */

int64_t omrt_library_at(uint64_t fd) {
  for (int i = 0; i < OPEN; i++)
    if (open_now[i].library && open_now[i].fd == (int)fd) return open_now[i].library;
  return 0;
}

void omrt_library_closed(struct omrt_fds which) {
  for (int i = 0; i < OPEN; i++)
    if (omrt_fds_has(which, open_now[i].fd)) open_now[i].library = 0;
}

static void no_library(int fd) { omrt_library_closed((struct omrt_fds){(uint64_t)fd, (uint64_t)fd + 1}); }

/* False: too many are open at once, which the dynamic linker never does. */
static bool opened(int fd, int64_t library) {
  no_library(fd);
  for (int i = 0; i < OPEN; i++) {
    if (open_now[i].library) continue;
    open_now[i].fd = fd;
    open_now[i].library = library;
    return true;
  }
  return false;
}

static bool namespace;

int64_t omrt_library_choose(const char *path, const struct stat *st) {
  int64_t library = namespace ? 0 : omrt_libraries_find(path, st);
  if (!library && !namespace) {
    omrt_libraries_make(path);
    library = omrt_libraries_find(path, st);
  }
  const char *why = namespace  ? "it is opened in a namespace of its own (dlmopen)"
                    : !library ? "its variant could not be made"
                               : omrt_libraries_why(library);
  if (!why) return library;
  omrt_libraries_note(path, library, why);
  return 0;
}

/* Puts the variant where the library is open. */
static int64_t redirect(int fd) {
  static char link[LONGEST];
  char self[40];
  struct stat st;
  if (!omrt_library_noted(read_descriptor, &fd) || OMRT_SYS2(SYS_fstat, fd, &st)) return 0;
  omrt_fmt(self, sizeof self, "/proc/self/fd/%d", fd);
  long n = OMRT_SYS3(SYS_readlink, self, link, sizeof link - 1);
  if (n <= 0 || link[0] != '/') return 0;
  link[n] = 0;
  int64_t library = omrt_library_choose(link, &st);
  if (!library || !opened(fd, library)) return 0;
  long variant = omrt_libraries_open(library);
  if (variant >= 0 && OMRT_SYS3(SYS_dup3, variant, fd, O_CLOEXEC) < 0) library = 0;
  if (variant >= 0) OMRT_SYS1(SYS_close, variant);
  if (variant >= 0 && library) return library;
  no_library(fd);
  return 0;
}

static int64_t open_library(int nr, const uint64_t a[6]) {
  if (omrt_mode.world) {
    int64_t fd = omrt_mode.world->call(nr, a, "");
    if (fd >= 0) omrt_world.library(fd, -1);
    return fd;
  }
  int64_t library = 0;
  if (omrt_mode.by_log) {
    int64_t fd = omrt_call_recorded(nr, a, "");
    omrt_log_value(&library);
    if (library && (!omrt_libraries_has(library) || !opened((int)fd, library)))
      omrt_diverged("the recording has no library %ld", (long)library);
    if (library && omrt_config->plan_size) omrt_world.library(fd, library);
    return fd;
  }
  int64_t fd = omrt_sys(nr, (long)a[0], (long)a[1], (long)a[2], (long)a[3], 0, 0);
  if (fd >= 0) library = redirect((int)fd);
  omrt_log_call(nr, a[0], fd, NULL, 0);
  omrt_log_value(&library);
  return fd;
}

static int64_t open_any(int nr, const uint64_t a[6], int dirfd, const char *path, uint64_t flags,
                        const struct omrt_frame *frame) {
  bool reads = !(flags & (O_ACCMODE | O_CREAT | O_TRUNC | O_DIRECTORY | O_PATH));
  if (!reads || !by_linker(frame)) return omrt_fifo_open(nr, a, dirfd, path, flags);
  /* Where the variants lie is nowhere for the program. */
  if (!strncmp(path, LIBRARY_FOLDER, strlen(LIBRARY_FOLDER)))
    return omrt_mode.world ? -ENOENT : omrt_call_result(nr, a[0], -ENOENT);
  return open_library(nr, a);
}
OMRT_CALL(open) { return open_any(nr, a, AT_FDCWD, (const char *)a[0], a[1], frame); }
OMRT_CALL(openat) { return open_any(nr, a, (int)a[0], (const char *)a[1], a[2], frame); }

/* ---- which file is it? ----
 * The dynamic linker compares with those that it has loaded, before Omen was in control too: so a replay
 * asks, for the recording may be a copy by now. */

int64_t omrt_library_stat(int64_t library, struct stat *st) {
  long fd = omrt_libraries_open(library);
  if (fd < 0) return fd;
  long ret = OMRT_SYS2(SYS_fstat, fd, st);
  OMRT_SYS1(SYS_close, fd);
  return ret;
}

static int64_t stat_library(int nr, const uint64_t a[6], int64_t library, struct stat *st) {
  int64_t ret = omrt_call_result(nr, a[0], omrt_mode.by_log ? 0 : omrt_library_stat(library, st));
  if (omrt_mode.by_log && !ret) omrt_library_stat(library, st);
  return ret;
}
OMRT_CALL(fstat) {
  int64_t library = omrt_mode.world ? 0 : omrt_library_at(a[0]);
  return library ? stat_library(nr, a, library, (void *)a[1]) : omrt_call_plain(nr, a);
}
OMRT_CALL(newfstatat) {
  int64_t library = omrt_mode.world || !(a[3] & AT_EMPTY_PATH) ? 0 : omrt_library_at(a[0]);
  if (library && by_linker(frame)) return stat_library(nr, a, library, (void *)a[2]);
  return omrt_call_plain(nr, a);
}

/* ---- mapping ---- */

int64_t omrt_library_map(int64_t library, uint64_t at, const uint64_t a[6]) {
  long fd = omrt_libraries_open(library);
  if (fd < 0) return fd;
  long got = OMRT_SYS6(SYS_mmap, at ? at : a[0], a[1], a[2], a[3] | (at ? MAP_FIXED : 0), fd, a[5]);
  OMRT_SYS1(SYS_close, fd);
  return got;
}

void omrt_library_mapped(int64_t library, uint64_t at, const uint64_t a[6]) {
  if (!(a[2] & PROT_EXEC) || maps == MAPS) return;
  map[maps].library = library;
  map[maps].lo = at;
  map[maps].hi = at + a[1];
  map[maps++].offset = a[5];
}

/* What comes next does not get the addresses: reports tell by them whose code it was. */
bool omrt_library_unmapped(uint64_t at, uint64_t len) {
  bool ours = false;
  for (int i = 0; i < maps; i++) {
    if (map[i].gone || map[i].lo < at || map[i].hi > at + len) continue;
    map[i].gone = ours = true;
  }
  return ours;
}

void omrt_library_report(void) {
  for (int i = 0; i < maps; i++) {
    if (!map[i].gone) continue;
    omrt_libraries_map(map[i].lo, map[i].hi, map[i].offset, map[i].library);
  }
}

/* ---- namespaces: the runtime is not in them ---- */

OMRT_SERVED void *dlmopen(Lmid_t which, const char *file, int mode) {
  static void *(*real)(Lmid_t, const char *, int);
  bool was = namespace;
  if (!real) real = (void *(*)(Lmid_t, const char *, int))dlsym(RTLD_NEXT, "dlmopen");
  if (which != LM_ID_BASE) namespace = true;
  void *handle = real(which, file, mode);
  namespace = was;
  return handle;
}
