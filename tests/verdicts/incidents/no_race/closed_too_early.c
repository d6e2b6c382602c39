// The log is closed while somebody still has to write to it.
// OMEN: incident assertion WRITE cause order WRITING CLOSING
// OMEN: none
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int out;
void *writer(void *arg) {
  pthread_mutex_lock(&lock);          // @WRITING
  assert(write(out, "line\n", 5) == 5); // @WRITE
  pthread_mutex_unlock(&lock);        // @WRITING
  return arg;
}
void *closer(void *arg) {
  pthread_mutex_lock(&lock); // @CLOSING
  close(out);
  pthread_mutex_unlock(&lock); // @CLOSING
  return arg;
}
int main(void) {
  out = open("/dev/null", O_WRONLY);
  both(writer, closer);
  return 0;
}
