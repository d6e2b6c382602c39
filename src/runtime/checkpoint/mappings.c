/* The mappings of this process, from /proc/self/smaps, which also tells how they were made; and the hashes by
 * which two processes know that they stand on the same ground. Runs where memory is being replaced: writes to
 * nothing but what it is given, and calls no function of libc. */
#include "runtime/rt.h"
#include "runtime/checkpoint/checkpoint.h"
#include <cpuid.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }
static uint64_t hex(const char **p) {
  uint64_t v = 0;
  for (int d; (d = digit(**p)) >= 0; (*p)++) v = v * 16 + (uint64_t)d;
  return v;
}
static bool starts(const char *s, const char *with) {
  while (*with)
    if (*s++ != *with++) return false;
  return true;
}
static const char *skip(const char *p, char c, bool until) {
  while (*p && (*p == c) != until) p++;
  return p;
}

static bool in_runtime(uint64_t lo) { return lo >= OMRT_RT_BASE && lo < 2 * OMRT_RT_BASE; }
static bool in_scratch(uint64_t lo) { return lo >= OMRT_SCRATCH && lo < 2 * OMRT_RT_BASE; }

static uint32_t kind_of(const char *name, uint64_t lo, uint64_t inode) {
  if (starts(name, "[v")) return OMEN_MAP_KERNEL;
  if (starts(name, "[stack]")) return OMEN_MAP_STACK;
  if (!inode) return OMEN_MAP_MEMORY;
  return in_runtime(lo) ? OMEN_MAP_RECORDING : OMEN_MAP_FILE;
}

static uint32_t keep_name(struct omrt_mappings *m, const char *name) {
  uint32_t at = m->strings;
  if (!*name) return 0;
  while (*name && m->strings < OMEN_SAVED_STRINGS - 16) m->names[m->strings++] = *name++;
  m->names[m->strings++] = 0;
  return at;
}

/* "lo-hi rwxp offset device inode   name" */
static bool add(struct omrt_mappings *m, const char *line) {
  struct omen_saved_map e = {0};
  e.lo = hex(&line);
  line++;
  e.hi = hex(&line);
  if (in_scratch(e.lo)) return true;
  if (m->n == OMEN_SAVED_MAPS || m->strings > OMEN_SAVED_STRINGS - 4200) return false;
  e.prot =
      (line[1] == 'r' ? PROT_READ : 0) | (line[2] == 'w' ? PROT_WRITE : 0) | (line[3] == 'x' ? PROT_EXEC : 0);
  if (line[4] == 's') e.flags |= OMEN_MAP_SHARED;
  line += 6;
  e.offset = hex(&line);
  line = skip(skip(line, ' ', false), ' ', true); /* the device */
  line = skip(line, ' ', false);
  uint64_t inode = 0;
  for (; *line >= '0' && *line <= '9'; line++) inode = inode * 10 + (uint64_t)(*line - '0');
  line = skip(line, ' ', false);
  e.kind = kind_of(line, e.lo, inode);
  e.name = keep_name(m, line);
  m->at[m->n++] = e;
  return true;
}

static void flags(struct omrt_mappings *m, const char *line) {
  if (!m->n) return;
  for (; *line; line++)
    if (line[0] == ' ' && line[1] == 'n' && line[2] == 'r') m->at[m->n - 1].flags |= OMEN_MAP_NORESERVE;
}

static bool take(struct omrt_mappings *m, const char *line) {
  if (starts(line, "VmFlags:")) return flags(m, line + 8), true;
  const char *p = line;
  hex(&p);
  return p == line || *p != '-' || add(m, line);
}

bool omrt_mappings_read(struct omrt_mappings *m, char *buf, size_t room) {
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/smaps", O_RDONLY | O_CLOEXEC, 0);
  bool good = fd >= 0;
  size_t have = 0;
  m->n = 0;
  m->strings = 1;
  m->names[0] = 0;
  for (long n; good && (n = OMRT_SYS3(SYS_read, fd, buf + have, room - 1 - have)) > 0;) {
    have += (size_t)n;
    size_t line = 0;
    for (size_t i = 0; good && i < have; i++) {
      if (buf[i] != '\n') continue;
      buf[i] = 0;
      good = take(m, buf + line);
      line = i + 1;
    }
    for (size_t i = line; i < have; i++) buf[i - line] = buf[i];
    have -= line;
    if (have == room - 1) good = false; /* an absurd line */
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
  while (m->strings & 7) m->names[m->strings++] = 0;
  return good && m->n;
}

/* Libraries choose their code by what the processor can do when they are loaded. */
uint64_t omrt_machine_hash(void) {
  static const uint32_t leaves[][2] = {{0, 0}, {1, 0}, {7, 0}, {7, 1}, {0xd, 0}, {0xd, 1}, {0x80000001u, 0}};
  uint64_t h = 1;
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    uint32_t r[4];
    __cpuid_count(leaves[i][0], leaves[i][1], r[0], r[1], r[2], r[3]);
    if (leaves[i][0] == 1) r[1] = 0, r[2] &= ~(1u << 27); /* which of the processors this is; OSXSAVE */
    if (leaves[i][0] == 0xd) r[1] = 0;                    /* what is in use now */
    h = omen_saved_hash(h, r, sizeof r);
  }
  return h;
}

uint64_t omrt_vdso_hash(const struct omrt_mappings *m) {
  uint64_t h = 1;
  for (uint32_t i = 0; i < m->n; i++) {
    if (m->at[i].kind != OMEN_MAP_KERNEL) continue;
    h = omen_saved_hash(h, &m->at[i].lo, 16);
    if (starts(m->names + m->at[i].name, "[vdso]"))
      h = omen_saved_hash(h, (const void *)m->at[i].lo, m->at[i].hi - m->at[i].lo);
  }
  return h;
}

uint64_t omrt_watch_hash(void) {
  return omen_saved_hash(1, omrt_config->watch, omrt_config->watches * sizeof *omrt_config->watch);
}
