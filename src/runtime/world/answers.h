/* The world in memory as the rooms below it (by way of struct omrt_world, mode.h) and explore/ see it;
 * world.h is for its own files. answers.c has the table. */
#ifndef OMRT_WORLD_ANSWERS_H
#define OMRT_WORLD_ANSWERS_H
#include <stdbool.h>
#include <stdint.h>
struct omrt_out;

void omrt_world_init(void);   /* start-up: the files that it needs */
void omrt_world_limits(void); /* of what a plan or a contained run may use from now on */
/* The program's calls, after the race: answered by a world in memory (world.h), nothing is performed. */
int64_t omrt_world_call(int nr, const uint64_t a[6], const char *pieces);
int64_t omrt_world_poll(const uint64_t a[6], int64_t deadline); /* 0: only look */
int64_t omrt_world_select(const uint64_t a[6], int64_t deadline);
int64_t omrt_world_epoll(const uint64_t a[6], int64_t deadline);
int64_t omrt_world_map(const uint64_t a[6]); /* mmap of a file */
/* A descriptor that stands for a signalfd: its counter, and how it was opened. */
void omrt_world_signalfd(int fd);
void omrt_world_raise(int fd, bool up);
int64_t omrt_world_flags(int fd);
void omrt_world_effect(int nr, const uint64_t a[6]); /* an output that is no call here: exec */
/* Before the race: the recorded run made this call, and this was its result. */
void omrt_world_saw(int nr, const uint64_t a[6], int64_t ret);
void omrt_world_leave(bool free); /* the recording is left; `free`: so is the outside, see withhold.h */
/* While recording: what this call may change is kept, as it is before it. */
void omrt_before_call(int nr, const uint64_t a[6]);
/* Virtual time: goes on from what the recording saw. */
void omrt_world_saw_time(int clock, int64_t value);
void omrt_world_begin_time(
    const uint8_t *at); /* in the log: its clocks that were not read yet begin as told from there on */
int64_t omrt_world_time(int clock); /* what it is now */
int64_t omrt_world_look(int clock); /* the program looks */
void omrt_world_skip(int64_t ns);
void omrt_world_abandon(void); /* this thread does not come back from the calls that it is in */
void omrt_world_flush(void);   /* the outputs */
/* Nobody can run: do all whose wait would end by then wait for input that is withheld? (withhold.h) */
bool omrt_world_awaits_input(int64_t until);
void omrt_world_outputs_to(int fd); /* they go there from now on: omrt_out_move */
struct omrt_out *omrt_world_out(void);
uint64_t omrt_world_written(void);  /* a hash of all outputs so far */
uint64_t omrt_world_standard(void); /* and of what went to standard output */
#endif
