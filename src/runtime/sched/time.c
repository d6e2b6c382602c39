/* Virtual time. The program's clocks are the real ones plus what was skipped: when nobody can run and
 * somebody sleeps, time jumps instead of passing. Reads are inputs: recorded, and the same in a replay.
 *
 * glibc reads clocks through the vDSO, which makes no system call; so its functions are overwritten with
 * jumps to ours. That catches libc's inner uses and every library, without interposing a symbol. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <elf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

static int64_t skipped;

static bool is_cpu_clock(int clock) {
  return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
}

int64_t omrt_time_real(int clock) {
  if (omrt_mode.world) return omrt_mode.world->time(clock);
  struct timespec ts = {0};
  OMRT_SYS2(SYS_clock_gettime, clock, &ts);
  return ts.tv_sec * 1000000000ll + ts.tv_nsec + (is_cpu_clock(clock) ? 0 : skipped);
}
void omrt_time_skip(int64_t ns) {
  if (omrt_mode.world)
    omrt_mode.world->skip(ns);
  else
    skipped += ns;
}

int64_t omrt_time_skipped(void) { return skipped; }

int64_t omrt_time(int clock) {
  if (!omrt_on) return omrt_time_real(clock);
  int64_t now = omrt_mode.by_log ? 0 : omrt_mode.world ? omrt_mode.world->look(clock) : omrt_time_real(clock);
  omrt_event(OMEN_EV_TIME, NULL, (uint64_t)clock);
  omrt_log_value(&now);
  if (omrt_world_followed()) omrt_world.saw_time(clock, now);
  return now;
}

/* ---- a clock that goes faster ----
 * Only as the program sees it: what it prints of it then differs, and mostly nothing else. A time that it
 * waits for stays what it says on the runtime's own clock, so such a wait seems longer, too. */

enum { CLOCKS = 16, FASTER = 13 };
static int64_t began[CLOCKS]; /* both clocks show the same here; 0: they always do */
static uint64_t looks;

void omrt_time_leave(void) {
  for (int i = 0; i < CLOCKS && omrt_config->flags & OMEN_FLAG_FASTER; i++)
    began[i] = omrt_mode.world->time(i);
}

static bool is_faster(int clock) { return clock >= 0 && clock < CLOCKS && began[clock]; }

int64_t omrt_time_seen(int clock) {
  int64_t now = omrt_time(clock);
  looks += omrt_mode.live;
  return is_faster(clock) ? began[clock] + (now - began[clock]) * FASTER : now;
}

void omrt_time_report(void) {
  if (looks) omrt_line_counter("clock_looks", looks);
}

int64_t omrt_timespec_ns(const struct timespec *ts) {
  if (ts->tv_sec < 0) return 0;
  if (ts->tv_sec >= OMRT_NEVER / 1000000000) return OMRT_NEVER - 1;
  return ts->tv_sec * 1000000000ll + ts->tv_nsec;
}

int64_t omrt_deadline(int clock, const struct timespec *abs) {
  int64_t wanted = omrt_timespec_ns(abs), now = omrt_time(clock);
  if (clock == CLOCK_MONOTONIC) return wanted;
  int64_t left = wanted > now ? wanted - now : 0, mono = omrt_time(CLOCK_MONOTONIC);
  return left >= OMRT_NEVER - 1 - mono ? OMRT_NEVER - 1 : mono + left;
}

/* ---- what stands in for the vDSO ---- */

/* Every kernel has the first eight clocks, up to CLOCK_BOOTTIME; of others it is asked. */
static int our_clock_gettime(clockid_t clock, struct timespec *ts) {
  struct timespec probe;
  long bad = clock >= 0 && clock <= CLOCK_BOOTTIME ? 0 : OMRT_SYS2(SYS_clock_gettime, clock, &probe);
  if (bad) return (int)bad;
  int64_t ns = omrt_time_seen(clock);
  *ts = (struct timespec){ns / 1000000000, ns % 1000000000};
  return 0;
}
static int our_gettimeofday(struct timeval *tv, struct timezone *tz) {
  int64_t ns = omrt_time_seen(CLOCK_REALTIME);
  if (tv) *tv = (struct timeval){ns / 1000000000, ns % 1000000000 / 1000};
  if (tz) memset(tz, 0, sizeof *tz);
  return 0;
}
static time_t our_time(time_t *t) {
  time_t s = omrt_time_seen(CLOCK_REALTIME) / 1000000000;
  if (t) *t = s;
  return s;
}
static int our_getcpu(unsigned *cpu, unsigned *node, void *unused) {
  if (cpu) *cpu = 0;
  if (node) *node = 0;
  return 0;
}

static void patch(char *base, const char *name, Elf64_Addr value) {
  static const struct {
    const char *name;
    void *to;
  } ours[] = {{"__vdso_clock_gettime", (void *)our_clock_gettime},
              {"__vdso_gettimeofday", (void *)our_gettimeofday},
              {"__vdso_time", (void *)our_time},
              {"__vdso_getcpu", (void *)our_getcpu}};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
    if (strcmp(name, ours[i].name)) continue;
    uint8_t code[13] = {0x49, 0xbb, [10] = 0x41, 0xff, 0xe3}; /* movabs $to, %r11; jmp *%r11 */
    memcpy(code + 2, &ours[i].to, 8);
    memcpy(base + value, code, sizeof code);
  }
}

void omrt_time_init(void *vdso) {
  if (!vdso) return;
  char *base = vdso;
  const Elf64_Ehdr *eh = vdso;
  const Elf64_Phdr *ph = (const void *)(base + eh->e_phoff);
  const Elf64_Dyn *dyn = NULL;
  size_t size = 0;
  for (int i = 0; i < eh->e_phnum; i++) {
    if (ph[i].p_type == PT_DYNAMIC) dyn = (const void *)(base + ph[i].p_offset);
    if (ph[i].p_type == PT_LOAD) size = ph[i].p_offset + ph[i].p_memsz;
  }
  size = (size + 4095) & ~(size_t)4095;
  if (!dyn || OMRT_SYS3(SYS_mprotect, base, size, PROT_READ | PROT_WRITE | PROT_EXEC)) {
    omrt_say("the vDSO cannot be patched: clock reads will not be recorded");
    return;
  }
  const Elf64_Sym *sym = NULL;
  const char *str = NULL;
  const uint32_t *hash = NULL;
  for (; dyn->d_tag; dyn++) {
    if (dyn->d_tag == DT_SYMTAB) sym = (const void *)(base + dyn->d_un.d_ptr);
    if (dyn->d_tag == DT_STRTAB) str = base + dyn->d_un.d_ptr;
    if (dyn->d_tag == DT_HASH) hash = (const void *)(base + dyn->d_un.d_ptr);
  }
  /* Without the old hash table, the string table's place bounds the symbols: it follows them. */
  size_t n = hash ? hash[1] : sym && str ? (size_t)(str - (const char *)sym) / sizeof *sym : 0;
  for (size_t i = 0; i < n; i++) patch(base, str + sym[i].st_name, sym[i].st_value);
  OMRT_SYS3(SYS_mprotect, base, size, PROT_READ | PROT_EXEC);
}
