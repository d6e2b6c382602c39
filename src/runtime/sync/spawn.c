/* posix_spawn. A child is a copy here and shares no memory (syscall/process.c), so that libc does not learn
 * what kept it from running the program. What can be known before is asked before: is there such a program?
 */
#include "runtime/rt.h"
#include "runtime/sync/real.h"
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Actions may change the folder that a relative name is looked for in. */
static int look_at(const char *path, const posix_spawn_file_actions_t *actions) {
  return (*path == '/' || !actions) && access(path, X_OK) ? errno : 0;
}

/* As execvp looks for it. */
static int look_for(const char *file, const posix_spawn_file_actions_t *actions) {
  enum { MOST = 1024 };
  const char *path = getenv("PATH");
  int error = ENOENT;
  size_t len = strlen(file), dir;
  if (strchr(file, '/')) return look_at(file, actions);
  char name[MOST]; /* on the stack, where replays have it, too */
  for (path = path ? path : "/bin:/usr/bin"; *file; path += dir + 1) {
    dir = strcspn(path, ":");
    if (dir + len + 2 <= sizeof name) {
      memcpy(name, path, dir);
      if (dir) name[dir] = '/';
      memcpy(name + dir + (dir > 0), file, len + 1);
      int bad = access(name, X_OK) ? errno : 0;
      if (!bad || bad == EACCES) error = bad;
    }
    if (!error || !path[dir]) break;
  }
  return error;
}

OMRT_SERVED int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                            const posix_spawnattr_t *attr, char *const argv[], char *const env[]) {
  OMRT_UNLESS_ON(posix_spawn, pid, path, actions, attr, argv, env);
  int saved = errno, bad = look_at(path, actions);
  errno = saved;
  return bad ? bad : omrt_real()->posix_spawn(pid, path, actions, attr, argv, env);
}

OMRT_SERVED int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                             const posix_spawnattr_t *attr, char *const argv[], char *const env[]) {
  OMRT_UNLESS_ON(posix_spawnp, pid, file, actions, attr, argv, env);
  int saved = errno, bad = look_for(file, actions);
  errno = saved;
  return bad ? bad : omrt_real()->posix_spawnp(pid, file, actions, attr, argv, env);
}
