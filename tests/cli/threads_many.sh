#!/bin/bash
# Threads that are numbered beyond 16 bits race: the report names them, with where they began and were made, and the race is replayed and judged.
# rooms: runtime/shadow runtime/sched report, slow
set -eu
omen=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export OMEN_CACHE=$work/cache
fail() {
  echo "threads_many: $*" >&2
  exit 1
}

cat >late.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int shared, early;
static void *nothing(void *arg) { return arg; }
static void *early_writer(void *arg) {
  early++;
  return arg;
}
static void *late_writer(void *arg) {
  shared = 7;
  return arg;
}
static void *late_reader(void *arg) {
  printf("read %d\n", shared);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, early_writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  for (int i = 2; i < atoi(argv[1]); i++) {
    pthread_create(&t[0], NULL, nothing, NULL);
    if (i % 3)
      pthread_join(t[0], NULL);
    else
      pthread_detach(t[0]);
  }
  pthread_create(&t[0], NULL, late_writer, NULL);
  pthread_create(&t[1], NULL, late_reader, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
C
"$omen" cc -g -O1 -pthread late.c -o late
many=66000
timeout 200 "$omen" run -q -o rec --json report.json -- ./late $many >out 2>err || fail "$(cat err)"
python3 - $many >id <<'P' || fail "$(head -c 3000 report.json)"
import json, sys
first = int(sys.argv[1]) + 1
report = json.load(open("report.json"))
race, = [r for r in report["races"] if r["location"]["name"] == "shared"]
assert {a["thread"]: a["function"] for a in race["accesses"]} == {first: "late_writer", first + 1: "late_reader"}, race
made = {t["thread"]: t["created"][0]["line"] for t in report["threads"] if t["thread"] >= first}
lines = open("late.c").read().split("\n")
for number, start in ((first, "late_writer"), (first + 1, "late_reader")):
    assert "NULL, " + start in lines[made[number] - 1], made
# of the others those that race and the last ones are known; nothing grows with their number
made = {t["thread"] for t in report["threads"]}
assert 1 in made and 2 in made and 20000 not in made and len(made) < 20000, (sorted(made)[:5], len(made))
print(race["id"])
P
id=$(cat id)
"$omen" report rec --format sarif >text
grep -q "thread T$((many + 1)) was created here" text || fail "the report does not say where thread $((many + 1)) was made"
timeout 200 "$omen" classify -q rec --race "$id" --schedules 1 --json class.json >/dev/null 2>err && fail "nothing harmful"
grep -q '"class": "output-differs"' class.json || fail "not judged: $(cat err)"
"$omen" replay rec --race "$id" >replayed 2>/dev/null
grep -q "read 0" out replayed || fail "neither order reads 0"
cmp -s out replayed && fail "the other order gives the same output"

# A recording of an older format is refused in words.
sed -i 's/^ "version": [0-9]*/ "version": 2/' rec/manifest.json
"$omen" report rec >/dev/null 2>err && fail "an older recording was read"
grep -q "version 2 of the recording format" err || fail "an older recording: $(cat err)"
