/* The program that a command line names, found as execvp finds it: see launch.h. */
#include "record/launch.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path, int *why) {
  struct stat st;
  if (stat(path, &st)) {
    if (errno != ENOENT && errno != ENOTDIR) *why = errno;
    return false;
  }
  if (S_ISDIR(st.st_mode)) return *why = EISDIR, false;
  if (access(path, X_OK)) return *why = EACCES, false;
  return true;
}

static char *search_path(const char *name, int *why) {
  const char *path = getenv("PATH");
  if (!path) path = "/bin:/usr/bin";
  for (const char *p = path;; p++) {
    size_t n = strcspn(p, ":");
    char *full = omen_format("%.*s%s%s", (int)n, p, n ? "/" : "", name);
    if (is_program(full, why)) return full;
    free(full);
    p += n;
    if (!*p) return NULL;
  }
}

char *omen_find_program(const char *name, int *why) {
  char *found = NULL;
  *why = 0;
  if (strchr(name, '/') || !*name)
    found = is_program(name, why) ? omen_xstrdup(name) : NULL;
  else
    found = search_path(name, why);
  if (!found) return NULL;
  char *full = realpath(found, NULL);
  if (!full) *why = errno;
  free(found);
  return full;
}
