/* The beginning and the end. Without tasks, or where the program is not the one of the sites file, nothing
 * happens but reading a variable of the environment. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

enum { IDLE, WAITING, STARTING, RUNNING, OFF };
static _Atomic int state;
static pid_t process;
_Atomic int omenf_exit_status = -1;

static void on_end(int status, void *unused) {
  (void)unused;
  atomic_store(&omenf_exit_status, status & 255);
}

static void in_child(void) { /* of fork: it is not looked at */
  if (atomic_load(&state) != RUNNING) return;
  int saved = errno;
  atomic_store(&omenf_active, false);
  atomic_store(&omenf_live, 0);
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
  static char text[1 << 16];
  ssize_t n = path ? read_file(path, text, sizeof text) : 0;
  if (n > 0) omenf_tasks_read(text, (size_t)n);
}

__attribute__((constructor)) static void begin(void) {
  const char *tasks = getenv("OMEN_TASKS"), *agent = getenv("OMEN_AGENT");
  if (((!tasks || !*tasks) && (!agent || !*agent)) || getauxval(AT_SECURE)) return;
  int saved = errno;
  if (open_sites()) {
    remember_results();
    take_tasks(tasks);
    if (agent && strlen(agent) < 108 && !omenf_tasks_n) strcpy(omenf_agent_path, agent);
    if (omenf_tasks_n || *omenf_agent_path) atomic_store(&state, WAITING);
  }
  errno = saved;
}

bool omenf_start_threads(void) {
  int want = WAITING;
  if (atomic_load(&state) == RUNNING) return true;
  if (!atomic_compare_exchange_strong(&state, &want, STARTING)) return false;
  int saved = errno;
  atomic_store(&omenf_active, true);
  process = getpid();
  omenf_self();
  omenf_signals_install();
  on_exit(on_end, NULL);
  bool on = !pthread_atfork(NULL, NULL, in_child) && omenf_helper_start();
  if (!on) atomic_store(&omenf_active, false);
  atomic_store(&state, on ? RUNNING : OFF);
  errno = saved;
  return on;
}

/* A child of vfork has our memory, but is another process: it must not end what is not its own. */
static void end(void) {
  if (getpid() == process && atomic_exchange(&state, OFF) == RUNNING) omenf_helper_end();
}

__attribute__((destructor)) static void at_exit(void) { end(); }

/* Past all destructors. */
_Noreturn static void leave(int status, const char *name) {
  int saved = errno;
  if (getpid() == process) on_end(status, NULL);
  end();
  errno = saved;
  void (*real)(int) = (void (*)(int))dlsym(RTLD_NEXT, name);
  real(status);
  __builtin_unreachable();
}
OMENF_EXPORT _Noreturn void _exit(int status) { leave(status, "_exit"); }
OMENF_EXPORT _Noreturn void _Exit(int status) { leave(status, "_Exit"); }
