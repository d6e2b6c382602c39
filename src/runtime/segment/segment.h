/* segment/: checkpoints of a replay that outlive it. A replay that cuts (OMEN_FLAG_CUT) writes, every so
 * often, an image of itself (record/segment.h); a process that is started with one (OMEN_FLAG_RESTORE)
 * becomes it and goes on from there. docs/segments.md says why that is exact. */
#ifndef OMEN_SEGMENT_H
#define OMEN_SEGMENT_H
#include "record/segment.h"
#include <stdbool.h>
#include <stddef.h>

/* ---- cut.c: when ---- */

extern bool omen_segment_due;
void omen_segment_start(void); /* start-up of a replay that cuts */
void omen_segment_tick(void);  /* 10 ms of processor time have passed; called by a signal handler */
void omen_segment_event(void); /* an event was made, and an image is due */
void omen_segment_never(void); /* the program did what a fork does not survive: no more images */
void omen_segment_shown(int fd, const void *data, uint64_t len); /* the program wrote that for people */

/* ---- load.c: becoming one ---- */

/* Start-up of a process that has an image: does not return if it can be used. */
void omen_segment_load(void);

/* ---- what the files here share ---- */

/* Addresses that neither an image nor anything else has: a stack and tables of whoever writes or loads. */
#define OMEN_SCRATCH 0x1f8000000000ull
#define OMEN_SCRATCH_SIZE (64ull << 20)
#define OMEN_SCRATCH_STACK (1ull << 20) /* at its beginning */
#define OMEN_SCRATCH_IMAGE (OMEN_SCRATCH + (1ull << 32))

struct omen_context {
  uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
  uint32_t mxcsr, x87;
};
/* Returns 0; and once more, with 1, where somebody resumes it. */
__attribute__((returns_twice)) int omen_context_save(struct omen_context *c);
_Noreturn void omen_context_resume(const struct omen_context *c);
_Noreturn void omen_on_stack(void *top, void (*run)(void *), void *arg);
extern struct omen_context omen_segment_context;

/* mappings.c: those of this process; nothing but what is given is written to. */
struct omen_mappings {
  struct omen_segment_map *at;
  uint32_t n, strings;
  char *names;
};
bool omen_mappings_read(struct omen_mappings *m, char *buf, size_t room);
uint64_t omen_machine_hash(void);
uint64_t omen_vdso_hash(const struct omen_mappings *m);
uint64_t omen_watch_hash(void);

/* write.c: in a fork of the replay, on the scratch stack. */
struct omen_cut {
  uint32_t number;
  uint64_t shown, shown_hash, mask;
};
void omen_segment_write(void *cut);

/* load.c: what the new process knew before it became the image. */
struct omen_fresh {
  const struct omen_segment_head *head;
  const char *outcome, *outputs;
  int outcome_fd, outputs_fd;
  struct omen_config *config;
};
extern const struct omen_fresh *omen_segment_fresh;
void omen_segment_resumed(void); /* in the image: the rest of what a new process needs */
#endif
