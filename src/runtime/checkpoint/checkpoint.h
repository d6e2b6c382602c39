/* checkpoint/: checkpoints of a replay that outlive it. A replay that cuts (OMEN_FLAG_CUT) writes, every so
 * often, a checkpoint of itself (record/checkpoint_file.h); a process that is started with one
 * (OMEN_FLAG_RESTORE) becomes it and goes on from there. docs/runtime.md says why that is exact. */
#ifndef OMRT_CHECKPOINT_CHECKPOINT_H
#define OMRT_CHECKPOINT_CHECKPOINT_H
#include "record/checkpoint_file.h"
#include <stdbool.h>
#include <stddef.h>

/* ---- cut.c: when ---- */

void omrt_checkpoint_start(void); /* start-up of a replay that cuts */
void omrt_checkpoint_tick(void);  /* 10 ms of processor time have passed; called by a signal handler */
void omrt_checkpoint_event(void); /* an event was made, and a checkpoint is due */
void omrt_checkpoint_never(void); /* the program did what a fork does not survive: no more checkpoints */
void omrt_checkpoint_shown(int fd, const void *data, uint64_t len); /* the program wrote that for people */

/* ---- restore.c: becoming one ---- */

/* Start-up of a process that has a checkpoint: does not return if it can be used. */
void omrt_checkpoint_load(void);

/* ---- what the files here share ---- */

/* Addresses that neither a checkpoint nor anything else has: a stack and tables of whoever writes or loads.
 */
#define OMRT_SCRATCH 0x1f8000000000ull
#define OMRT_SCRATCH_SIZE (64ull << 20)
#define OMRT_SCRATCH_STACK (1ull << 20) /* at its beginning */
#define OMRT_SCRATCH_IMAGE (OMRT_SCRATCH + (1ull << 32))

struct omrt_context {
  uint64_t rbx, rbp, r12, r13, r14, r15, rsp, rip;
  uint32_t mxcsr, x87;
};
/* Returns 0; and once more, with 1, where somebody resumes it. */
__attribute__((returns_twice)) int omrt_context_save(struct omrt_context *c);
_Noreturn void omrt_context_resume(const struct omrt_context *c);
_Noreturn void omrt_on_stack(void *top, void (*run)(void *), void *arg);
extern struct omrt_context omrt_checkpoint_context;

/* mappings.c: those of this process; nothing but what is given is written to. */
struct omrt_mappings {
  struct omen_saved_map *at;
  uint32_t n, strings;
  char *names;
};
bool omrt_mappings_read(struct omrt_mappings *m, char *buf, size_t room);
uint64_t omrt_machine_hash(void);
uint64_t omrt_vdso_hash(const struct omrt_mappings *m);
uint64_t omrt_watch_hash(void);

/* write.c: in a fork of the replay, on the scratch stack. */
struct omrt_cut {
  uint32_t number;
  uint64_t shown, shown_hash, mask;
};
void omrt_checkpoint_write(void *cut);

/* restore.c: what the new process knew before it became the checkpoint. */
struct omrt_fresh {
  const struct omen_saved_head *head;
  const char *outcome, *outputs;
  int outcome_fd, outputs_fd;
  struct omen_config *config; /* without what follows it */
  const void *plan;           /* its plan; config->plan_size bytes */
};
extern const struct omrt_fresh *omrt_checkpoint_fresh;
void omrt_checkpoint_resumed(void); /* in the checkpoint: the rest of what a new process needs */
#endif
