// A block is freed in which a mutex is held.
// OMEN: defect destroy-in-use
// OMEN: asan-blind it knows nothing of mutexes
#include "../defects.h"
struct shared {
  pthread_mutex_t m;
  int n;
};
int main(void) {
  struct shared *s = malloc(sizeof *s);
  pthread_mutex_init(&s->m, NULL);
  pthread_mutex_lock(&s->m);
  s->n = 1;
  if (!bad) pthread_mutex_unlock(&s->m);
  free(s); // @BAD
  puts("done");
  return 0;
}
