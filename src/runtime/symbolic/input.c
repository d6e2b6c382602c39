/* Where symbolic bytes come in: strings of the command line and the environment at the start, and what is
 * read later (omrt_sym_arrived). Whoever placed the strings left zeros behind them, where a longer one would
 * be (record/inputs.h). */
#include "runtime/symbolic/input.h"
#include "record/inputs.h"
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/may_read.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { SOURCES = 4096 };

static struct source {
  struct omen_inputs_source s;
  const char *name; /* not terminated */
  const uint8_t *data;
  bool measured; /* the program knows how long it is, and that was said */
  char *left;    /* omrt_sym_left */
  uint64_t left_n;
} *sources;
static uint32_t nsources;
static struct omrt_input_notes *notes;
static uint32_t argc_source = UINT32_MAX;

void omrt_sym_source(uint32_t source, const struct omen_inputs_source *s, const char *name,
                     const uint8_t *data) {
  if (source >= SOURCES) return;
  if (!sources) sources = omrt_reserve(SOURCES * sizeof *sources);
  sources[source] = (struct source){.s = *s, .name = name, .data = data};
  if (source >= nsources) nsources = source + 1;
}

void omrt_sym_left(uint32_t source, char *at, uint64_t n) {
  if (source >= nsources) return;
  sources[source].left = at;
  sources[source].left_n = n;
}

uint32_t omrt_input_byte(uint32_t source, uint64_t offset) {
  if (source >= nsources || !sources[source].s.symbolic || offset > UINT32_MAX) return 0;
  const struct source *s = &sources[source];
  struct omen_sym_node n = {OMEN_SYM_INPUT, 8, 0, 0, 0, (uint64_t)source << 32 | offset};
  return omrt_expr_intern(n, offset < s->s.len ? s->data[offset] : 0);
}

/* ---- at the start ---- */

static bool any_symbolic(void) {
  for (uint32_t i = 0; i < nsources; i++)
    if (sources[i].s.symbolic) return true;
  return false;
}

/* Its string lies at `text`; is there what should be? */
static void mark(uint32_t source, const char *text) {
  const struct source *s = &sources[source];
  uint64_t len = s->s.len, room = s->s.room > len ? s->s.room : len;
  if (memcmp(text, s->data, len) != 0) return;
  for (uint64_t i = len; i <= room; i++)
    if (text[i]) room = len;
  omrt_reach_string(text, room);
  for (uint64_t i = 0; i < room; i++) omrt_shade_put(text + i, 1, omrt_input_byte(source, i));
  omrt_shade_end(text + room);
  for (uint64_t i = 0; i < s->left_n; i++) omrt_shade_put(s->left + i, 1, omrt_input_byte(source, i));
  if (s->left) omrt_shade_end(s->left + s->left_n);
}

static void give_argument(uint32_t source, int argc, char **argv) {
  const struct source *s = &sources[source];
  uint64_t at = 0;
  for (uint32_t i = 0; i < s->s.name_len && at < INT32_MAX; i++) at = at * 10 + (uint64_t)(s->name[i] - '0');
  if (at < (uint64_t)argc) mark(source, argv[at]);
}

static void give_variable(uint32_t source, char **envp) {
  const struct source *s = &sources[source];
  uint64_t n = s->s.name_len;
  for (; *envp; envp++)
    if (strncmp(*envp, s->name, n) == 0 && (*envp)[n] == '=') {
      mark(source, *envp + n + 1);
      return;
    }
}

/* libc reads variables of its own (TZ, LANG, POSIXLY_CORRECT), unseen. Whatever name is a string of its is
 * taken for one: nobody keeps a list of them. */
static void say_known(const struct source *s) {
  bool loader = s->s.name_len > 3 && !memcmp(s->name, "LD_", 3); /* which compares what follows */
  const char *library = loader ? "the loader" : omrt_system_word(s->name, s->s.name_len);
  char why[256], name[128];
  if (!library) return;
  uint32_t n = s->s.name_len < sizeof name ? s->s.name_len : sizeof name - 1;
  memcpy(name, s->name, n);
  name[n] = 0;
  omrt_fmt(why, sizeof why, "%s, which may read %s itself", library, name);
  omrt_trace_unknown(UINT32_MAX, why);
}

static void give(uint32_t source, int argc, char **argv, char **envp) {
  if (!sources[source].s.symbolic) return;
  switch (sources[source].s.kind) {
  case OMEN_INPUT_ARGC: argc_source = source; break;
  case OMEN_INPUT_ARGV: give_argument(source, argc, argv); break;
  case OMEN_INPUT_ENV: give_variable(source, envp), say_known(&sources[source]); break;
  }
}

static bool flags_there;

/* Whatever happens: the variant's code looks at them, symbolic inputs or not. */
static void reserve_flags(void) {
  if (flags_there) return;
  long got = OMRT_SYS6(SYS_mmap, OMEN_SYM_FLAGS, 1ull << (47 - OMEN_SYM_SHIFT), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  flags_there = got == (long)OMEN_SYM_FLAGS;
}

bool omrt_input_ready(void) { return flags_there; }

void omrt_sym_init(int argc, char **argv, char **envp) {
  reserve_flags();
  if (!any_symbolic() || omrt_sym_on) return;
  omrt_expr_init();
  omrt_shade_init();
  omrt_trace_init();
  omrt_sym_on = true;
  __omen_sym_hot.on = 1;
  for (uint32_t i = 0; i < nsources; i++) give(i, argc, argv, envp);
  omrt_reach_strings_begin(argv - 1);
  for (int i = 0; i < argc; i++) omrt_reach_string(argv[i], strlen(argv[i]));
  for (; *envp; envp++) omrt_reach_string(*envp, strlen(*envp));
}

uint32_t __omen_sym_argc(void) {
  if (!omrt_sym_on || argc_source == UINT32_MAX) return 0;
  uint32_t e = omrt_input_byte(argc_source, 3);
  for (uint32_t i = 3; i--;) e = omrt_expr_concat(e, omrt_input_byte(argc_source, i));
  return e;
}

/* ---- later ---- */

void omrt_input_note(struct omrt_input_notes *n) {
  n->thread = omrt_cur ? omrt_cur->id : 0;
  n->n = 0;
  n->next = notes;
  notes = n;
}

void omrt_input_stop(struct omrt_input_notes *n) {
  struct omrt_input_notes **p = &notes;
  while (*p && *p != n) p = &(*p)->next;
  if (*p) *p = n->next;
}

uint32_t omrt_input_noted(const struct omrt_input_notes *n, uint64_t at) {
  for (uint32_t i = 0; i < n->n; at -= n->part[i++].len)
    if (at < n->part[i].len) return omrt_input_byte(n->part[i].source, n->part[i].offset + at);
  return 0;
}

/* Of this thread; NULL: it is in no model that reads. */
static struct omrt_input_notes *noting(void) {
  struct omrt_input_notes *n = notes;
  while (n && n->thread != (omrt_cur ? omrt_cur->id : 0)) n = n->next;
  return n;
}

static void note(uint32_t source, uint64_t offset, uint64_t len) {
  struct omrt_input_notes *n = noting();
  if (!n) return;
  uint32_t last = n->n - 1;
  if (n->n && n->part[last].source == source && n->part[last].offset + n->part[last].len == offset) {
    n->part[last].len += len;
  } else if (n->n < sizeof n->part / sizeof *n->part) {
    n->part[n->n].source = source;
    n->part[n->n].offset = offset;
    n->part[n->n++].len = len;
  }
}

void omrt_sym_measured(uint32_t source, bool end) {
  if (!omrt_sym_on || source >= nsources || !sources[source].s.symbolic || sources[source].measured) return;
  if (!end && noting()) return;
  const struct source *s = &sources[source];
  char why[256];
  const char *what = s->s.kind == OMEN_INPUT_STDIN  ? "standard input"
                     : s->s.kind == OMEN_INPUT_FILE ? ""
                                                    : "what a connection receives";
  uint32_t n = s->s.kind == OMEN_INPUT_FILE ? (s->s.name_len < 200 ? s->s.name_len : 200) : 0;
  omrt_fmt(why, sizeof why, "the length of %s", what);
  size_t at = strlen(why);
  memcpy(why + at, s->name, n);
  why[at + n] = 0;
  sources[source].measured = true;
  omrt_trace_unknown(UINT32_MAX, why);
}

void omrt_sym_aliased(void) {
  if (omrt_sym_on) omrt_trace_unknown(UINT32_MAX, "an input that is opened by the name of its descriptor");
}

void omrt_sym_arrived(uint32_t source, uint64_t offset, void *addr, uint64_t len) {
  if (!omrt_sym_on) return;
  note(source, offset, len);
  omrt_shade_clear(addr, len);
  if (source >= nsources || !sources[source].s.symbolic) return;
  if (len && !noting()) omrt_outward_arrived();
  for (uint64_t i = 0; i < len; i++) omrt_shade_put((char *)addr + i, 1, omrt_input_byte(source, offset + i));
}
