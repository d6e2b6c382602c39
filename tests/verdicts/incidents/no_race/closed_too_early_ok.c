// Closed by main, which waits for all.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int out;
void *writer(void *arg) {
  pthread_mutex_lock(&lock);
  assert(write(out, "line\n", 5) == 5);
  pthread_mutex_unlock(&lock);
  return arg;
}
int main(void) {
  out = open("/dev/null", O_WRONLY);
  both(writer, writer);
  close(out);
  return 0;
}
