/* Parses by the list in options.def: see options.h. */
#include "cli/options.h"
#include "record/inputs.h"
#include "record/manifest.h"
#include "report/model.h"
#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum type { STRING, LIST, NUMBER, COUNT, TIME, SIZE, STRATEGY, FLAG };
enum {
  RUN = OMEN_OPTIONS_RUN,
  REPLAY = OMEN_OPTIONS_REPLAY,
  REPORT = OMEN_OPTIONS_REPORT,
  CLASSIFY = OMEN_OPTIONS_CLASSIFY,
  TRIAGE = OMEN_OPTIONS_TRIAGE,
  TRACE = OMEN_OPTIONS_TRACE,
  ANALYZE = OMEN_OPTIONS_ANALYZE,
  MANUAL = OMEN_OPTIONS_MANUAL,
  TEST = OMEN_OPTIONS_TEST,
  EXPLORE = OMEN_OPTIONS_EXPLORE,
  OUTCOMES = OMEN_OPTIONS_OUTCOMES,
  PREPARE = OMEN_OPTIONS_PREPARE,
  SHIP = OMEN_OPTIONS_SHIP,
  AGENT = OMEN_OPTIONS_AGENT,
  FIELD = OMEN_OPTIONS_FIELD,
  SCAN = OMEN_OPTIONS_SCAN
};

static const struct option {
  unsigned commands;
  enum type type;
  size_t field;
  char letter;
  const char *name, *argument, *help;
} list[] = {
#define X(commands, type, field, letter, name, argument, value, help)                                        \
  {commands, type, offsetof(struct omen_options, field), letter, name, argument, help},
#include "cli/options.def"
#undef X
};
#define NLIST (sizeof list / sizeof *list)

static const struct omen_options defaults = {
#define X(commands, type, field, letter, name, argument, value, help) .field = value,
#include "cli/options.def"
#undef X
    .exitcode = -1,
};

/* While a command is asked what it can do, its --help comes back here. */
static struct omen_command_info *asked;
static jmp_buf asker;

static void answer(enum omen_option_commands command, const char *usage, const char *about) {
  asked->usage = omen_xstrdup(usage);
  asked->about = omen_xstrdup(about);
  for (size_t i = 0; i < NLIST; i++)
    if (list[i].commands & command && asked->n < sizeof asked->option / sizeof *asked->option)
      asked->option[asked->n++] =
          (struct omen_option_info){list[i].letter, list[i].name, list[i].argument, list[i].help};
  longjmp(asker, 1);
}

struct omen_command_info *omen_command_info(int (*command)(int, char **), const char *name) {
  char *argv[] = {(char *)name, "--help", NULL};
  asked = omen_xcalloc(1, sizeof *asked);
  if (!setjmp(asker)) command(2, argv);
  struct omen_command_info *info = asked;
  asked = NULL;
  return info;
}

/* ---- help ---- */

/* A text in lines that fit, the first of which is begun already; the others begin at column `at`. */
static void wrapped(const char *text, size_t at) {
  size_t room = (size_t)omen_report_width(STDOUT_FILENO) - at;
  while (strlen(text) > room) {
    size_t n = room;
    while (n && text[n] != ' ') n--;
    if (!n) break;
    printf("%.*s\n%*s", (int)n, text, (int)at, "");
    text += n + 1;
  }
  puts(text);
}

/* Paragraphs are what empty lines part; a line that begins with a space stays as it is. */
static void paragraphs(const char *text) {
  struct omen_buf now = {0};
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    bool alone = !n || *text == ' ';
    if (now.len && alone) wrapped(now.data, 0), now.len = 0;
    if (alone)
      printf("%.*s\n", (int)n, text);
    else
      omen_buf_addf(&now, "%s%.*s", now.len ? " " : "", (int)n, text);
  }
  if (now.len) wrapped(now.data, 0);
  omen_buf_release(&now);
}

enum { HELP_AT = 27 };
static _Noreturn void help(enum omen_option_commands command, const char *usage, const char *about) {
  if (asked) answer(command, usage, about);
  printf("usage: %s\n\n", usage);
  paragraphs(about);
  bool title = false;
  for (size_t i = 0; i < NLIST; i++) {
    const struct option *o = &list[i];
    if (!(o->commands & command)) continue;
    if (!title) puts("\noptions:");
    title = true;
    char left[64];
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", o->letter ? "-" : " ", o->letter ? o->letter : ' ',
             o->letter ? ", " : "  ", o->name, o->argument ? " " : "", o->argument ? o->argument : "");
    if (printf("  %-24s ", left) > HELP_AT) printf("\n%*s", HELP_AT, ""); /* a long name has its own line */
    wrapped(o->help, HELP_AT);
    if (o->type != STRATEGY) continue;
#define X(symbol, word, what)                                                                                \
  printf("  %-24s   %-7s %s%s\n", "", word, what,                                                            \
         OMEN_STRATEGY_##symbol == OMEN_STRATEGY_RUN ? " (default)" : "");
#include "record/strategies.def"
  }
  exit(0);
}

struct parser {
  const char *command; /* "run": the first word of argv */
  int argc, at;
  char **argv;
  struct omen_options *out;
};

void omen_list_add(struct omen_list *l, const char *value) {
  l->v = omen_xrealloc(l->v, (l->n + 1) * sizeof *l->v);
  l->v[l->n++] = value;
}

static const char *value_of(struct parser *p, const struct option *o, const char *attached) {
  if (attached) return attached;
  if (p->at + 1 >= p->argc)
    omen_die(OMEN_EXIT_USAGE, "%s: --%s needs a value: --%s %s", p->command, o->name, o->name, o->argument);
  return p->argv[++p->at];
}

/* 90, 90s, 1.5m, 2h: in seconds; -1: none of these. */
static double parse_time(const char *text) {
  char *end;
  if (!isdigit((unsigned char)*text) && *text != '.') return -1; /* no sign, no "nan", no "inf" */
  double value = strtod(text, &end), unit = !*end || !strcmp(end, "s") ? 1
                                            : !strcmp(end, "m")        ? 60
                                            : !strcmp(end, "h")        ? 3600
                                                                       : -1;
  return end != text && unit > 0 && value > 0 && value <= 1e7 ? value * unit : -1;
}

/* 65536, 64K, 1.5M, 2G: in bytes; false: none of these, or more than a terabyte. */
static bool parse_size(const char *text, uint64_t *bytes) {
  char *end;
  if (!isdigit((unsigned char)*text)) return false;
  double value = strtod(text, &end);
  static const char units[] = "KMG";
  const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
  if (unit) {
    for (const char *u = units; u <= unit; u++) value *= 1024;
    end++;
  }
  if (*end || !(value >= 0 && value <= 0x1p40)) return false;
  *bytes = (uint64_t)value;
  return true;
}

static void set(struct parser *p, const struct option *o, const char *attached) {
  void *field = (char *)p->out + o->field;
  if (o->type == FLAG) {
    if (attached)
      omen_die(OMEN_EXIT_USAGE, "%s: --%s takes no value: leave out what stands behind =", p->command,
               o->name);
    *(bool *)field = true;
    return;
  }
  const char *value = value_of(p, o, attached);
  char *end;
  errno = 0;
  switch (o->type) {
  case STRING: *(const char **)field = value; break;
  case LIST: omen_list_add(field, value); break;
  case NUMBER:
  case COUNT:
    *(uint64_t *)field = strtoull(value, &end, 0);
    if (errno || *end || end == value || strchr(value, '-'))
      omen_die(OMEN_EXIT_USAGE, "%s: --%s: '%s' is not a number, as 3 is", p->command, o->name, value);
    if (o->type == COUNT && !*(uint64_t *)field)
      omen_die(OMEN_EXIT_USAGE, "%s: --%s: a number from 1 on is needed", p->command, o->name);
    break;
  case TIME:
    *(double *)field = parse_time(value);
    if (*(double *)field < 0)
      omen_die(OMEN_EXIT_USAGE, "%s: --%s: '%s' is not a time (30s, 5m, 1h)", p->command, o->name, value);
    break;
  case SIZE:
    if (!parse_size(value, field))
      omen_die(OMEN_EXIT_USAGE, "%s: --%s: '%s' is not a size (64K, 16M, 1G)", p->command, o->name, value);
    break;
  case STRATEGY:
    if (omen_strategy_parse(value, field))
      omen_die(OMEN_EXIT_USAGE, "%s: --%s: no strategy '%s' ('omen %s --help' lists them)", p->command,
               o->name, value, p->command);
    break;
  case FLAG: break;
  }
}

static _Noreturn void unknown(const struct parser *p, enum omen_option_commands command, const char *word) {
  const char *names[NLIST], *meant = NULL;
  char name[64];
  size_t n = 0;
  for (size_t i = 0; i < NLIST; i++)
    if (list[i].commands & command) names[n++] = list[i].name;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
  if (name[1] == '-') meant = omen_word_similar(name + 2, names, n);
  if (meant)
    omen_die(OMEN_EXIT_USAGE, "%s: unknown option '%s': is --%s meant? ('omen %s --help' lists them)",
             p->command, word, meant, p->command);
  omen_die(OMEN_EXIT_USAGE, "%s: unknown option '%s' ('omen %s --help' lists them)", p->command, word,
           p->command);
}

static void take_one(struct parser *p, enum omen_option_commands command) {
  const char *word = p->argv[p->at];
  for (size_t i = 0; i < NLIST; i++) {
    const struct option *o = &list[i];
    if (!(o->commands & command)) continue;
    size_t n = strlen(o->name);
    if (word[1] == '-' && !strncmp(word + 2, o->name, n) && (!word[n + 2] || word[n + 2] == '='))
      return set(p, o, word[n + 2] ? word + n + 3 : NULL);
    if (o->letter && word[1] == o->letter && (!word[2] || o->type != FLAG))
      return set(p, o, word[2] ? word + 2 : NULL);
  }
  unknown(p, command, word);
}

/* Before anything is run: an error in what was asked for costs no time. */
static void check_symbolic(const char *command, const struct omen_list *words) {
  for (size_t i = 0; i < words->n; i++)
    if (!omen_inputs_word(words->v[i]))
      omen_die(OMEN_EXIT_USAGE, "%s: --symbolic: no input '%s': argv, stdin, env:NAME, file:PATH or socket",
               command, words->v[i]);
}

int omen_options_take(enum omen_option_commands command, const char *usage, const char *about, int argc,
                      char **argv, struct omen_options *out) {
  *out = defaults;
  struct parser p = {.command = argv[0], .argc = argc, .at = 1, .argv = argv, .out = out};
  int left = 0;
  for (; p.at < argc; p.at++) {
    const char *word = argv[p.at];
    if (!strcmp(word, "--")) {
      p.at++;
      break;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) help(command, usage, about);
    if (word[0] == '-' && word[1])
      take_one(&p, command);
    else if (command & (RUN | TRIAGE | TEST | EXPLORE | OUTCOMES))
      break;
    else
      argv[left++] = argv[p.at];
  }
  while (p.at < argc) argv[left++] = argv[p.at++];
  argv[left] = NULL;
  if (command & (RUN | REPORT | CLASSIFY | TRIAGE | TEST)) omen_options_environment(out);
  if (out->scrub_env) omen_options_scrub();
  check_symbolic(p.command, &out->symbolic);
  check_symbolic(p.command, &out->vary);
  return left;
}

char **omen_list_strings(const struct omen_list *l) {
  if (!l->n) return NULL;
  char **copy = omen_xcalloc(l->n + 1, sizeof *copy);
  for (size_t i = 0; i < l->n; i++) copy[i] = omen_xstrdup(l->v[i]);
  return copy;
}

enum omen_outside omen_options_outside(const struct omen_options *o) {
  if (!o->outside || !strcmp(o->outside, "ordered")) return OMEN_OUTSIDE_ORDERED;
  if (strcmp(o->outside, "free"))
    omen_die(OMEN_EXIT_USAGE, "--outside: '%s' is neither ordered nor free", o->outside);
  return OMEN_OUTSIDE_FREE;
}

bool omen_options_by_state(const char *command, const struct omen_options *o) {
  bool state = !strcmp(o->method, "state");
  if (!state && strcmp(o->method, "portend"))
    omen_die(OMEN_EXIT_USAGE, "%s: --method: no method '%s': portend or state", command, o->method);
  return state;
}
