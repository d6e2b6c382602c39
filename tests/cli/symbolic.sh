#!/usr/bin/env bash
# --symbolic: a race that is harmless with the recorded input is judged with others, too: paths.sh OMEN BUILD.
# rooms: symbolic triage, quick
set -eu
omen=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMEN_CACHE=$work/cache
mkdir "$OMEN_CACHE"
cd "$work"
fail() { echo "FAILED: $1"; exit 1; }

cat > limit.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int counter;
static void *add(void *p) {
  counter = counter + 1;
  return p;
}
int main(int argc, char **argv) {
  int limit = argc > 1 ? atoi(argv[1]) : 0;
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  int seen = counter;
  pthread_join(t, NULL);
  if (limit == 42) assert(seen == 0);
  FILE *f = fopen("trace.txt", "a");
  fprintf(f, "%d\n", limit);
  fclose(f);
  return 0;
}
C
"$omen" cc -g -O1 -pthread limit.c -o limit

# Without it: harmless. With it: the input is found, and it is the evidence.
"$omen" triage -q --runs 1 --json one.json -o one ./limit 7
grep -q '"class": "k-witness-harmless"' one.json || fail "the recorded input is harmless"
status=0
"$omen" triage -q --symbolic argv --json two.json -o two ./limit 7 || status=$?
[ $status = 1 ] || fail "status $status for a harmful race"
python3 - two.json <<'P' || fail "what the report says"
import json, sys
r, = json.load(open(sys.argv[1]))["races"]
assert r["class"] == "spec-violated" and r["consequence"] == "assertion", r
argv = r["evidence"]["inputs"]["argv"]
assert int(argv[1]) % 2**32 == 42, argv # atoi: the low half
assert r["evidence"]["with"][0].startswith("./limit "), r["evidence"]["with"]
assert r["inputs"]["tried"] > 0 and r["inputs"]["reached"] > 0, r["inputs"]
open("replay", "w").write(r["evidence"]["replay"])
P
[ "$(cat trace.txt)" = "7
7" ] || fail "only the two recorded runs may be seen outside"

# It replays, and the other order does not show it. Asked of the first recording, the message says where it is.
race=$(sed 's/.*--race \([^ ]*\).*/\1/' replay)
status=0
sh -c "\"$omen\" $(sed 's/^omen //' replay)" > /dev/null 2> err || status=$?
[ $status = 134 ] || fail "the evidence ends with $status"
grep -q 'seen == 0' err || fail "the assertion"
rec=$(sed 's/^omen replay \([^ ]*\).*/\1/' replay)
"$omen" replay "$rec" --race "$race" --order primary > /dev/null 2>&1 || fail "the recorded order is fine"
status=0
"$omen" replay two --race "$race" > /dev/null 2> err || status=$?
grep -q "$rec" err || fail "where the evidence is: $(cat err)"
[ "$(wc -l < trace.txt)" = 2 ] || fail "replays are not seen outside"

# A later report has it, too; the text names the input.
"$omen" report two > text 2>&1 || true
grep -q 'With another input' text || fail "the text: $(cat text)"
# Classifying the first recording does the same.
status=0
"$omen" classify -q --symbolic argv --json three.json one || status=$?
[ $status = 1 ] || fail "classify --symbolic: $status"

# A program that was built anew since is not the one that was recorded.
sed -i 's/limit == 42/limit == 43/' limit.c
"$omen" cc -g -O1 -pthread limit.c -o limit
status=0
"$omen" classify -q --symbolic argv one 2> err || status=$?
[ $status = 3 ] && grep -q 'record it again' err || fail "another program: status $status, $(cat err)"

# What cannot be.
for words in "--symbolic nonsense" "--symbolic env:" "--symbolic file:nowhere"; do
  status=0
  # shellcheck disable=SC2086
  "$omen" triage -q $words -o bad ./limit 7 > out 2> err || status=$?
  { [ $status = 2 ] || [ $status = 3 ]; } && [ "$(wc -l < err)" = 1 ] || fail "$words: status $status, $(cat err)"
done
echo passed
