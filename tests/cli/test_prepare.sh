#!/usr/bin/env bash
# omen test: variants are made before the command begins, so that no time limit of a test counts it; a signal is the command's, and what was recorded by
# then is judged; a campaign of `omen test` that was killed is there, with the recordings.
# rooms: cli triage build, quick
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int count;
static void *add(void *arg) { return count++, arg; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", count);
  return 0;
}
C
compile prog -O0
mkdir -p deep/er .hidden
sed 's/count/other/g' prog.c >deep/er/other.c
"$omen" cc -g -pthread deep/er/other.c -o deep/er/other || fail "cannot compile"
sed 's/count/hidden/g' prog.c >.hidden/hidden.c
"$omen" cc -g -pthread .hidden/hidden.c -o .hidden/hidden || fail "cannot compile"
ln -s ../prog deep/link
chmod +x prog.c # no program
variants() { find "$OMEN_CACHE" -name program | wc -l; }

# Both are there when the command begins; what is hidden, a link, and the variants in the cache are not taken for more programs.
expect 1 "$omen" test -q -o t -- sh -c 'find "$OMEN_CACHE" -name program | wc -l; exec ./prog'
[ "$(head -1 out)" = 2 ] || fail "before the command began there were $(head -1 out) variants, not 2"
# And the recordings of the folder are no programs either.
expect 1 "$omen" test -q -o t2 -- sh -c './prog; exec deep/er/other'
[ "$(variants)" = 2 ] || fail "$(variants) variants: those in recordings were taken for programs"
rm -rf "$OMEN_CACHE"/*
expect 1 "$omen" test -q --no-prepare -o t -- sh -c 'find "$OMEN_CACHE" -name program | wc -l; exec ./prog'
[ "$(head -1 out)" = 0 ] || fail "--no-prepare: there were $(head -1 out) variants"

# Also what the command itself builds, when it is linked, and what it names elsewhere.
rm -rf "$OMEN_CACHE"/*
mkdir work
count='find "$OMEN_CACHE" -name program | wc -l'
pushd work >/dev/null || exit 1
expect 1 "$omen" test -q -o t -- sh -c "\"$omen\" cc -g -pthread ../prog.c -o made; $count; exec ./made"
[ "$(head -1 out)" = 1 ] || fail "when the program was linked there were $(head -1 out) variants, not 1"
rm -rf "$OMEN_CACHE"/* made
expect 1 "$omen" test -q -o t -- sh -c "$count; exec \$0" ../deep/er/other
[ "$(head -1 out)" = 1 ] || fail "before a command that names a program there were $(head -1 out) variants, not 1"
rm -rf "$OMEN_CACHE"/*
expect 1 "$omen" test -q -o t -- sh -c "$count; cd \$1 && exec ./er/other" -C ../deep
[ "$(head -1 out)" = 1 ] || fail "before a command that names a folder there were $(head -1 out) variants, not 1"
rm -rf "$OMEN_CACHE"/*
popd >/dev/null || exit 1

until_true() { for _ in $(seq 1200); do "$@" && return; sleep 0.05; done; fail "never: $*"; }
recorded() { grep -q '^2$' out && grep -q '"complete": true\|"complete":true' t/rec-*/manifest.json 2>/dev/null; }
start() {
  rm -rf t out
  "$omen" test -o t --json t.json -- sh -c './prog; exec sleep 64' >out 2>err </dev/null &
  pid=$!
  until_true recorded
}
# A signal is the command's.
start
kill -TERM $pid
wait $pid
got=$?
[ $got -eq 1 ] || fail "a signal: ended with $got: $(cat err)"
says "the command ended with status 143; 1 run was recorded"
json t.json 'any(x["location"]["name"] == "count" and x["class"] == "output-differs" for x in r["races"])'
# Killed: its recordings are the campaign's all the same.
start
command=$(pgrep -P $pid | head -1)
kill -9 $pid
wait $pid 2>/dev/null
kill "$command"
expect 1 "$omen" classify -q --json t.json t
json t.json 'len(r["runs"]) == 1 and any(x["location"]["name"] == "count" and x["class"] == "output-differs" for x in r["races"])'
expect 0 "$omen" report -q t
# Killed while it prepares the next time: the campaign of before is there.
for i in 1 2 3 4 5 6; do
  sed "s/count/n$i/g" prog.c >"n$i.c"
  "$omen" cc -g -pthread "n$i.c" -o "n$i" || fail "cannot compile"
done
rm -rf "$OMEN_CACHE"/*
"$omen" test -q --jobs 1 -o t -- true >out 2>err </dev/null &
pid=$!
some() { [ "$(variants)" -gt 0 ]; }
until_true some
kill -9 $pid
wait $pid 2>/dev/null
expect 0 "$omen" report -q t
json t/report.json 'len(r["runs"]) == 1'
done_testing
