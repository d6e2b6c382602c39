/* Becoming a checkpoint (record/checkpoint_file.h). Called at the end of start-up: everything that the kernel
 * maps for a process of the variant is there, and nothing of the program has run. First all is looked at that
 * could be different here; if anything is, the replay begins at its beginning and says so. Then, on a stack
 * outside of everything, what start-up made is taken away, the checkpoint's mappings are made and filled, and
 * the processor's and the kernel's state is set: from there on nothing of this process is left but what
 * `omrt_checkpoint_resumed` needs, in the scratch area.
 *
 * `perform` and what it calls may use no variable of the runtime and no function of libc: both are being
 * replaced. */
#include "runtime/explore/checkpoint_server.h"
#include "runtime/explore/current_plan.h"
#include "runtime/fiber/fiber.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/world/answers.h"
#include "runtime/sched/preempt.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/shadow/shadow.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { PAGE = OMEN_SAVED_PAGE, BUFFER = 64 << 10, FILES = 8 };
const struct omrt_fresh *omrt_checkpoint_fresh;

struct load {
  struct omrt_fresh fresh;
  const struct omen_saved_head *head;
  const struct omen_saved_map *map;
  const char *names;
  const struct omen_saved_run *runs;
  uint64_t size; /* of the checkpoint */
  struct omrt_mappings now;
  int file[FILES]; /* of the recording, in the order of the mappings */
  uint32_t nfiles;
  int *library; /* for each mapping: the file of a library that the program opened while it ran; 0: none */
  char buffer[BUFFER];
};

/* ---- looking ---- */

static uint64_t padded(uint64_t n) { return (n + 7) & ~7ull; }

static const char *open_image(struct load *l) {
  long size = OMRT_SYS3(SYS_lseek, OMEN_SAVED_FD, 0, SEEK_END);
  if (size < (long)sizeof *l->head) return "it is cut short";
  long got = OMRT_SYS6(SYS_mmap, OMRT_SCRATCH_IMAGE, size, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE,
                       OMEN_SAVED_FD, 0);
  if (got != (long)OMRT_SCRATCH_IMAGE) return "it cannot be mapped";
  l->head = (const void *)OMRT_SCRATCH_IMAGE;
  l->size = (uint64_t)size;
  return NULL;
}

/* Everything in it lies within it, and in order. */
static const char *check_shape(struct load *l) {
  const struct omen_saved_head *h = l->head;
  if (h->magic != OMEN_SAVED_MAGIC || h->version != OMEN_SAVED_VERSION || h->size != sizeof *h)
    return "another version of Omen made it";
  if (h->nmaps > OMEN_SAVED_MAPS || h->nthreads > 1u << 20 || h->strings > OMEN_SAVED_STRINGS ||
      h->strings & 7 || !h->strings || h->outcome > l->size || h->outputs > l->size)
    return "it is damaged";
  uint64_t at = sizeof *h + h->nthreads * sizeof(struct omen_saved_thread);
  l->map = (const void *)((const char *)h + at);
  at += h->nmaps * sizeof *l->map;
  l->names = (const char *)h + at;
  at += h->strings;
  if (at + padded(h->outcome) + padded(h->outputs) + sizeof *l->runs > l->size || l->names[h->strings - 1])
    return "it is damaged";
  l->fresh.outcome = (const char *)h + at;
  l->fresh.outputs = l->fresh.outcome + padded(h->outcome);
  l->runs = (const void *)(l->fresh.outputs + padded(h->outputs));
  uint64_t last = 0;
  for (uint32_t i = 0; i < h->nmaps; i++) {
    const struct omen_saved_map *m = &l->map[i];
    if (m->lo < last || m->hi <= m->lo || (m->lo | m->hi) & (PAGE - 1) || m->name >= h->strings)
      return "it is damaged";
    last = m->hi;
  }
  return NULL;
}

static const struct omen_saved_run *next_run(const struct omen_saved_run *r) {
  return (const void *)((const char *)(r + 1) + r->len);
}

static const char *check_runs(const struct load *l) {
  const char *end = (const char *)l->head + l->size;
  uint32_t i = 0;
  for (const struct omen_saved_run *r = l->runs;; r = next_run(r)) {
    if ((const char *)(r + 1) > end) return "it is cut short";
    if (!r->len) return r->addr ? "it is damaged" : NULL;
    if (r->len > (uint64_t)(end - (const char *)(r + 1)) || (r->addr | r->len) & (PAGE - 1))
      return "it is damaged";
    while (i < l->head->nmaps && l->map[i].hi <= r->addr) i++;
    if (i == l->head->nmaps || r->addr < l->map[i].lo || r->len > l->map[i].hi - r->addr ||
        l->map[i].kind == OMEN_MAP_KERNEL || l->map[i].kind == OMEN_MAP_RECORDING)
      return "it is damaged";
  }
}

/* Is [lo, hi) of a file here as it was there? */
static bool file_is_here(const struct load *l, const struct omen_saved_map *m) {
  uint64_t lo = m->lo;
  for (uint32_t i = 0; i < l->now.n && lo < m->hi; i++) {
    const struct omen_saved_map *n = &l->now.at[i];
    if (n->hi <= lo) continue;
    if (n->kind != OMEN_MAP_FILE || n->lo > lo || n->offset - n->lo != m->offset - m->lo) return false;
    lo = n->hi;
  }
  if (lo < m->hi) return false;
  return !m->first || m->first == omen_saved_hash(1, (const void *)m->lo, PAGE);
}

/* The program opened it later (syscall/library.h): it is in the recording. */
static bool open_library(struct load *l, uint32_t i) {
  const struct omen_saved_map *m = &l->map[i];
  const char *name = l->names + m->name, *base = name;
  char path[700];
  for (uint32_t k = 0; k < l->now.n; k++)
    if (l->now.at[k].kind == OMEN_MAP_FILE && l->now.at[k].lo < m->hi && m->lo < l->now.at[k].hi)
      return false;
  for (; *name; name++)
    if (*name == '/') base = name + 1;
  omrt_fmt(path, sizeof path, "%s/lib/%s", omrt_config->recording, base);
  long fd = *base ? OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) : -1;
  if (fd < 0) return false;
  l->library[i] = (int)fd;
  memset(l->buffer, 0, PAGE);
  return !m->first || (OMRT_SYS4(SYS_pread64, fd, l->buffer, PAGE, 0) > 0 &&
                       m->first == omen_saved_hash(1, l->buffer, PAGE));
}

static bool file_was_there(const struct load *l, const struct omen_saved_map *n) {
  uint64_t lo = n->lo;
  for (uint32_t i = 0; i < l->head->nmaps && lo < n->hi; i++) {
    const struct omen_saved_map *m = &l->map[i];
    if (m->hi <= lo) continue;
    if (m->kind != OMEN_MAP_FILE || m->lo > lo) return false;
    lo = m->hi;
  }
  return lo >= n->hi;
}

static const char *check_ground(struct load *l) {
  if (l->head->machine != omrt_machine_hash()) return "another kind of processor made it";
  if (l->head->vdso != omrt_vdso_hash(&l->now)) return "another kernel made it";
  if (l->head->watch != omrt_watch_hash()) return "other memory is watched";
  for (uint32_t i = 0; i < l->head->nmaps; i++)
    if (l->map[i].kind == OMEN_MAP_FILE && !file_is_here(l, &l->map[i]) && !open_library(l, i))
      return "the program or a library is another one here";
  for (uint32_t i = 0; i < l->now.n; i++)
    if (l->now.at[i].kind == OMEN_MAP_FILE && !file_was_there(l, &l->now.at[i]))
      return "the program or a library is another one here";
  return NULL;
}

static const char *open_files(struct load *l) {
  char path[700];
  for (uint32_t i = 0; i < l->head->nmaps; i++) {
    if (l->map[i].kind != OMEN_MAP_RECORDING) continue;
    const char *name = l->names + l->map[i].name, *base = name;
    for (; *name; name++)
      if (*name == '/') base = name + 1;
    omrt_fmt(path, sizeof path, "%s/%s", omrt_config->dir, base);
    long fd = l->nfiles == FILES ? -1 : OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    long size = fd < 0 ? 0 : OMRT_SYS3(SYS_lseek, fd, 0, SEEK_END);
    if (fd >= 0) l->file[l->nfiles++] = (int)fd;
    if (fd < 0 || l->map[i].hi - l->map[i].lo != (((uint64_t)size + PAGE - 1) & ~(PAGE - 1ull)))
      return "a file of the recording is another one";
  }
  return NULL;
}

static const char *look(struct load *l) {
  const char *why = open_image(l);
  if (!why) why = check_shape(l);
  if (!why) why = check_runs(l);
  if (!why && !omrt_mappings_read(&l->now, l->buffer, BUFFER)) why = "this process cannot be looked at";
  if (!why) why = check_ground(l);
  if (!why) why = open_files(l);
  if (!why && (uint64_t)OMRT_SYS1(SYS_brk, l->head->brk) != l->head->brk)
    why = "there is no room for the heap";
  return why;
}

/* ---- performing ---- */

static _Noreturn void give_up(void) {
  static const char text[] = "omen: not enough memory to go on from a checkpoint\n";
  OMRT_SYS3(SYS_write, 2, text, sizeof text - 1);
  for (;;) OMRT_SYS1(SYS_exit_group, 125);
}

static void clear(const struct load *l) {
  for (uint32_t i = 0; i < l->now.n; i++) {
    const struct omen_saved_map *n = &l->now.at[i];
    if (n->kind == OMEN_MAP_MEMORY || n->kind == OMEN_MAP_RECORDING)
      OMRT_SYS2(SYS_munmap, n->lo, n->hi - n->lo);
    if (n->kind == OMEN_MAP_STACK) OMRT_SYS3(SYS_madvise, n->lo, n->hi - n->lo, MADV_DONTNEED);
  }
}

static void make(const struct load *l) {
  uint32_t file = 0;
  for (uint32_t i = 0; i < l->head->nmaps; i++) {
    const struct omen_saved_map *m = &l->map[i];
    long got = (long)m->lo;
    int more = m->flags & OMEN_MAP_NORESERVE ? MAP_NORESERVE : 0;
    if (m->kind == OMEN_MAP_MEMORY)
      got = OMRT_SYS6(SYS_mmap, m->lo, m->hi - m->lo, m->prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | more,
                      -1, 0);
    if (m->kind == OMEN_MAP_RECORDING)
      got = OMRT_SYS6(SYS_mmap, m->lo, m->hi - m->lo, m->prot, MAP_PRIVATE | MAP_FIXED, l->file[file++],
                      m->offset);
    if (l->library[i])
      got = OMRT_SYS6(SYS_mmap, m->lo, m->hi - m->lo, m->prot, MAP_PRIVATE | MAP_FIXED, l->library[i],
                      m->offset);
    if (m->kind == OMEN_MAP_STACK) *(volatile char *)m->lo = 0; /* it grows so far */
    if (got != (long)m->lo) give_up();
  }
}

static void fill(const struct load *l) {
  uint32_t i = 0, open = UINT32_MAX;
  for (const struct omen_saved_run *r = l->runs; r->len; r = next_run(r)) {
    while (l->map[i].hi <= r->addr) i++;
    const struct omen_saved_map *m = &l->map[i];
    if ((!(m->prot & PROT_WRITE) || m->kind == OMEN_MAP_FILE) && open != i) {
      open = i;
      if (OMRT_SYS3(SYS_mprotect, m->lo, m->hi - m->lo, PROT_READ | PROT_WRITE | m->prot)) give_up();
    }
    char *to = (char *)r->addr;
    const char *from = (const char *)(r + 1);
    uint64_t n = r->len;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)::"memory");
  }
}

static void protect(const struct load *l) {
  for (uint32_t i = 0; i < l->head->nmaps; i++) {
    const struct omen_saved_map *m = &l->map[i];
    if (m->kind == OMEN_MAP_FILE || (m->kind == OMEN_MAP_MEMORY && !(m->prot & PROT_WRITE)))
      OMRT_SYS3(SYS_mprotect, m->lo, m->hi - m->lo, m->prot);
  }
}

static void close_files(const struct load *l) {
  for (uint32_t i = 0; i < l->nfiles; i++) OMRT_SYS1(SYS_close, l->file[i]);
  for (uint32_t i = 0; l->map && i < l->head->nmaps; i++)
    if (l->library[i]) OMRT_SYS1(SYS_close, l->library[i]);
}

static void tell_kernel(const struct omen_saved_head *h) {
  stack_t alt = {.ss_sp = (void *)h->alternate, .ss_size = h->alternate_size};
  if (!h->alternate) alt.ss_flags = SS_DISABLE;
  OMRT_SYS2(SYS_sigaltstack, &alt, 0);
  for (int sig = 1; sig <= OMEN_SAVED_SIGNALS; sig++)
    if (sig != SIGKILL && sig != SIGSTOP) OMRT_SYS4(SYS_rt_sigaction, sig, &h->actions[sig - 1], 0, 8);
}

static void perform(void *arg) {
  struct load *l = arg;
  clear(l);
  make(l);
  fill(l);
  protect(l);
  tell_kernel(l->head);
  close_files(l);
  omrt_checkpoint_fresh = &l->fresh;
  __builtin_ia32_wrfsbase64(l->head->fs);
  __builtin_ia32_wrgsbase64(l->head->gs);
  omrt_context_resume(&omrt_checkpoint_context);
}

/* At the end of the scratch memory; half of that is more than all the rest needs. */
static bool keep_plan(struct load *l) {
  uint64_t size = omrt_config->plan_size, at = OMRT_SCRATCH + OMRT_SCRATCH_SIZE - size;
  if (size > OMRT_SCRATCH_SIZE / 2) return false;
  l->fresh.plan = memcpy((void *)at, omrt_config->watch + omrt_config->watches, size);
  return true;
}

void omrt_checkpoint_load(void) {
  if (!(omrt_config->flags & OMEN_FLAG_RESTORE)) return;
  long got = OMRT_SYS6(SYS_mmap, OMRT_SCRATCH, OMRT_SCRATCH_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  struct load *l = (struct load *)(OMRT_SCRATCH + OMRT_SCRATCH_STACK);
  const char *why = "there is no room for it";
  if (got == (long)OMRT_SCRATCH) {
    l->now.at = (struct omen_saved_map *)(l + 1);
    l->now.names = (char *)(l->now.at + OMEN_SAVED_MAPS);
    l->fresh.config = (struct omen_config *)(l->now.names + OMEN_SAVED_STRINGS);
    l->library = (int *)(l->fresh.config + 1);
    memcpy(l->fresh.config, omrt_config, sizeof *omrt_config);
    bool fits = keep_plan(l);
    l->fresh.outcome_fd = omrt_outcome.fd;
    l->fresh.outputs_fd = omrt_world_out()->fd;
    why = fits ? look(l) : "the plan is too long for it";
    l->fresh.head = l->head;
  }
  if (!why) {
    uint64_t all = ~0ull;
    OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &all, 0, 8);
    omrt_on_stack((void *)(OMRT_SCRATCH + OMRT_SCRATCH_STACK), perform, l);
  }
  omrt_say("a checkpoint cannot be used, %s: from the beginning", why);
  OMRT_SYS1(SYS_close, OMEN_SAVED_FD);
  if (got > 0) close_files(l);
  if (got > 0 && l->head) OMRT_SYS2(SYS_munmap, OMRT_SCRATCH_IMAGE, l->size);
  if (got > 0) OMRT_SYS2(SYS_munmap, OMRT_SCRATCH, OMRT_SCRATCH_SIZE);
}

/* ---- in the checkpoint ---- */

static void take_config(const struct omen_config *from) {
  uint32_t size = omrt_config->size, watches = omrt_config->watches;
  memcpy(omrt_config, from, sizeof *from);
  omrt_config->size = size; /* what follows it is the checkpoint's, and the same */
  omrt_config->watches = watches;
}

static void take_plan(const void *from) {
  uint64_t size = omrt_config->plan_size;
  if (size) omrt_plan_follow(memcpy(omrt_alloc(size), from, size), size);
}

static void continue_file(struct omrt_out *o, int fd, const char *so_far, uint64_t len) {
  o->fd = fd;
  for (uint64_t done = 0; done < len;) {
    long n = OMRT_SYS3(SYS_write, fd, so_far + done, len - done);
    if (n == -EINTR) continue;
    if (n <= 0) {
      o->lost += len - done;
      return;
    }
    done += (uint64_t)n;
  }
}

/* What the program had written for people comes first. */
static void show(uint64_t len) {
  static char buf[4096];
  char path[700];
  struct omen_saved_shown head;
  omrt_fmt(path, sizeof path, "%s/segments/shown", omrt_config->dir);
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  for (uint64_t at = 0; fd >= 0 && at < len; at += sizeof head + head.len) {
    if (OMRT_SYS4(SYS_pread64, fd, &head, sizeof head, at) != sizeof head) break;
    for (uint64_t done = 0; done < head.len;) {
      uint64_t want = head.len - done < sizeof buf ? head.len - done : sizeof buf;
      long n = OMRT_SYS4(SYS_pread64, fd, buf, want, at + sizeof head + done);
      if (n <= 0 || OMRT_SYS3(SYS_write, head.fd, buf, n) < 0) break;
      done += (uint64_t)n;
    }
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
}

void omrt_checkpoint_resumed(void) {
  const struct omrt_fresh *f = omrt_checkpoint_fresh;
  const struct omen_saved_head *h = f->head;
  take_config(f->config);
  take_plan(f->plan);
  omrt_mode_choose();
  omrt_mapped_apart();
  omrt_swaps++; /* the processor's x87 is not the checkpoint's */
  omrt_watch_silence();
  continue_file(&omrt_outcome, f->outcome_fd, f->outcome, h->outcome);
  continue_file(omrt_world_out(), f->outputs_fd, f->outputs, h->outputs);
  if (!(omrt_config->flags & OMEN_FLAG_NO_OUTPUT)) show(h->shown);
  uint64_t mask = h->mask;
  OMRT_SYS1(SYS_close, OMEN_SAVED_FD);
  OMRT_SYS2(SYS_munmap, OMRT_SCRATCH, 2 * OMRT_RT_BASE - OMRT_SCRATCH);
  omrt_dispatch_on();
  omrt_preempt_arm();
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, 8);
  omrt_server_restored();
}
