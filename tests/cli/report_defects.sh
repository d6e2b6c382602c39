#!/usr/bin/env bash
# Defects as users meet them: in omen run, report, triage, campaigns and replay; exit statuses; gdb stops at them.
# rooms: report runtime/memory runtime/gdb, quick
. "$(dirname "$0")/run_common"
cat >box.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int *box;
static void *owner(void *arg) {
  free(box);
  return arg;
}
static void *user(void *arg) {
  box[2] = 1;
  return arg;
}
int main(int argc, char **argv) {
  pthread_t t, u;
  box = malloc(40);
  pthread_create(&t, 0, argc > 1 ? user : owner, 0);
  pthread_create(&u, 0, argc > 1 ? owner : user, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  puts("done");
  return 3;
}
C
"$omen" cc -g -pthread box.c -o box || fail "cannot compile"
field() { # field FILE EXPRESSION: of the JSON document d
  python3 -c 'import json,sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"
}

# The recorded run has it; omen run ends as the program does.
expect 3 "$omen" run -o r --json r.json ./box
prints "done"
says "ERROR: heap use after free: write of 4 bytes in thread T2 at box.c:10 (user)"
says "That is 8 bytes inside a block of 40 bytes"
says "It was allocated by the main thread:"
says "and freed by thread T1:"
says "1 defect: 1 use-after-free"
[ "$(field r.json 'd["findings"][0]["kind"], d["findings"][0]["line"]')" = "('use-after-free', 10)" ] || fail "findings"
expect 0 "$omen" report r
grep -q "ERROR: heap use after free" out || fail "omen report does not have it"
expect 3 "$omen" replay r
says "ERROR: heap use after free"

# Triage: a finding, and the race that decides over it; the other way round it is the race's alone.
expect 1 "$omen" triage -o t --json t.json ./box
says "USE AFTER FREE: race on"
says "decides whether it happens"
[ "$(field t.json 'd["findings"][0]["race"] == d["races"][0]["id"]')" = True ] || fail "the finding does not name its race"
expect 1 "$omen" triage -o a --json a.json ./box user-first
[ "$(field a.json 'd.get("findings"), d["races"][0]["evidence"]["end"]["defect"]["object"]["freed"]["thread"]')" = "(None, 2)" ] ||
  fail "evidence"
id=$(field a.json 'd["races"][0]["id"]')
expect 1 "$omen" replay a --race "$id" --order alternate
says "ERROR: heap use after free"
expect 3 "$omen" replay a --race "$id" --order primary
says_not "ERROR"
expect 0 "$omen" report a
grep -q "USE AFTER FREE: race on" out || fail "omen report does not have the verdict"
expect 1 "$omen" triage --quiet --runs 3 -o c --json c.json ./box
[ "$(field c.json 'len(d["findings"]), d["findings"][0]["kind"], 1 <= d["findings"][0]["runs"] <= 3')" = "(1, 'use-after-free', True)" ] ||
  fail "a campaign's findings: $(field c.json 'd["findings"]')"

needs gdb
printf 'continue\nbt 1\n' >commands
"$omen" replay r --gdb-command commands >gdb.out 2>&1 </dev/null
grep -q "thread T2 does what no correct program does: use-after-free" gdb.out || { fail "gdb does not stop"; cat gdb.out; }
grep -q "user (.*) at box.c:10" gdb.out || { fail "gdb shows another place"; cat gdb.out; }
# An index that is compared with the length of its array: no address is known, and none is told.
cat >index.c <<'C'
#include <stdlib.h>
struct both { int a[4], b; } both;
int main(int argc, char **argv) {
  both.a[atoi(argv[1])] = 7;
  return 0;
}
C
"$omen" cc -g -O1 index.c -o index || fail "cannot compile"
expect 0 "$omen" run -o i --json i.json ./index 4
says "ERROR: index out of bounds: write in the main thread at index.c:4 (main)"
says "Index 4 of an array of 4"
says "Write by the main thread:"
says_not "0 bytes"
says_not "0x0 "
[ "$(field i.json "d['findings'][0]['what']")" = "index out of bounds: write: index 4 of an array of 4, at index.c:4" ] ||
  fail "$(field i.json "d['findings'][0]['what']")"

# The same from evidence: what another schedule does is read back from the recording.
cat >late.c <<'C'
#include <pthread.h>
volatile int length;
int items[4];
static void *add(void *arg) {
  for (int i = 0; i < 4; i++)
    if (length < 4) {
      items[length] = i;
      length++;
    }
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
"$omen" cc -g -O1 -pthread late.c -o late || fail "cannot compile"
expect 1 "$omen" triage -o l -- ./late
says "Index out of bounds: write by thread"
says_not "0 bytes"

done_testing
