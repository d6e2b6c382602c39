// Figure 17 of the thesis: the writes to globalx race and nobody reads it; what is printed depends on the input alone.
// OMEN: args 1
// OMEN: symbolic argv
// OMEN: verdict globalx ONE TWO class k-witness-harmless
// OMEN: multi globalx ONE TWO class k-witness-harmless covers path
// OMEN: reveal args -1
#include "../../corpus/corpus.h"
int globalx = 0;
int i = 0;
static int get_input(int argc, char **argv) { return argc > 1 ? atoi(argv[1]) : 0; }
void *work0(void *arg) {
  (void)arg;
  globalx = 1; // @ONE
  if (i >= 0) printf("10\n");
  return 0;
}
void *work1(void *arg) {
  (void)arg;
  globalx = 2; // @TWO
  return 0;
}
int main(int argc, char *argv[]) {
  pthread_t t0, t1;
  int rc;
  i = get_input(argc, argv);
  rc = pthread_create(&t0, 0, work0, 0);
  if (rc) return rc;
  rc = pthread_create(&t1, 0, work1, 0);
  if (rc) return rc;
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
