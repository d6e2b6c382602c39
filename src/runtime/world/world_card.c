/* See world_card.h. */
#include "runtime/world/world_card.h"
#include <stddef.h>
#include <sys/syscall.h>

/* Done to the world as the program's own call would be. */
OMRT_SAW(SAME) {
  bool served = true;
  omrt_world_card(nr)->answer(nr, a, &served);
}

#define omrt_answer_NONE NULL
#define omrt_answer_SERVED NULL
#define omrt_saw_NONE NULL
#define NONE NULL, NULL
#define EFFECT_effect(...) .effect = {__VA_ARGS__}
#define WORLD_world(function) .answer = omrt_answer_##function
#define OTHERWISE_otherwise(what) .otherwise = OMRT_OTHERWISE_##what
#define FOLLOW_follow(function) .saw = omrt_saw_##function

const struct omrt_world_card omrt_world_cards[OMRT_CALLS + 1] = {
#define CALL(call, args, serve, blocks, fds, data, order, changes, keeps, effect, loop, world, otherwise,    \
             follow)                                                                                         \
  [SYS_##call] = {EFFECT_##effect, WORLD_##world, OTHERWISE_##otherwise, FOLLOW_##follow},
#define PASSED(call)
#include "runtime/syscall/table.def"
};
