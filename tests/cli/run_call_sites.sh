#!/usr/bin/env bash
# System calls that are made often no longer trap: their places in libc are rewritten (runtime/syscall/site.c). What they do
# stays: results, errno, threads that wait in a call while its place is rewritten, cancellation out of one, children, which
# have left control; and so does the replay.
# rooms: runtime/syscall, quick
. "$(dirname "$0")/run_common"
cat >often.c <<'C'
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#define MUST(x) ((x) ? (void)0 : (printf("%d: %s\n", __LINE__, #x), exit(1)))
enum { TIMES = 60, PAIRS = 3 };
static int pair[PAIRS][2], quiet[2], cleaned;
static void *answers(void *arg) {
  int *fd = arg;
  char b[8];
  for (int i = 0; i < TIMES; i++) {
    MUST(read(fd[1], b, 4) == 4 && !memcmp(b, "ping", 4));
    MUST(send(fd[1], "pong", 4, 0) == 4);
  }
  return NULL;
}
static void cleanup(void *arg) { cleaned++; }
static void *waits(void *arg) {
  char b;
  pthread_cleanup_push(cleanup, NULL);
  MUST(read(quiet[0], &b, 1) == 1);
  pthread_cleanup_pop(0);
  return NULL;
}
static void cancels(void) {
  pthread_t t;
  void *how;
  pthread_create(&t, NULL, waits, NULL);
  usleep(10);
  pthread_cancel(t);
  pthread_join(t, &how);
  MUST(how == PTHREAD_CANCELED);
}
static void child(void) {
  int status;
  char b[4];
  pid_t p = fork();
  if (!p) {
    if (read(-1, b, 1) != -1 || errno != EBADF || write(quiet[1], "x", 1) != 1 || close(-1) != -1) _exit(1);
    _exit(7);
  }
  MUST(waitpid(p, &status, 0) == p && WEXITSTATUS(status) == 7);
  MUST(read(quiet[0], b, 1) == 1 && *b == 'x');
}
/* Code that belongs to no file: what calls jump to. */
static int rewritten(void) {
  char line[512], name[256];
  int found = 0;
  FILE *f = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, f)) found += strstr(line, " r-xp ") && sscanf(line, "%*s %*s %*s %*s %*s %255s", name) < 1;
  fclose(f);
  return found;
}
int main(void) {
  pthread_t t[PAIRS];
  char b[8];
  MUST(!pipe(quiet));
  cancels(); /* out of a trapped call */
  for (int k = 0; k < PAIRS; k++) {
    MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair[k]));
    pthread_create(&t[k], NULL, answers, pair[k]);
  }
  for (int i = 0; i < TIMES; i++)
    for (int k = 0; k < PAIRS; k++) {
      MUST(write(pair[k][0], "ping", 4) == 4);
      MUST(read(pair[k][0], b, 4) == 4 && !memcmp(b, "pong", 4));
      errno = 0;
      MUST(read(-1, b, 4) == -1 && errno == EBADF);
      errno = 0;
      MUST(close(-1) == -1 && errno == EBADF);
    }
  for (int k = 0; k < PAIRS; k++) pthread_join(t[k], NULL);
  for (int i = 0; i < 3; i++) cancels(); /* out of one that jumped */
  for (int i = 0; i < 12; i++) child();
  printf("cleaned %d rewritten %d\n", cleaned, rewritten());
}
C
compile often -O1
expect 0 timeout 60 "$omen" run -q -o rec -- ./often
grep -q '^cleaned 4 rewritten 1$' out || fail "it printed $(cat out)"
cp out first
for i in 1 2 3; do
  expect 0 timeout 60 "$omen" replay -q rec
  cmp -s out first || fail "replay $i printed $(cat out)"
done
# A stack that may become very large leaves no room for the stubs: then all calls trap.
if (ulimit -s 1000000) 2>/dev/null; then
  expect 0 bash -c "ulimit -s 1000000; timeout 60 '$omen' run -q -o large -- ./often"
  grep -q '^cleaned 4 rewritten 0$' out || fail "with a large stack it printed $(cat out)"
  expect 0 timeout 60 "$omen" replay -q large
fi
done_testing
