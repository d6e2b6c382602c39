/* Whether a replay stands on the same ground as the recorded run. Addresses are part of a run, so a process
 * whose libraries, stack or heap lie elsewhere (another kernel, another dynamic linker, a library that the
 * linker had to search for) cannot be a replay. It would diverge somewhere in the middle, in words that say
 * nothing of the reason: so it is looked at before the program's first instruction. */
#include "runtime/layout.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include <link.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { STACK, HEAP, OBJECTS, MOST = 1024 };
extern struct r_debug _r_debug __attribute__((weak));

/* /proc/self/environ ends where the kernel was told, which needs CAP_SYS_RESOURCE: without it zeros follow.
 */
void omrt_layout_environment(char **envp) {
  if (!(omrt_config->flags & OMEN_FLAG_PRELOADS) || !*envp) return;
  while (envp[1]) envp++;
  if (strncmp(*envp, OMEN_PRELOAD, strlen(OMEN_PRELOAD))) return;
  memset(*envp, 0, strlen(*envp));
  OMRT_SYS6(SYS_prctl, PR_SET_MM, PR_SET_MM_ENV_END, *envp, 0, 0, 0);
  *envp = NULL;
}

static const struct link_map *objects(void) { return &_r_debug ? _r_debug.r_map : NULL; }

static size_t look(char **argv, uint64_t *at) {
  size_t n = OBJECTS;
  at[STACK] = (uint64_t)argv;
  at[HEAP] = (uint64_t)OMRT_SYS1(SYS_brk, 0);
  for (const struct link_map *m = objects(); m && n < MOST; m = m->l_next) at[n++] = m->l_addr;
  return n;
}

static const char *name_of(size_t i) {
  if (i == STACK) return "the stack";
  if (i == HEAP) return "the heap";
  const struct link_map *m = objects();
  for (i -= OBJECTS; m && i; i--) m = m->l_next;
  return m && m->l_name && *m->l_name ? m->l_name : "the program";
}

static _Noreturn void elsewhere(const char *why) {
  omrt_line_end_diverged(OMEN_BEFORE_START, why); /* the command says it */
  omrt_end_now(125);
}

static void compare(const uint64_t *now, size_t n, const uint64_t *then, size_t nthen) {
  char why[300];
  for (size_t i = 0; i < n && i < nthen; i++) {
    if (now[i] == then[i]) continue;
    omrt_fmt(why, sizeof why, "%s is at 0x%lx, and was at 0x%lx", name_of(i), now[i], then[i]);
    elsewhere(why);
  }
  if (n == nthen) return;
  omrt_fmt(why, sizeof why, "%lu libraries are loaded, and %lu were", n - OBJECTS, nthen - OBJECTS);
  elsewhere(why);
}

void omrt_layout_check(char **argv) {
  static uint64_t now[MOST], then[MOST];
  size_t n = look(argv, now), nthen = omrt_log_layout(now, n, then, MOST);
  if (omrt_config->mode != OMEN_MODE_REPLAY) return;
  compare(now, n, then, nthen);
  if (omrt_config->flags & OMEN_FLAG_LOOK) {
    omrt_line_end_seen();
    omrt_end_now(0);
  }
}
