/* What a plan may use once it left the recording. The way there is not counted: it is as long as the
 * recording is, and a checkpoint has gone it for many. */
#include "runtime/world/answers.h"
#include "runtime/rt.h"
#include <sys/resource.h>
#include <sys/syscall.h>

enum { LAST_WORDS = 5 }; /* seconds between the signal, at which the outcome is written, and the end */

void omrt_world_limits(void) {
  /* No core file, and one byte is what tells the kernel not to start a program that would take one. */
  struct rlimit core = {1, 1}, cpu;
  OMRT_SYS2(SYS_setrlimit, RLIMIT_CORE, &core);
  if (!omrt_config->live_seconds) return;
  struct rusage used = {0};
  OMRT_SYS2(SYS_getrusage, RUSAGE_SELF, &used);
  OMRT_SYS2(SYS_getrlimit, RLIMIT_CPU, &cpu);
  uint64_t seconds = (uint64_t)used.ru_utime.tv_sec + (uint64_t)used.ru_stime.tv_sec + 1;
  cpu.rlim_cur = seconds + omrt_config->live_seconds;
  if (cpu.rlim_max > cpu.rlim_cur + LAST_WORDS) cpu.rlim_max = cpu.rlim_cur + LAST_WORDS;
  OMRT_SYS2(SYS_setrlimit, RLIMIT_CPU, &cpu);
}
