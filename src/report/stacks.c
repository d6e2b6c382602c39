/* Frames that say nothing about the user's program are left out, by the rules in this file alone.
 *
 * 1. The runtime's frames. Of several in a row the outermost stays when it stands in for a library function
 *    (pthread_mutex_lock), since that is what the program called.
 * 2. At the outer end: what starts main and threads, in libc, libstdc++ and the runtime.
 * 3. Code without a name: functions that a library keeps to itself.
 * A stack of which nothing would be left is shown as it is. */
#include "report/stacks.h"
#include <string.h>

#ifndef OMEN_RUNTIME_DIR
#define OMEN_RUNTIME_DIR "/src/runtime/"
#endif

static bool starts(const char *s, const char *prefix) { return s && !strncmp(s, prefix, strlen(prefix)); }

static bool in_runtime(const struct omen_frame *f) {
  return starts(f->function, "__omen_") || starts(f->path, OMEN_RUNTIME_DIR);
}

static bool own_name(const char *function) {
  return starts(function, "__omen_") || starts(function, "omrt_");
}

bool omen_stacks_own(const struct omen_frame *f) { return in_runtime(f) || own_name(f->function); }

static bool starts_threads(const struct omen_frame *f) {
  static const char *const names[] = {"_start",
                                      "start_thread",
                                      "clone",
                                      "clone3",
                                      "__clone",
                                      "__clone3",
                                      "__libc_start_main",
                                      "__libc_start_call_main",
                                      "__libc_start_main_impl",
                                      "__libc_start_main@@GLIBC_2.34",
                                      "execute_native_thread_routine",
                                      "thrd_start",
                                      "__GI___clone"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(f->function, names[i])) return true;
  return in_runtime(f);
}

/* std::thread, std::async and friends reach the user's function through layers of templates. */
static bool cxx_plumbing(const struct omen_frame *f) {
  if (f->path) return strstr(f->path, "/c++/");
  return starts(f->module, "libstdc++.so") || starts(f->module, "libc++.so") || starts(f->module, "libc.so");
}

bool omen_stacks_library(const struct omen_frame *f) {
  if (!f->path) return !f->file;
  return strstr(f->path, "/c++/") || starts(f->path, "/usr/include/") || starts(f->path, "/usr/lib/");
}

size_t omen_stacks_own_code(const struct omen_frame *frames, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!omen_stacks_library(&frames[i])) return i + 1;
  return 0;
}

size_t omen_stacks_handler(const struct omen_frame *frames, size_t n) {
  size_t i = 0;
  while (i < n &&
         (in_runtime(&frames[i]) || own_name(frames[i].function) || strstr(frames[i].function, "restore")))
    i++;
  return i;
}

/* Rule 1. Returns how many are left. */
static size_t drop_runtime(struct omen_frame *frames, size_t n) {
  size_t left = 0;
  for (size_t i = 0; i < n; i++) {
    if (in_runtime(&frames[i])) {
      bool outermost = i + 1 == n || !in_runtime(&frames[i + 1]);
      if (!outermost || own_name(frames[i].function)) continue;
      frames[i].file = frames[i].path = NULL; /* for the reader it is a library function */
      frames[i].line = frames[i].column = 0;
    }
    frames[left++] = frames[i];
  }
  return left;
}

/* Rule 3. */
static size_t drop_nameless(struct omen_frame *frames, size_t n) {
  size_t left = 0;
  for (size_t i = 0; i < n; i++) left += frames[i].file || !starts(frames[i].function, "0x");
  if (!left) return n;
  left = 0;
  for (size_t i = 0; i < n; i++)
    if (frames[i].file || !starts(frames[i].function, "0x")) frames[left++] = frames[i];
  return left;
}

void omen_stacks_trim(struct omen_frame *frames, size_t *n) {
  size_t to = *n;
  while (to && (starts_threads(&frames[to - 1]) || cxx_plumbing(&frames[to - 1]))) to--;
  if (!to) /* it all happens in libraries */
    for (to = *n; to && starts_threads(&frames[to - 1]);) to--;
  if (to) to = drop_runtime(frames, to);
  if (to) *n = drop_nameless(frames, to);
}
