/* Pieces to objects: each in a process of its own, as many side by side as there are processors. A process
 * takes its piece out of the instrumented module, looks whether the cache has its code, and makes it if not.
 * What is made goes into the cache at once: whoever is killed leaves the pieces that were done, and no
 * others, to the next one. See pieces.h. */
#include "build/instrument_parts.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

static char *object_path(const struct omen_ins *x, size_t k) {
  return omen_format("%s/piece-%zu.o", x->o->pieces, k);
}

/* ---- in the process of a piece ---- */

/* The name of its code in the cache: all that it is made from. */
static char *kept_path(const struct omen_ins *x) {
  LLVMMemoryBufferRef text = LLVMWriteBitcodeToMemoryBuffer(x->m);
  XXH3_state_t *state = XXH3_createState();
  if (!text || !state) omen_die(OMEN_EXIT_FAILED, "out of memory");
  XXH3_128bits_reset(state);
  XXH3_128bits_update(state, x->o->salt, strlen(x->o->salt));
  XXH3_128bits_update(state, LLVMGetBufferStart(text), LLVMGetBufferSize(text));
  XXH128_hash_t h = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  LLVMDisposeMemoryBuffer(text);
  return omen_format("%s/%016llx%016llx", x->o->cache, (unsigned long long)h.high64,
                     (unsigned long long)h.low64);
}

/* Nobody sees it before it is whole, and nothing is left of it if this process is killed. */
static int write_whole(const char *path, const char *data, size_t n, struct omen_err *err) {
  char *folder = omen_xstrndup(path, (size_t)(strrchr(path, '/') - path)), self[48];
  int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666), result = -1;
  free(folder);
  if (fd < 0) return omen_file_save(path, data, n, err); /* not every file system has that */
  size_t done = 0;
  for (ssize_t some = 1; done < n && some > 0; done += some > 0 ? (size_t)some : 0)
    while ((some = write(fd, data + done, n - done)) < 0 && errno == EINTR) continue;
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  if (done == n && (!linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) || errno == EEXIST))
    result = 0;
  else
    omen_fail(err, "%s: %s", path, strerror(errno));
  close(fd);
  return result;
}

/* Behind the code stands a sum of it, which linkers do not look at. */
static XXH64_hash_t sum_of(const char *data, size_t n) { return XXH3_64bits(data, n); }

/* Is it there, and as it was made? */
static bool is_whole(const char *kept) {
  struct omen_buf b = {0};
  XXH64_hash_t sum;
  bool whole = omen_file_exists(kept) && !omen_file_read(kept, &b, NULL) && b.len > sizeof sum;
  if (whole) {
    memcpy(&sum, b.data + b.len - sizeof sum, sizeof sum);
    whole = sum == sum_of(b.data, b.len - sizeof sum);
  }
  omen_buf_release(&b);
  return whole;
}

static int keep(const char *kept, LLVMMemoryBufferRef code, struct omen_err *err) {
  struct omen_buf b = {0};
  omen_buf_add(&b, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
  XXH64_hash_t sum = sum_of(b.data, b.len);
  omen_buf_add(&b, &sum, sizeof sum);
  unlink(kept); /* a damaged one */
  int result = write_whole(kept, b.data, b.len, err);
  omen_buf_release(&b);
  return result;
}

static int put_in_place(const char *kept, const char *object, struct omen_err *err) {
  utimensat(AT_FDCWD, kept, NULL, 0); /* it was used */
  return link(kept, object) == 0 ? 0 : omen_file_copy(kept, object, err);
}

static int make(struct omen_ins *x, size_t k, omen_piece_code *code, void *with, struct omen_err *err) {
  char *why = NULL, *object = object_path(x, k);
  x->m = omen_pieces_take(&x->pieces, x->m, k);
  if (LLVMVerifyModule(x->m, LLVMReturnStatusAction, &why))
    return omen_fail(err, "instrumented code: %s", why);
  char *kept = kept_path(x);
  int result = 0;
  if (!is_whole(kept)) {
    LLVMMemoryBufferRef made = code(x, with, err);
    result = made ? keep(kept, made, err) : -1;
  }
  if (!result) result = put_in_place(kept, object, err);
  free(kept);
  free(object);
  return result;
}

/* ---- all of them ---- */

static int processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
}

static pid_t start(struct omen_ins *x, size_t k, omen_piece_code *code, void *with) {
  fflush(NULL);
  pid_t self = getpid(), pid = fork();
  if (pid) return pid;
  struct omen_err err = {0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != self) _exit(OMEN_EXIT_FAILED);
  if (make(x, k, code, with, &err) == 0) _exit(0);
  fprintf(stderr, "omen: %s\n", err.msg);
  fflush(NULL);
  _exit(OMEN_EXIT_FAILED);
}

/* For whoever started the instrumenter: what part of the work is done. */
static void tell(uint64_t done, uint64_t total) {
  printf(OMEN_PROGRESS_LINE "%llu %llu\n", (unsigned long long)done, (unsigned long long)total);
  fflush(stdout);
}

static int list(const struct omen_ins *x, struct omen_err *err) {
  struct omen_buf text = {0};
  for (size_t k = 0; k < x->pieces.n; k++) {
    const struct omen_module_piece *p = &x->pieces.v[k];
    omen_buf_addf(&text, "piece-%zu.o %s %u\n", k, p->base ? p->base : "-", p->first);
  }
  char *path = omen_format("%s/" OMEN_PIECES_LIST, x->o->pieces);
  int result = omen_file_write(path, text.data, text.len, err);
  free(path);
  omen_buf_release(&text);
  return result;
}

struct at_work {
  pid_t pid;
  size_t piece;
};

/* Waits for one of them, and gives its piece. A signal that ended it is passed on as a failure. */
static size_t wait_for_one(struct at_work *list, int *n, int *failed) {
  for (;;) {
    int status;
    pid_t pid = wait(&status);
    if (pid < 0 && errno != EINTR) OMEN_BUG("no process of a piece to wait for");
    for (int i = 0; pid > 0 && i < *n; i++) {
      if (list[i].pid != pid) continue;
      size_t piece = list[i].piece;
      list[i] = list[--*n];
      if (WIFSIGNALED(status)) fprintf(stderr, "omen: LLVM died of signal %d\n", WTERMSIG(status));
      if (status) *failed = 1;
      return piece;
    }
  }
}

int omen_ins_emit_pieces(struct omen_ins *x, omen_piece_code *code, void *with, struct omen_err *err) {
  int most = processors(), n = 0, failed = 0;
  struct at_work *work = omen_xcalloc((size_t)most, sizeof *work);
  uint64_t total = 0, done = 0;
  for (size_t k = 0; k < x->pieces.n; k++) total += x->pieces.v[k].weight;
  omen_pieces_join(&x->pieces, x->m);
  for (size_t k = 0; (k < x->pieces.n && !failed) || n;) {
    if (n < most && k < x->pieces.n && !failed) {
      pid_t pid = start(x, k, code, with);
      if (pid < 0 && !n) failed = 1;
      if (pid > 0) work[n++] = (struct at_work){pid, k++};
      if (pid > 0 || !n) continue;
    }
    done += x->pieces.v[wait_for_one(work, &n, &failed)].weight;
    tell(done, total);
  }
  free(work);
  if (failed) return omen_fail(err, "a piece of the program could not be made into code");
  return list(x, err);
}
