#!/usr/bin/env bash
# Small limits of the user's: files that may be open, the stack. What cannot be done is said in one line; else the program runs
# as ever, under its own limits.
# rooms: cli record base, quick
. "$(dirname "$0")/run_common"

cat >two.c <<'C2'
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
static int hits;
static void *f(void *arg) { hits++; return arg; }
int main(void) {
  pthread_t t[2];
  struct rlimit l;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  getrlimit(RLIMIT_STACK, &l);
  printf("stack %ld\n", (long)l.rlim_cur);
  return 0;
}
C2
compile two -O0
limited() { (ulimit "$1" "$2"; shift 2; "$@"); }
# Files: a soft limit is raised, a hard one is named.
expect 0 limited -Sn 100 "$omen" run -o rec -- ./two && says '`hits`'
for n in 200 64; do
  expect 125 limited -n $n "$omen" run -o rec -- ./two && says "only $n files may be open at once (ulimit -n)"
  expect 3 limited -n $n "$omen" triage -o rec -- ./two && says "only $n files may be open at once (ulimit -n)"
done
# The stack: of Omen itself, and of the instrumenter.
for how in -s -Ss; do
  rm -rf cache
  expect 0 limited $how 128 env OMEN_CACHE="$PWD/cache" "$omen" run -o rec -- ./two && says '`hits`' && prints 'stack 131072'
  expect 0 limited $how 128 "$omen" replay --check rec
  expect 0 limited $how 128 "$omen" triage -o rec -- ./two && says '`hits`'
done
done_testing
