/* The beginning and the end. Without tasks, or where the program is not the one of the sites file, nothing
 * happens but reading a variable of the environment. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

enum { IDLE, WAITING, STARTING, RUNNING, OFF };
enum { END_US = 300000, RETIRE_US = 5000000 };
static _Atomic int state;
pid_t omenf_process;
bool omenf_awake;
_Atomic int omenf_exit_status = -1;

static void on_end(int status, void *unused) {
  (void)unused;
  atomic_store(&omenf_exit_status, status & 255);
}

static void in_child(void) { /* of fork: it is not looked at; omenf_here is empty */
  if (atomic_load(&state) != RUNNING) return;
  int saved = errno;
  atomic_store(&omenf_live, 0);
  omenf_sync_look(false);
  atomic_store(&state, OFF);
  omenf_restore_all();
  errno = saved;
}

static ssize_t read_file(const char *path, char *to, size_t most) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t n = 0, got;
  while ((size_t)n < most && (got = read(fd, to + n, most - (size_t)n)) > 0) n += got;
  close(fd);
  return n;
}

static bool open_sites(void) {
  char path[4200];
  const char *given = getenv("OMEN_SITES");
  ssize_t n = given ? 0 : readlink("/proc/self/exe", path, 4096);
  if (n < 0 || n >= 4096) return false;
  if (!given) memcpy(path + n, ".sites", sizeof ".sites");
  return omenf_sites_open(given ? given : path) && omenf_sites_place();
}

static void remember_results(void) {
  const char *path = getenv("OMEN_RESULTS");
  char *whole = omenf_results_path;
  size_t most = 4095;
  if (!path || strlen(path) >= most) return;
  size_t n = 0;
  if (*path != '/' && getcwd(whole, 2048)) { /* the program may go elsewhere */
    n = strlen(whole);
    whole[n++] = '/';
  }
  if (n + strlen(path) < most) strcpy(whole + n, path);
}

static void take_tasks(const char *path) {
  static char text[1 << 20]; /* pages that nobody touches cost nothing */
  ssize_t n = path ? read_file(path, text, sizeof text) : 0;
  if (n > 0) omenf_tasks_read(text, (size_t)n);
}

static void find_leave(void);

__attribute__((constructor)) static void begin(void) {
  const char *tasks = getenv("OMEN_TASKS"), *agent = getenv("OMEN_AGENT");
  if (((!tasks || !*tasks) && (!agent || !*agent)) || getauxval(AT_SECURE)) return;
  int saved = errno;
  find_leave();
  if (open_sites()) {
    remember_results();
    take_tasks(tasks);
    if (agent && strlen(agent) < 108 && !omenf_tasks_n) strcpy(omenf_agent_path, agent);
    omenf_awake = omenf_tasks_n || *omenf_agent_path;
    if (omenf_awake) atomic_store(&state, WAITING);
  }
  errno = saved;
}

/* A child of vfork has our memory, but is another process: it must not end what is not its own. */
static void end(void) {
  if (atomic_load(&state) != RUNNING || getpid() != omenf_process) return;
  if (atomic_exchange(&state, OFF) == RUNNING) omenf_helper_end(END_US);
}

/* Before the first thread nothing was done yet. A forked child has no helper to wait for. */
void omenf_retire(const char *why) {
  int saved = errno, want = WAITING;
  for (int i = 0; atomic_load(&state) == STARTING && i < 1000; i++) usleep(1000);
  if (atomic_compare_exchange_strong(&state, &want, OFF)) {
    omenf_results_retired(why);
  } else if (want == RUNNING && atomic_load(&omenf_here.active) &&
             atomic_compare_exchange_strong(&state, &want, OFF)) {
    atomic_store(&omenf_here.active, false);
    omenf_retired_why = why;
    bool done = omenf_helper_end(RETIRE_US);
    for (int i = 0; i < 500 && omenf_busy(); i++) usleep(1000);
    usleep(2000); /* whoever is just behind a site */
    if (done) omenf_signals_leave();
  }
  errno = saved;
}

bool omenf_start_threads(void) {
  int want = WAITING;
  if (atomic_load(&state) == RUNNING) return true;
  if (!atomic_compare_exchange_strong(&state, &want, STARTING)) return false;
  int saved = errno;
  /* Where the kernel cannot do that, forked children are looked for by fork's handlers alone. */
  madvise(&omenf_here, sizeof omenf_here, MADV_WIPEONFORK);
  atomic_store(&omenf_here.active, true);
  omenf_process = getpid();
  omenf_self();
  omenf_signals_install();
  on_exit(on_end, NULL);
  at_quick_exit(end);
  bool on = !pthread_atfork(NULL, NULL, in_child) && omenf_helper_start();
  if (!on) atomic_store(&omenf_here.active, false);
  atomic_store(&state, on ? RUNNING : OFF);
  errno = saved;
  return on;
}

__attribute__((destructor)) static void at_exit(void) { end(); }

/* Past all destructors. What libc has is found early: a child may leave while the linker is locked. */
static void (*real_leave[2])(int);
static void find_leave(void) {
  real_leave[0] = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
  real_leave[1] = (void (*)(int))dlsym(RTLD_NEXT, "_Exit");
}

_Noreturn static void leave(int status, int which) {
  int saved = errno;
  if (omenf_process && getpid() == omenf_process) on_end(status, NULL);
  end();
  errno = saved;
  if (!real_leave[which]) find_leave();
  real_leave[which](status);
  __builtin_unreachable();
}
OMENF_EXPORT _Noreturn void _exit(int status) { leave(status, 0); }
OMENF_EXPORT _Noreturn void _Exit(int status) { leave(status, 1); }
