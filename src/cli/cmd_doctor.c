/* omen doctor: what this machine can and cannot do for Omen, and what to install. One line a check: "ok",
 * "warn" (works, with a limit) or "missing" (does not work). Ends with 0 when nothing is missing, 3
 * otherwise. */
#include "build/driver.h"
#include "build/variant.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "symbolic/z3.h"
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef HWCAP2_FSGSBASE
#define HWCAP2_FSGSBASE (1 << 1)
#endif

enum state { OK, WARN, MISSING };
static int missing;

static void say(enum state s, const char *what, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static void say(enum state s, const char *what, const char *fmt, ...) {
  static const char *const words[] = {"ok", "warn", "missing"};
  va_list ap;
  printf("%-8s %-26s ", words[s], what);
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
  putchar('\n');
  missing += s == MISSING;
}

/* ---- the kernel ---- */

/* Runs the probe in a child, since some cannot be taken back: its return value, or -1 when it died. */
static int in_child(int (*probe)(void)) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) _exit(probe());
  int status;
  if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

static char selector; /* 0: let system calls through */
static int probe_dispatch(void) {
  return prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, 0, 0, &selector) ? errno : 0;
}
static int probe_personality(void) {
  int now = personality(0xffffffff);
  if (now < 0 || personality((unsigned long)now | ADDR_NO_RANDOMIZE) < 0) return errno;
  return personality(0xffffffff) & ADDR_NO_RANDOMIZE ? 0 : EPERM;
}
/* Shadow memory is address space by the terabyte, of which little is ever touched. */
static int probe_address_space(void) {
  void *p =
      mmap(NULL, 1ull << 45, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? errno : 0;
}

static void check_kernel(void) {
  struct utsname u;
  uname(&u);
  if (strcmp(u.machine, "x86_64"))
    say(MISSING, "processor", "%s: Omen runs programs on x86-64 only", u.machine);
  int e = in_child(probe_dispatch);
  if (e)
    say(MISSING, "syscall user dispatch", "Linux %s: %s (needs Linux 5.11 or later)", u.release,
        e > 0 ? strerror(e) : "?");
  else
    say(OK, "syscall user dispatch", "Linux %s", u.release);
  if (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE)
    say(OK, "fsgsbase", "user code may switch thread-local storage");
  else
    say(MISSING, "fsgsbase", "needs Linux 5.9 or later and a processor that has it");
  e = in_child(probe_personality);
  if (e)
    say(MISSING, "fixed addresses",
        "personality(ADDR_NO_RANDOMIZE) is not permitted: in a container, allow the personality system call");
  else
    say(OK, "fixed addresses", "address randomisation can be switched off");
  e = in_child(probe_address_space);
  if (e)
    say(MISSING, "address space", "32 TB cannot be reserved (%s): see vm.overcommit_memory and 'ulimit -v'",
        e > 0 ? strerror(e) : "?");
  else
    say(OK, "address space", "shadow memory can be reserved");
}

static void check_limits(void) {
  struct rlimit rl;
  struct omen_buf text = {0};
  if (!omen_file_read("/proc/sys/vm/overcommit_memory", &text, NULL) && text.data[0] == '2')
    say(MISSING, "overcommit", "vm.overcommit_memory is 2: set it to 0 or 1");
  else
    say(OK, "overcommit", "vm.overcommit_memory is %c", text.len ? text.data[0] : '?');
  omen_buf_release(&text);
  if (!getrlimit(RLIMIT_AS, &rl) && rl.rlim_cur != RLIM_INFINITY)
    say(MISSING, "ulimit -v", "is %llu kB: needs unlimited", (unsigned long long)rl.rlim_cur >> 10);
  if (!getrlimit(RLIMIT_NOFILE, &rl) && rl.rlim_cur < 256)
    say(MISSING, "ulimit -n", "is %llu: needs 256", (unsigned long long)rl.rlim_cur);
  if (!getrlimit(RLIMIT_STACK, &rl) && rl.rlim_cur == RLIM_INFINITY)
    say(WARN, "ulimit -s", "is unlimited: programs run with 256 MB");
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  double gb = (double)pages * (double)size / 1e9;
  say(gb < 1 ? WARN : OK, "memory", "%.1f GB%s", gb,
      gb < 1 ? ": large programs will not fit with their shadow" : "");
}

/* ---- what Omen needs beside itself ---- */

static void check_tool(const char *name, const char *package) {
  char *found = omen_tool_find(name);
  if (found)
    say(OK, name, "%s", found);
  else
    say(MISSING, name, "install it: apt-get install %s", package);
  free(found);
}

static void check_gdb(void) {
  char *found = omen_tool_find("gdb");
  if (found)
    say(OK, "gdb", "%s", found);
  else
    say(WARN, "gdb", "only 'omen replay --gdb' needs it: apt-get install gdb");
  free(found);
}

/* Loaded when it is needed, and so by no linker. */
static void check_solver(void) {
  struct omen_err err = {0};
  struct omen_z3 *z3 = omen_z3_new(&err);
  if (z3)
    say(OK, "solver", "libz3");
  else
    say(WARN, "solver", "only --symbolic and 'omen explore' need it: apt-get install libz3-4 (%s)", err.msg);
  omen_z3_free(z3);
}

static void check_runtime(void) {
  struct omen_err err = {0};
  char *home = omen_tool_home(&err);
  char *archive = home ? omen_format("%s/libomen_rt.a", home) : NULL;
  if (archive && !access(archive, R_OK))
    say(OK, "runtime", "%s", archive);
  else
    say(MISSING, "runtime", "%s",
        home ? "libomen_rt.a is not beside the command: build or install Omen again" : err.msg);
  free(archive);
  free(home);
}

static void check_cache(void) {
  struct omen_err err = {0};
  char *cache = omen_cache_folder(&err);
  if (cache && !access(cache, W_OK))
    say(OK, "cache of variants", "%s", cache);
  else
    say(MISSING, "cache of variants", "%s", cache ? strerror(errno) : err.msg);
  free(cache);
}

int omen_cmd_doctor(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(
      OMEN_OPTIONS_DOCTOR, "omen doctor",
      "Says what this machine can and cannot do for Omen, and what to install. Ends with 0 when all is "
      "there, 3 otherwise.",
      argc, argv, &o);
  if (n) omen_die(OMEN_EXIT_USAGE, "doctor: '%s'? it takes no arguments", argv[0]);
  check_kernel();
  check_limits();
  check_tool("clang-19", "clang-19");
  check_tool("clang++-19", "clang-19");
  check_tool("ld.lld-19", "lld-19");
  check_tool("ld", "binutils");
  check_gdb();
  check_solver();
  check_runtime();
  check_cache();
  if (missing)
    printf("\n%d missing: Omen will not work fully here\n", missing);
  else
    puts("\nall is there");
  return missing ? OMEN_EXIT_FAILED : OMEN_EXIT_OK;
}
