/* world/world_card.h: the cells of a call's card (syscall/card.h) that only the world reads. */
#ifndef OMRT_WORLD_CARD_H
#define OMRT_WORLD_CARD_H
#include "runtime/syscall/card.h"
#include <stdbool.h>
#include <stdint.h>

/* Answers the call as the kernel would. *served is true; a function that has no answer after all says so
 * there. */
typedef int64_t omrt_answer_fn(int nr, const uint64_t a[6], bool *served);
#define OMRT_ANSWER(name) int64_t omrt_answer_##name(int nr, const uint64_t a[6], bool *served)
/* The recorded run made the call with this result, which was no error: the world learns from it. */
typedef void omrt_saw_fn(int nr, const uint64_t a[6], int64_t ret);
#define OMRT_SAW(name) void omrt_saw_##name(int nr, const uint64_t a[6], int64_t ret)

/* What is answered when nobody in the world has an answer. First comes what the recording still has for such
 * a call; SAME_FD: on such a descriptor. */
enum __attribute__((packed)) omrt_otherwise {
  OMRT_OTHERWISE_ZERO,           /* it is done, as far as the program can tell */
  OMRT_OTHERWISE_NEVER,          /* somebody always has */
  OMRT_OTHERWISE_ASKED,          /* a question that changes nothing: the kernel is asked */
  OMRT_OTHERWISE_SAME_FD,        /* as ZERO */
  OMRT_OTHERWISE_SAME_FD_ENOTTY, /* that error */
  OMRT_OTHERWISE_SAME_FD_ESPIPE,
};

struct omrt_world_card {
  omrt_answer_fn *answer; /* NULL: nobody */
  omrt_saw_fn *saw;       /* NULL: it changes nothing */
  struct {
    const char *name, *args; /* NULL: it has none */
  } effect;
  enum omrt_otherwise otherwise;
};
extern const struct omrt_world_card omrt_world_cards[OMRT_CALLS + 1];
static inline const struct omrt_world_card *omrt_world_card(int nr) {
  return &omrt_world_cards[(unsigned)nr < OMRT_CALLS ? (unsigned)nr : OMRT_CALLS];
}

#define WORLD_world(function) OMRT_ANSWER(function);
#define FOLLOW_follow(function) OMRT_SAW(function);
#define CALL(call, args, serve, blocks, fds, data, order, changes, keeps, effect, loop, world, otherwise,    \
             follow)                                                                                         \
  WORLD_##world FOLLOW_##follow
#define PASSED(call)
#include "runtime/syscall/table.def"
#undef WORLD_world
#undef FOLLOW_follow
#endif
