// C11 threads: a detached thread writes, then says that it is done.
// OMEN: none
#include "../corpus.h"
#include <threads.h>
struct stage {
  mtx_t m;
  cnd_t c;
  int reached;
} done, gone;
int x;
NOINLINE void prepare(struct stage *s) {
  mtx_init(&s->m, mtx_plain);
  cnd_init(&s->c);
}
NOINLINE void reach(struct stage *s) {
  mtx_lock(&s->m);
  s->reached = 1;
  cnd_signal(&s->c);
  mtx_unlock(&s->m);
}
NOINLINE void await(struct stage *s) {
  mtx_lock(&s->m);
  while (!s->reached) cnd_wait(&s->c, &s->m);
  mtx_unlock(&s->m);
}
int worker(void *p) {
  x = 1;
  reach(&done);
  reach(&gone);
  thrd_exit(0);
}
int main(void) {
  thrd_t t;
  prepare(&done);
  prepare(&gone);
  MUST(thrd_create(&t, worker, NULL) == thrd_success);
  MUST(thrd_detach(t) == thrd_success);
  await(&done);
  int seen = x;
  await(&gone);
  return seen > 1;
}
