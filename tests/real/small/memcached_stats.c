/* memcached's statistics: counted by all workers without a lock, and told to whoever asks. An update can get lost, and
 * the answer shows it. */
// OMEN: levels O0
// OMEN: verdict get_cmds COUNT COUNT class output-differs consequence output
#include <pthread.h>
#include <stdio.h>

static struct {
  unsigned long get_cmds;
} stats;

static void *worker(void *arg) {
  for (int i = 0; i < 3; i++) stats.get_cmds++; // @COUNT
  return arg;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("STAT cmd_get %lu\n", stats.get_cmds);
  return 0;
}
