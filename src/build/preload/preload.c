/* Loaded into every program that a command under `omen test` starts (LD_PRELOAD). A program that `omen cc`
 * has linked carries a note that says so; such a one becomes `omen run` on itself before its main begins. All
 * others go on as they are. No part of Omen but this is in them: libc alone is used, and nothing is said.
 *
 * Statically linked programs and those with more rights than their caller load no such library, and are not
 * seen. What a recorded program starts is not seen either: the environment of its run is that without Omen,
 * so that the recording replays anywhere. */
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int in_segment(const char *p, size_t n) {
  while (n >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) h;
    memcpy(&h, p, sizeof h);
    size_t name = (h.n_namesz + 3u) & ~3u, desc = (h.n_descsz + 3u) & ~3u, all = sizeof h + name + desc;
    if (all > n) return 0;
    if (h.n_type == 1 && h.n_namesz == 5 && !memcmp(p + sizeof h, "OMEN", 5)) return 1;
    p += all;
    n -= all;
  }
  return 0;
}

/* The first that is told of is the program itself. */
static int look(struct dl_phdr_info *info, size_t size, void *found) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum && !*(int *)found; i++)
    if (info->dlpi_phdr[i].p_type == PT_NOTE)
      *(int *)found = in_segment((const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                                 info->dlpi_phdr[i].p_memsz);
  return 1;
}

/* The program's own environment, as it was before `omen test`. */
static void put_back(void) {
  const char *was = getenv("OMEN_TEST_PRELOAD");
  if (was && *was)
    setenv("LD_PRELOAD", was, 1);
  else
    unsetenv("LD_PRELOAD");
  static const char *const ours[] = {"OMEN_TEST",          "OMEN_TEST_OMEN", "OMEN_TEST_PRELOAD",
                                     "OMEN_TEST_STRATEGY", "OMEN_TEST_SEED", "OMEN_TEST_LIMIT",
                                     "OMEN_TEST_PREPARE"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) unsetenv(ours[i]);
}

/* As the program was called, where that names it; it may have been found in PATH. */
static const char *program_name(const char *given, const char *self) {
  char real[PATH_MAX];
  return given && strchr(given, '/') && realpath(given, real) && !strcmp(real, self) ? given : self;
}

__attribute__((constructor)) static void begin(int argc, char **argv) {
  const char *dir = getenv("OMEN_TEST"), *omen = getenv("OMEN_TEST_OMEN");
  int found = 0;
  if (!dir || !omen || argc < 1) return;
  dl_iterate_phdr(look, &found);
  if (!found) return;
  static char self[PATH_MAX], rec[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  struct timespec now;
  char **again = calloc((size_t)argc + 16, sizeof *again);
  if (n <= 0 || !again || clock_gettime(CLOCK_MONOTONIC, &now)) return;
  snprintf(rec, sizeof rec, "%s/rec-%012lld%09ld-%ld", dir, (long long)now.tv_sec, now.tv_nsec,
           (long)getpid());
  const char *strategy = getenv("OMEN_TEST_STRATEGY"), *seed = getenv("OMEN_TEST_SEED"),
             *limit = getenv("OMEN_TEST_LIMIT");
  char *head[] = {"omen",       "run",
                  "--exact",    "--quiet",
                  "--strategy", strdup(strategy ? strategy : "run"),
                  "--seed",     strdup(seed ? seed : "1"),
                  "-o",         rec};
  size_t k = sizeof head / sizeof *head;
  memcpy(again, head, sizeof head);
  if (limit) again[k++] = "--time-limit", again[k++] = strdup(limit);
  again[k++] = "--";
  again[k++] = (char *)program_name(argv[0], self);
  for (int i = 1; i < argc; i++) again[k++] = argv[i];
  char *path = strdup(omen);
  put_back();
  execv(path, again);
  /* It could not be started: the program itself goes on. */
}
