// Children that are killed at once, maybe before they have begun: they die of the signal, and only they do.
#include "calls.h"
int main(void) {
  race();
  for (int i = 0; i < 50; i++) {
    int status;
    pid_t child = fork();
    if (!child) {
      pause();
      _exit(0);
    }
    kill(child, SIGTERM);
    waitpid(child, &status, 0);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM) P("not killed: %d\n", status);
  }
  P("done\n");
  return 0;
}
