#!/usr/bin/env bash
# omen explore beside fuzzers: seeds in the layouts of AFL++, libFuzzer and honggfuzz, a corpus in theirs, afl-fuzz's sync folder;
# failures with a recording and with a shorter input. tests/tools/beside-afl has afl-fuzz itself.
# rooms: triage cli, slow
. "$(dirname "$0")/run_common"
cat >parse.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double mix(const char *p, size_t n) { /* floating point is not followed: the solver has no question */
  double h = 1;
  for (size_t i = 0; i < n; i++) h = h * 1.375 + p[i];
  return h;
}
int main(int argc, char **argv) {
  char b[4096];
  FILE *f = argc > 1 ? fopen(argv[1], "rb") : stdin;
  size_t n = fread(b, 1, sizeof b, f);
  if (n < 24 || mix(b, 24) != KEY) return puts("no"), 0;
  puts("key"), fflush(stdout);
  for (size_t i = 24; i + 3 < n; i++)
    if (b[i] == '<' && b[i + 1] == '7' && b[i + 3] == '>') abort();
  return 0;
}
C
key=$(python3 -c "
h = 1
for c in b'the key of twenty-four b': h = h * 1.375 + c
print(repr(h))")
compile parse -O1 "-DKEY=$key"
explore() { "$omen" explore --jobs 1 --budget 20s "$@" >out 2>err <start; }
echo nothing >start
printf 'the key of twenty-four b%s<ab>cdefgh' "$(printf 'x%.0s' {1..40})" >good
mkdir -p afl/main/queue/.state afl/second/queue flat
cp start afl/main/queue/id:000000,time:0,execs:0,orig:a
echo hidden >afl/main/queue/.state/x
cp good afl/second/queue/id:000007,src:000000,time:9,execs:8,op:havoc,rep:2
cp good flat/da39a3ee5e6b4b0d3255bfef95601890afd80709
head -c 2000000 /dev/zero >flat/long

# Without seeds the key is not met.
explore -o none.corpus --symbolic stdin --paths 30 -- ./parse
json none.corpus/summary.json "not any(i['bad'] for i in r['inputs'])"

# Seeds in all layouts, for standard input and for a file.
for dir in afl afl/second afl/second/queue flat; do
  explore -o seeds.corpus --symbolic stdin --seeds $dir --stop-on-failure -- ./parse
  [ $? -eq 1 ] || fail "$dir: the failure behind the seed is not found"
  json seeds.corpus/summary.json "r['counters']['seeds'] == $([ $dir = afl ] && echo 2 || echo 1)"
done
cp err seeds.err
grep -q '1 seeds are longer' seeds.corpus/summary.json || fail "a seed that was left out is not told"
cp start given
explore -o file.corpus --symbolic file:given --seeds flat --stop-on-failure -- ./parse given
[ $? -eq 1 ] || fail "file: the failure behind the seed is not found"
cp err file.err

# Their layouts: the queue's files are the inputs, byte for byte; failures are apart.
for d in seeds file; do
  bad=$(python3 -c "import json; print(next(i['folder'] for i in json.load(open('$d.corpus/summary.json'))['inputs'] if i['bad']))")
  set -- $d.corpus/crashes/id:000$bad,sig:06*,op:omen*
  input=stdin
  [ $d = file ] && input=files/0
  cmp -s "$1" $d.corpus/$bad/$input || fail "$d: no such crash: $1"
  cmp -s $d.corpus/queue/id:000000,orig:recorded* $d.corpus/000/$input || fail "$d: not the recorded input"
  [ "$(ls $d.corpus/queue $d.corpus/crashes | grep -c ^id:)" -eq "$(ls -d $d.corpus/[0-9]* | wc -l)" ] || fail "$d: not all inputs are there"
  # A recording, and a shorter input that fails alike: 24 of the key, four behind it.
  grep -q "omen replay $d.corpus/$bad/recording" $d.err && grep -q "With 28 of " $d.err || fail "$d: how to see it is not told"
  json $d.corpus/summary.json "[i['reduced']['bytes'] for i in r['inputs'] if 'reduced' in i] == [28]"
  [ "$(stat -c %s $d.corpus/$bad/reduced/$input)" -eq 28 ] || fail "$d: not reduced"
  bash -c "$d.corpus/$bad/reduced/run.sh" >/dev/null 2>&1
  [ $? -eq 134 ] || fail "$d: the shorter input does not fail natively"
  for rec in $bad/recording $bad/reduced/recording; do
    "$omen" replay $d.corpus/$rec >out 2>err
    grep -qx key out || fail "$d: $rec does not replay"
  done
done
# What omen explore wrote can be its seeds.
explore -o again.corpus --symbolic stdin --seeds seeds.corpus --paths 3 -- ./parse
json again.corpus/summary.json "r['counters']['seeds'] == len($(ls seeds.corpus/queue | python3 -c 'import sys; print(sys.stdin.read().split())'))"

# Beside afl-fuzz: what it finds meanwhile is taken, what is found goes into a queue of our own, which is not read back.
mkdir -p sync/main/queue
"$omen" explore -q --jobs 1 --budget 60s --stop-on-failure --symbolic stdin --sync sync -o sync.corpus -- ./parse <start >out 2>err &
pid=$!
while [ ! -e sync.corpus/summary.json ] && kill -0 $pid 2>/dev/null; do sleep 0.1; done
cp good sync/main/queue/.new && mv sync/main/queue/.new sync/main/queue/id:000001,src:000000,op:havoc
wait $pid
[ $? -eq 1 ] || fail "what afl-fuzz found is not taken"
ls sync/omen/crashes/id:*,sig:06,*op:omen* >/dev/null || fail "no crash in the common folder"
ls sync/omen/queue/id:000000,orig:recorded* >/dev/null || fail "no queue in the common folder"
! grep -lr "<ab>" sync/omen/queue || fail "what afl-fuzz has already is sent back"
next=$(ls sync/omen/queue sync/omen/crashes | grep -c ^id:)
explore -o more.corpus --symbolic stdin --sync sync --paths 2 -- ./parse
ls sync/omen/queue/id:*,orig:recorded* | wc -l | grep -qx 2 || fail "numbers in the common folder do not go on"

# Which input the files are must be clear.
expect 3 "$omen" explore --symbolic argv --seeds flat -o x.corpus -- ./parse
says "--symbolic stdin, or --symbolic file:PATH"
expect 3 "$omen" explore --symbolic stdin --seeds nowhere -o x.corpus -- ./parse
says "nowhere is no folder"
mkdir empty
expect 3 "$omen" explore --symbolic stdin --seeds empty -o x.corpus -- ./parse
says "empty has no inputs"
done_testing
