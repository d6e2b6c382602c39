/* Starting a variant: see launch.h. */
#include "record/launch.h"
#include "base/interrupt.h"
#include "record/checkpoint_file.h"
#include "record/checkpoint_requests.h"
#include "record/loaded.h"
#include "record/made_here.h"
#include "record/supervise.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* "unlimited" gives a process the legacy layout (mappings from low addresses up), where shadow memory would
 * not fit. glibc makes this the size of every thread's stack too, so it is large but not huge. */
#define STACK_FOR_UNLIMITED (256ull << 20)

uint64_t omen_launch_stack_limit(void) {
  struct rlimit rl;
  if (getrlimit(RLIMIT_STACK, &rl) || rl.rlim_cur == RLIM_INFINITY) return STACK_FOR_UNLIMITED;
  return rl.rlim_cur;
}

int omen_launch_supported(struct omen_err *err) {
  if (!prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0)) return 0;
  return omen_fail(err, "this kernel has no syscall user dispatch (Linux 5.11 or later on x86-64): 'omen "
                        "doctor' tells more");
}

/* ---- what the runtime is told ---- */

/* What the user asked for beyond the run: see extras.h. Mostly there is none. */
static int read_extras(const struct omen_launch *l, struct omen_buf *out, struct omen_err *err) {
  char *path = omen_format("%s/extras", l->recording->dir);
  int result = 0;
  if (omen_file_exists(path)) {
    result = omen_file_read(path, out, err);
    if (!result && !omen_extras_valid((const void *)out->data, out->len))
      result = omen_fail(err, "%s: damaged", path);
  }
  free(path);
  return result;
}

/* Of the manifest's: those that every replay has as well. */
#define KEPT_FLAGS                                                                                           \
  (OMEN_FLAG_NO_MEMORY | OMEN_FLAG_CONTAINED | OMEN_FLAG_FOLLOWS | OMEN_FLAG_EXACT | OMEN_FLAG_EXPRESSIONS | \
   OMEN_FLAG_PARTIAL | OMEN_FLAG_NO_ROOM | OMEN_FLAG_TSO | OMEN_FLAG_WEAK)

/* A plan that the runtime cannot follow is an error here, before anything runs. */
static int check_plan(const struct omen_plan *p, struct omen_err *err) {
  const char *wrong = p ? omen_plan_wrong(p, OMEN_STRATEGY_COUNT) : NULL;
  if (wrong) return omen_fail(err, "no plan: %s", wrong);
  const char *refused = p ? omen_plan_refused(p) : NULL;
  return refused ? omen_fail(err, "this version of Omen cannot follow the plan: %s", refused) : 0;
}

static int config_fd(const struct omen_launch *l, struct omen_err *err) {
  const struct omen_manifest *m = &l->recording->manifest;
  struct omen_buf extras = {0};
  if (check_plan(l->plan, err)) return -1;
  if (read_extras(l, &extras, err)) return omen_buf_release(&extras), -1;
  size_t head = sizeof(struct omen_config) + l->watches * sizeof(struct omen_watch);
  size_t plan_size = l->plan ? omen_plan_size(l->plan) : 0, size = head + plan_size + extras.len;
  struct omen_config *c = omen_xcalloc(1, size);
  *c = (struct omen_config){.magic = OMEN_CONFIG_MAGIC,
                            .version = OMEN_CONFIG_VERSION,
                            .size = (uint32_t)size,
                            .mode = l->mode,
                            .strategy = m->strategy,
                            .flags = l->flags | (m->nloaded ? OMEN_FLAG_PRELOADS : 0) |
                                     (l->restore ? OMEN_FLAG_RESTORE : 0) | (l->cutter ? OMEN_FLAG_CUT : 0) |
                                     (m->flags & KEPT_FLAGS),
                            .seed = m->seed,
                            .quantum = m->quantum,
                            .pct_steps = m->pct_steps,
                            .pct_depth = m->pct_depth,
                            .keep_freed = m->keep_freed,
                            .watches = l->watches,
                            .plan_size = plan_size,
                            .nknown = l->nknown,
                            .live_seconds = l->live_seconds,
                            .max_events = l->max_events,
                            .cut_every = l->cut_every,
                            .stop_at = l->stop_at};
  int fd = -1;
  if (strlen(l->dir) >= sizeof c->dir)
    omen_fail(err, "%s: path too long", l->dir);
  else if (strlen(l->recording->dir) >= sizeof c->recording)
    omen_fail(err, "%s: path too long", l->recording->dir);
  else if (strlen(m->program) >= sizeof c->prog)
    omen_fail(err, "%s: path too long", m->program);
  else {
    strcpy(c->dir, l->dir);
    strcpy(c->prog, m->program);
    strcpy(c->recording, l->recording->dir);
    ssize_t n = readlink("/proc/self/exe", c->command, sizeof c->command);
    if (n < 0 || n == sizeof c->command) c->command[0] = 0; /* libraries that are opened stay as they are */
    if (l->plan) omen_plan_pack(l->plan, (char *)c + head);
    if (l->nknown) memcpy(c->known, l->known, l->nknown * sizeof *l->known);
    if (l->watches) memcpy(c->watch, l->watch, l->watches * sizeof *l->watch);
    if (extras.len) memcpy((char *)c + head + plan_size, extras.data, extras.len);
    fd = memfd_create("omen-config", MFD_CLOEXEC);
    if (fd < 0 || write(fd, c, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET)) {
      omen_fail(err, "cannot make the configuration file: %s", strerror(errno));
      if (fd >= 0) close(fd);
      fd = -1;
    }
  }
  omen_buf_release(&extras);
  free(c);
  return fd;
}

/* ---- the child's side, up to exec ---- */

struct trouble { /* sent through a pipe that exec closes */
  int why;
  char what[60];
};

struct start {
  const struct omen_launch *l;
  struct omen_start_files files;
  int config, report;
  char **env, *added; /* loaded.h; NULL: the recorded environment is enough */
  pid_t parent;
  sigset_t mask;
};

static _Noreturn void give_up(const struct start *s, const char *what) {
  struct trouble t = {.why = errno};
  strncpy(t.what, what, sizeof t.what - 1);
  if (write(s->report, &t, sizeof t) != sizeof t) _exit(OMEN_EXIT_RUN_FAILED);
  _exit(OMEN_EXIT_RUN_FAILED);
}

static void place(const struct start *s, int fd, int at, int flags) {
  if (fd == at)
    fcntl(fd, F_SETFD, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
  else if (dup3(fd, at, flags) < 0)
    give_up(s, "placing a descriptor");
}

static void limits(const struct start *s) {
  struct rlimit rl;
  getrlimit(RLIMIT_STACK, &rl);
  rl.rlim_cur = s->l->recording->manifest.stack_limit;
  if (setrlimit(RLIMIT_STACK, &rl)) give_up(s, "setting the recorded stack limit");
  int persona = personality(0xffffffff);
  if (personality((unsigned long)persona | ADDR_NO_RANDOMIZE) < 0 ||
      !(personality(0xffffffff) & ADDR_NO_RANDOMIZE))
    give_up(s, "switching off address randomisation (personality)");
}

static void streams(const struct start *s) {
  if (!s->l->silent) return;
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) give_up(s, "opening /dev/null");
  if (dup2(null, 0) < 0 || dup2(null, 1) < 0) give_up(s, "redirecting to /dev/null");
}

static _Noreturn void become(struct start *s) {
  const struct omen_manifest *m = &s->l->recording->manifest;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != s->parent) _exit(OMEN_EXIT_RUN_FAILED);
  /* What the terminal sends is for the program that people see, and for the command. */
  if (s->l->silent) setpgid(0, 0);
  streams(s);
  /* A replay takes what the program sees from the log, so a folder that is gone does not matter to it. */
  bool real = s->l->mode == OMEN_MODE_RECORD && !(m->flags & OMEN_FLAG_CONTAINED);
  if (chdir(m->cwd) && real) give_up(s, "entering the current folder");
  limits(s);
  /* Any of them may sit where another is to go: first out of the way, then in place. */
  s->report = fcntl(s->report, F_DUPFD_CLOEXEC, 210);
  s->config = fcntl(s->config, F_DUPFD_CLOEXEC, 210);
  int program = fcntl(s->files.program, F_DUPFD_CLOEXEC, 210);
  int library = s->files.library < 0 ? -1 : fcntl(s->files.library, F_DUPFD_CLOEXEC, 210);
  int cutter = s->l->cutter ? fcntl(s->l->cutter, F_DUPFD_CLOEXEC, 210) : 0;
  int saved = s->l->restore ? fcntl(s->l->restore, F_DUPFD_CLOEXEC, 210) : 0;
  int server = s->l->server ? fcntl(s->l->server, F_DUPFD_CLOEXEC, 210) : 0;
  place(s, s->config, OMEN_CONFIG_FD, 0);
  place(s, program, OMEN_PROGRAM_FD, O_CLOEXEC);
  if (library >= 0) place(s, library, OMEN_LIBRARY_FD, 0);
  if (server) place(s, server, OMEN_SERVER_FD, 0);
  if (cutter) place(s, cutter, OMEN_CUTTER_FD, 0);
  if (saved) place(s, saved, OMEN_SAVED_FD, 0);
  signal(SIGXFSZ, SIG_DFL);
  sigprocmask(SIG_SETMASK, &s->mask, NULL);
  fexecve(OMEN_PROGRAM_FD, m->argv, s->env ? s->env : m->env);
  give_up(s, "starting the program");
}

/* ---- the parent's side ---- */

int omen_start_files_open(const struct omen_recording *r, struct omen_start_files *f, struct omen_err *err) {
  char *path = omen_format("%s/program", r->dir), *lib = omen_format("%s/lib", r->dir);
  f->program = open(path, O_RDONLY | O_CLOEXEC);
  /* Mostly there is none, or none yet: the dynamic linker must find some folder there in every run alike. */
  f->library = open(lib, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (f->library < 0) f->library = open(r->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int result = f->program < 0 ? omen_fail(err, "%s: %s", path, strerror(errno)) : 0;
  free(path);
  free(lib);
  return result;
}

void omen_start_files_close(struct omen_start_files *f) {
  if (f->program >= 0) close(f->program);
  if (f->library >= 0) close(f->library);
}

static int wait_for(pid_t pid, int *status, struct omen_err *err) {
  while (waitpid(pid, status, 0) < 0)
    if (errno != EINTR) return omen_fail(err, "waiting for the program: %s", strerror(errno));
  return 0;
}

/* Forks; signals are left blocked, as before s->mask. The program's process, or -1 with the message. */
static pid_t start(struct start *s, int report[2], struct omen_err *err) {
  if (pipe2(report, O_CLOEXEC)) return omen_fail(err, "pipe: %s", strerror(errno));
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &s->mask);
  if (omen_interrupted()) { /* whoever comes later is waited for, or passed on */
    sigprocmask(SIG_SETMASK, &s->mask, NULL);
    close(report[0]);
    close(report[1]);
    return omen_fail(err, "interrupted by signal %d", omen_interrupt());
  }
  s->report = report[1];
  s->parent = getpid();
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) become(s);
  if (pid < 0) omen_fail(err, "fork: %s", strerror(errno));
  close(report[1]);
  if (pid < 0) close(report[0]);
  if (pid < 0) sigprocmask(SIG_SETMASK, &s->mask, NULL);
  return pid;
}

/* Waits until it has become the program; -1: it could not. */
static int started(int report, struct omen_err *err) {
  struct trouble t = {0};
  bool failed = read(report, &t, sizeof t) == sizeof t;
  close(report);
  t.what[sizeof t.what - 1] = 0;
  return failed ? omen_fail(err, "%s: %s", t.what, strerror(t.why)) : 0;
}

static int start_and_wait(struct start *s, int *status, struct omen_err *err) {
  int report[2];
  struct omen_passing passing;
  pid_t pid = start(s, report, err);
  if (pid < 0) return -1;
  if (!s->l->silent) omen_pass_signals_begin(&passing, pid);
  sigprocmask(SIG_SETMASK, &s->mask, NULL);
  struct omen_err unused;
  int result = started(report[0], err);
  if (!result) omen_supervise(pid, s->l);
  if (wait_for(pid, status, result ? &unused : err)) result = -1;
  if (!s->l->silent) omen_pass_signals_end(&passing);
  if (!result && s->l->silent && omen_interrupted() && WIFSIGNALED(*status))
    return omen_fail(err, "interrupted by signal %d", omen_interrupt());
  return result;
}

static int start_only(struct start *s, pid_t *out, struct omen_err *err) {
  int report[2], status;
  pid_t pid = start(s, report, err);
  if (pid < 0) return -1;
  sigprocmask(SIG_SETMASK, &s->mask, NULL);
  int result = started(report[0], err);
  if (result) wait_for(pid, &status, NULL);
  *out = pid;
  return result;
}

/* The runtime keeps its descriptors out of the program's way, in places that are the same in every run. A
 * limit below them is raised where it may be; the program sees the raised one. */
static int descriptors(struct omen_err *err) {
  enum { NEEDED = 256 };
  struct rlimit most;
  if (getrlimit(RLIMIT_NOFILE, &most) || most.rlim_cur >= NEEDED) return 0;
  rlim_t had = most.rlim_cur;
  most.rlim_cur = NEEDED;
  if (most.rlim_max >= NEEDED && !setrlimit(RLIMIT_NOFILE, &most)) return 0;
  return omen_fail(err, "only %llu files may be open at once (ulimit -n): programs under Omen need %d",
                   (unsigned long long)had, NEEDED);
}

static int open_all(const struct omen_launch *l, struct start *s, struct omen_err *err) {
  *s = (struct start){.l = l, .config = -1, .files = {-1, -1}};
  if (descriptors(err) || omen_may_run(l->recording, err) || omen_loaded_check(l->recording, err) ||
      omen_start_files_open(l->recording, &s->files, err))
    return -1;
  s->env = omen_loaded_environment(&l->recording->manifest, &s->added);
  return (s->config = config_fd(l, err)) < 0 ? -1 : 0;
}

static void close_all(struct start *s) {
  if (s->config >= 0) close(s->config);
  omen_start_files_close(&s->files);
  free(s->env);
  free(s->added);
}

int omen_launch(const struct omen_launch *l, int *status, struct omen_err *err) {
  struct start s;
  *status = 0;
  int result = open_all(l, &s, err);
  if (!result) result = start_and_wait(&s, status, err);
  close_all(&s);
  return result;
}

int omen_launch_start(const struct omen_launch *l, pid_t *pid, struct omen_err *err) {
  struct start s;
  int result = open_all(l, &s, err);
  if (!result) result = start_only(&s, pid, err);
  close_all(&s);
  return result;
}

int omen_launch_here(const struct omen_launch *l, struct omen_err *err) {
  struct start s;
  int result = open_all(l, &s, err), report[2];
  if (result) return result;
  if (pipe2(report, O_CLOEXEC)) return omen_fail(err, "pipe: %s", strerror(errno));
  s.report = report[1];
  s.parent = getppid();
  sigprocmask(SIG_SETMASK, NULL, &s.mask);
  become(&s);
}
