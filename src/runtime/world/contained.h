/* A contained run (OMEN_FLAG_CONTAINED): from its very start the program's calls are answered by the world in
 * memory (world.h), its outputs are captured and not performed, time is virtual. Inputs come from the file
 * `inputs` (record/inputs.h), and whatever else comes from outside from the recording that this run is
 * derived from: its log (`base.log`) and what it kept of files (`before`). The disk is asked where neither
 * has an answer, and what it said is kept in the run's own log.
 *
 * So everything that happens follows from the recording's own files, and a replay is the same run made again,
 * by the same strategy and seed, checked event by event against the digest. docs/verdicts.md has more. */
#ifndef OMRT_WORLD_CONTAINED_H
#define OMRT_WORLD_CONTAINED_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct omrt_desc;
struct omrt_node;

/* At start: the inputs, the limits, and what the recorded run began with. All of it does nothing in other
 * runs. */
void omrt_contained_init(void);
void omrt_contained_begin(int64_t *pid);
void omrt_contained_strings(int argc, char **argv,
                            char **envp); /* arguments and environment get their room */

/* ---- alarms.c: timers that send signals ---- */

int64_t omrt_alarms_first(void); /* the first to expire; OMRT_NEVER: none is set */
void omrt_alarms_look(void);     /* those that have expired send their signals */

/* ---- contained_inputs.c ---- */

void omrt_inputs_load(void);
void omrt_inputs_place(int argc, char **argv, char **envp);
/* Others of the same kinds take their place, before any code of the program has run; they stay where they
 * are. */
void omrt_inputs_again(const uint8_t *data, uint64_t size);
/* Standard input as a stream, or as a file where the recorded run had one. NULL: it is no input, and comes
 * from the recording as anything else does. */
struct omrt_desc *omrt_inputs_stdin(void);
void omrt_inputs_file(const char *path,
                      struct omrt_node *n); /* its contents are others, if they are an input */
/* The number-th connection to the outside: its source + 1, and all that it receives; 0: it is no input. */
uint32_t omrt_inputs_connection(uint32_t number, const uint8_t **data, uint64_t *len);

/* ---- real_world.c: the real world, which is only looked at ----
 * A question has a call's number and a text, mostly a path. */

int64_t omrt_ask_stat(const char *path, void *stat); /* lstat */
int64_t omrt_ask_link(const char *path, char *to, uint64_t room);
bool omrt_ask_access(const char *path, int want);
int64_t omrt_ask_cwd(char *to, uint64_t room);
uint32_t omrt_ask_number(int nr); /* geteuid, getegid */
uint32_t omen_ask_umask(void);
/* Calls each(arg, name) for everything in that folder but . and .. */
void omrt_ask_entries(const char *path, void (*each)(void *arg, const char *name), void *arg);
/* The first `most` bytes of a file; NULL: it cannot be read. They stay where they are. */
const uint8_t *omrt_ask_contents(const char *path, uint64_t most, uint64_t *len);
/* syscall/library.h: the variant that a library is run as; 0: none. */
int64_t omrt_ask_library(const char *path, const void *stat);
int64_t omrt_ask_call(int nr, const uint64_t a[6], const char *pieces);
#endif
