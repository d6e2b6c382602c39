#!/usr/bin/env bash
# exec: the recording ends there, the run ends as what came after does, and a replay goes as far. A program that becomes itself
# again becomes the ordinary one.
# rooms: runtime/syscall record, quick
. "$(dirname "$0")/run_common"

cat >becomes.c <<'C2'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern char **environ;
static int hits;
static void *f(void *arg) { hits++; return arg; }
int main(int argc, char **argv) {
  pthread_t t[2];
  char *again[] = {"again", "again", NULL};
  if (!strcmp(argv[1], "again")) {
    puts("again");
    return 5;
  }
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  puts("before");
  fflush(stdout);
  if (!strcmp(argv[1], "nothing") && execl("/no/such/program", "no", NULL)) return 7;
  if (!strcmp(argv[1], "self")) execv("/proc/self/exe", again);
  if (!strcmp(argv[1], "at")) execveat(AT_FDCWD, "/proc/self/exe", again, environ, 0);
  if (!strcmp(argv[1], "name")) execv(argv[0], again);
  if (!strcmp(argv[1], "dies")) execl("/bin/sh", "sh", "-c", "kill -9 $$", NULL);
  execl("/bin/sh", "sh", "-c", "echo after; exit 3", NULL);
  return 9;
}
C2
compile becomes -O0
# becomes HOW STATUS REPLAY TRIAGE: as natively; what the replay, which goes up to there, and triage end with
becomes() {
  ./becomes "$1" >native 2>/dev/null
  [ $? = "$2" ] || fail "$1: natively not $2"
  expect "$2" "$omen" run -o rec -- ./becomes "$1"
  cmp -s out native || fail "$1: prints '$(cat out)', natively '$(cat native)'"
  says '`hits`'
  [ "$1" = nothing ] || says "the program replaced itself by"
  expect "$3" "$omen" replay --check rec
  prints before
  expect "$4" "$omen" triage -o rec -- ./becomes "$1" && says '`hits`'
}
becomes other 3 0 0
becomes self 5 0 0
becomes at 5 0 0
becomes name 5 0 0
becomes dies 137 0 0
becomes nothing 7 7 0
done_testing
