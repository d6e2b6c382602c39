#!/usr/bin/env bash
# omen test: programs that a command starts, however deep, are recorded; races are merged; others are left alone.
# rooms: cli triage build, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int locked;
static void *add(void *arg) {
  if (locked) pthread_mutex_lock(&m);
  count = count + 1;
  if (locked) pthread_mutex_unlock(&m);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  char line[64] = "";
  locked = argc > 1 && !strcmp(argv[1], "locked");
  if (argc > 1 && !strcmp(argv[1], "abort")) abort();
  if (argc > 1 && !strcmp(argv[1], "input") && !fgets(line, sizeof line, stdin)) return 2;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%s%d %s %s\n", line, count, getenv("OMEN_TEST") ? "seen" : "unseen", getenv("LD_PRELOAD") ? "seen" : "unseen");
  return argc > 2 ? atoi(argv[2]) : 0;
}
C
compile prog -O0
cp prog other
clang-19 -g -pthread prog.c -o plain 2>/dev/null || gcc -pthread prog.c -o plain
# Through make, a shell, a pipe and python; the program's words, input, output and status are as ever.
cat >Makefile <<'M'
check:
	./prog locked
	sh -c 'python3 -c "import subprocess; assert subprocess.call([\"./other\", \"x\", \"3\"]) == 3"'
	echo hello | ./prog input 0 | grep '^hello$$'
	./plain
	PATH=.:$$PATH; prog
M
expect 1 "$omen" test -o t --json t.json --sarif t.sarif -- make check
grep -c "unseen unseen" out | grep -qx 3 || { fail "the programs' output"; cat out; }
grep -q "seen seen" out || fail "the plain program was touched"
says "4 runs were recorded" && says "OUTPUT DIFFERS"
"$here/../tools/check-sarif" t.sarif || fail "t.sarif"
json t.json "len(r['runs']) == 4 and {x['location']['name'] for x in r['races']} == {'count'}"
json t.json "any(x['runs'] == 3 for x in r['races'])"
# It is a campaign: report, classify, replay.
expect 0 "$omen" report t
expect 1 "$omen" classify -q t
replay=$(python3 -c "
import json; print(next(x['evidence']['replay'] for x in json.load(open('t.json'))['races'] if 'evidence' in x))")
eval "expect 3 \"\$omen\" ${replay#omen }" # the status that this one ends with
expect 0 "$omen" replay --check t/run-001
# The gate; again in the same folder: nothing of the earlier run is left.
expect 0 "$omen" test -q -o t --fail-on never -- ./prog
[ "$(ls -d t/run-* | wc -l)" = 1 ] || fail "recordings of the run before are there"
expect 0 "$omen" test -q -o t --baseline b.json --update-baseline -- ./prog
expect 0 "$omen" test -q -o t --baseline b.json --fail-on new-harmful -- sh -c './other; ./prog'
expect 0 "$omen" test -q -o t -- ./prog locked
# Programs at the same time.
expect 1 "$omen" test -q -o t -- sh -c './prog & ./other & ./prog locked & wait'
[ "$(ls -d t/run-* | wc -l)" = 3 ] || fail "three programs at the same time: $(ls t)"
# Ends: a failing command, a program that aborts, no program at all, no command.
expect 1 "$omen" test -o t -- sh -c './prog locked; exit 7' && says "status 7"
expect 1 "$omen" test -o t -- sh -c './prog abort; test $? = 134' && says "signal 6"
expect 4 "$omen" test -o t -- ./plain && says "started no program"
expect 4 "$omen" test -o t -- ./nothing
expect 2 "$omen" test -o t && one_line
# A preloaded library of the user's own stays.
printf 'int unused_by_omen;\n' >mine.c && clang-19 -shared -fPIC mine.c -o mine.so
LD_PRELOAD=$work/mine.so expect 0 "$omen" test -q -o t -- ./prog locked && grep -q "unseen seen" out || fail "LD_PRELOAD"
done_testing
