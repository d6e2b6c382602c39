/* The log of a recording: everything that a run could not have known by itself, in the order in which it was
 * needed; and the digest: two bytes an event, by which a replay notices the first difference.
 *
 * The form of `log` is record/log_format.h's, its records are in record/log.def; log_write.h writes them.
 * `digest` is a header and then two bytes an event: its kind, and eight bits of a running hash over
 * everything before.
 *
 * Recording and replaying are the same calls: omrt_log_X(&value) stores the value or replaces it by the
 * recorded one. A replay that finds another record than it needs has diverged: omrt_diverged says so and ends
 * the program. */
#ifndef OMRT_LOG_H
#define OMRT_LOG_H
#include "record/events.h"
#include "record/plan.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint64_t omrt_events; /* G: events so far, all fibers */

void omrt_log_init(void);
void omrt_log_finish(void);    /* flushes; writes the end mark */
void omrt_log_flush(void);     /* recording: what was noted so far is on disk */
void omrt_log_check_end(void); /* replay: the program ends; so did the recorded run here */
void omrt_log_mute(void);      /* nothing is written from here on */
void omrt_log_child(void);     /* in a forked child of the program: forget the files */

void omrt_log_begin(
    void); /* the program starts; a replay of a run without any event has nothing to wait for */

/* An event of fiber `thread`. */
void omrt_log_event(enum omen_ev ev, int thread, uint64_t obj, uint64_t val);

/* Marks: 'W', 'w', 'K', 'k', 'I', 'J'. Recording: omrt_log_mark notes one at this event. Replay: omrt_log_due
 * takes the next record if it is such a mark at this event and returns its argument, else -1; omrt_log_next
 * tells the type of the next record without taking it (0 at the end). */
void omrt_log_mark(char type, int arg);
int omrt_log_due(char type);
char omrt_log_next(void);
int omrt_log_next_event(void); /* replay: the kind of the next event, or -1 */
const char *omrt_log_record_name(char type);
enum omrt_log_endless { OMRT_ENDLESS_REPEATS, OMRT_ENDLESS_PROVED, OMRT_ENDLESS_LIMIT };
enum omen_plan_known omrt_log_known(int how); /* what such a record says */
void omrt_log_end_if_killed(void);  /* replay: does not return if the recorded run was killed here */
extern volatile bool omrt_log_busy; /* a record is being written: a signal must not write one now */

void omrt_log_value(int64_t *v);
/* A system call with the pieces of the program's memory that it wrote. Addresses are the same in every
 * replay, so a piece is just its address and bytes. */
struct omrt_piece {
  void *addr;
  size_t len;
};
/* With what it also copied into mappings (omrt_mapped_copies). */
void omrt_log_call(int nr, uint64_t a0, int64_t ret, const struct omrt_piece *pieces, int n);
struct omrt_copy { /* from the program's memory, where a replay has it, too */
  uint64_t to, from, len;
};
int64_t omrt_log_call_replay(int nr); /* the result; the pieces are copied into place */
/* Explorations, which left the recording: the next recorded result of call `nr` (with first argument a0, if
 * `same`) that no exploration of this process used yet; its pieces go, in order, into those given. False:
 * there is none. */
bool omrt_log_call_search(int nr, uint64_t a0, bool same, int64_t *ret, uint8_t *into, size_t room,
                          size_t *len);
const uint8_t *
omrt_log_searched(int nr); /* behind the last result of that call (whatever its argument) so found */
/* The same, one call after another: from where the recording was left (or is now) on. False at the end. */
struct omrt_logged {
  int nr;
  uint64_t a0;
  int64_t ret;
  const uint8_t *pieces; /* as many as n: (address length bytes) each; see omrt_log_piece */
  uint64_t n;
};
const uint8_t *omrt_log_left(void);
bool omrt_log_step(const uint8_t **at, struct omrt_logged *out);
int omrt_log_step_signal(const uint8_t **at, int64_t info[5]);    /* a signal from outside; 0: no more */
bool omrt_log_step_value(const uint8_t **at, int64_t *v);         /* the same for clock reads and the like */
const uint8_t *omrt_log_piece(const uint8_t **at, uint64_t *len); /* the next piece's bytes */
/* The same for marks, with the event that each stands behind. */
struct omrt_log_marks {
  const uint8_t *at;
  uint64_t event;
  char type;
  int arg;
};
struct omrt_log_marks omrt_log_marks_left(void); /* before the first */
bool omrt_log_marks_step(struct omrt_log_marks *m);
/* What a contained run asked the outside (world/real_world.c): recording keeps it; a replay has the next
 * answer, which must be to this question; an exploration the next to this question, if there is one. The data
 * stays.
 */
bool omrt_log_answer(int nr, uint64_t key, int64_t *ret, const uint8_t **data, uint64_t *len);
void omrt_log_answered(int nr, uint64_t key, int64_t ret, const void *data, uint64_t len);
/* From here on nothing is recorded or checked. */
void omrt_log_leave(void);
/* Recording: a child wrote that to the standard output or error. A replay shows it as soon as it looks for
 * what comes next. */
void omrt_log_child_wrote(int fd, const void *data, uint64_t len);
/* Recording: a connection waits at listener fd, which was accepted later. A replay passes on that it does. */
void omrt_log_waiting(int fd);
/* Explorations: the first such place between these two; NULL: there is none. */
const uint8_t *omrt_log_waited(const uint8_t *from, const uint8_t *to, int fd);
/* Contents of a mapping. Replay: copies into addr, at most len bytes. */
void omrt_log_contents(void *addr, size_t len);
/* Where everything lies at the start: the first record of a log. Recording: keeps `now`. Replay: the recorded
 * numbers go into `then`, at most so many, and their number is returned. */
size_t omrt_log_layout(const uint64_t *now, size_t n, uint64_t *then, size_t most);
_Noreturn void omrt_diverged(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *omrt_ev_name(int ev);
/* So often (a power of two) a replay tells how far it is, and gives back what it has read. */
#define OMRT_LOG_EVERY (1u << 18)
#endif
