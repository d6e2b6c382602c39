/* Command lines of run, replay, report and doctor, by the list in options.def. */
#ifndef OMEN_CLI_OPTIONS_H
#define OMEN_CLI_OPTIONS_H
#include "record/plan.h"
#include "base/base.h"
#include "record/config.h"
#include "record/saved_checkpoints.h"

enum omen_option_commands {
  OMEN_OPTIONS_RUN = 1,
  OMEN_OPTIONS_REPLAY = 2,
  OMEN_OPTIONS_REPORT = 4,
  OMEN_OPTIONS_DOCTOR = 8,
  OMEN_OPTIONS_CLASSIFY = 16,
  OMEN_OPTIONS_TRIAGE = 32,
  OMEN_OPTIONS_TRACE = 64,
  OMEN_OPTIONS_ANALYZE = 128,
  OMEN_OPTIONS_MANUAL = 256,
  OMEN_OPTIONS_TEST = 512,
  OMEN_OPTIONS_EXPLORE = 1024,
  OMEN_OPTIONS_PREPARE = 2048,
  OMEN_OPTIONS_SHIP = 4096,
  OMEN_OPTIONS_OUTCOMES = 1 << 20,
  OMEN_OPTIONS_AGENT = 1 << 22,
  OMEN_OPTIONS_FIELD = 1 << 23,
  OMEN_OPTIONS_SCAN = 8192,
};

#define OMEN_OPTION_STRING const char *
#define OMEN_OPTION_NUMBER uint64_t
#define OMEN_OPTION_COUNT uint64_t /* a number, and not 0 */
#define OMEN_OPTION_STRATEGY uint32_t
#define OMEN_OPTION_TIME double   /* seconds */
#define OMEN_OPTION_SIZE uint64_t /* bytes */
#define OMEN_OPTION_FLAG bool
struct omen_list { /* of an option that may be given several times */
  const char **v;
  size_t n;
};
#define OMEN_OPTION_LIST struct omen_list
struct omen_options {
#define X(commands, type, field, letter, name, argument, value, help) OMEN_OPTION_##type field;
#include "cli/options.def"
#undef X
  /* From OMEN_OPTIONS alone. */
  const char *log_path; /* NULL: the text report goes to standard error */
  int exitcode;         /* in the place of 1; -1: none */
};
/* A NULL-terminated copy, for omen_strings_free; NULL when the list is empty. */
char **omen_list_strings(const struct omen_list *list);
void omen_list_add(struct omen_list *l, const char *value);
/* What the environment's OMEN_OPTIONS asks for, by the names of TSAN_OPTIONS; part of omen_options_take. */
void omen_options_environment(struct omen_options *o);
/* --scrub-env: takes everything out of the environment that is not known to be harmless. */
void omen_options_scrub(void);

/* Takes the options out of argv. For run they end at the first word that is none (the program) or after "--";
 * the others take them anywhere. The words left over are argv[0..n-1] afterwards, and n is returned.
 * --help prints the usage line, `about` and the options, and exits 0. Anything wrong: one line, exit 2. */
int omen_options_take(enum omen_option_commands command, const char *usage, const char *about, int argc,
                      char **argv, struct omen_options *out);
/* What --help knows of a command: for the manual and for completion, which are made of the same lists. */
struct omen_option_info {
  char letter;                        /* 0: none */
  const char *name, *argument, *help; /* argument NULL: it takes none */
};
struct omen_command_info {
  char *usage, *about;
  struct omen_option_info option[96];
  size_t n;
};
struct omen_command_info *omen_command_info(int (*command)(int, char **),
                                            const char *name); /* the caller frees */
/* --method: true for state, false for portend; anything else: one line, exit 2. */
bool omen_options_by_state(const char *command, const struct omen_options *o);
/* --outside; anything but its two words: one line, exit 2. */
enum omen_outside omen_options_outside(const struct omen_options *o);
#endif
