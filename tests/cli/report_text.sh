#!/usr/bin/env bash
# The report for people, word for word, of a crash, an output and a deadlock: incidents first; the evidence in JSON; that `omen report` says
# the same again; that schedules are reduced and the reduced ones are what `omen replay` follows.
# rooms: report classify, quick
. "$(dirname "$0")/run_common"

# golden NAME: what triage said in `err`, without ids, addresses and times, is the file NAME.
golden() {
  sed -E "s#$PWD/#DIR/#; s/(0x55555|\\+0x)[0-9a-f]+/HEX/g" err |
    sed -E 's/(race|Races|and) [0-9a-f]{12}(-[0-9]+)?/\1 ID/g; s/incident i[0-9a-f]{8}/incident ID/g; s/[0-9]+ schedules an order, [0-9.]+ s\)/N schedules an order, TIME)/; /^omen: recorded in /d; /^  Memory after /d' >got
  diff -u "$1" got || fail "the report of $1 is another"
  awk 'length > 100 && !/omen replay/' got | grep . && fail "$1: lines of more than 100 columns"
  grep -q $'\033' err && fail "$1: colour, though this is no terminal"
}

cat >crash.c <<'C'
#include <pthread.h>
#include <stddef.h>
static int cell = 1, sum;
int *volatile box = &cell;
void *user(void *arg) {
  if (box)
    sum += *box;
  return arg;
}
void *clearer(void *arg) {
  box = NULL;
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, user, NULL);
  pthread_create(&t[1], NULL, clearer, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
C
cat >crash.txt <<'T'
==================
CRASH: at crash.c:7 in user  [incident ID]
  The program dies of signal 11 (Segmentation fault) at address 0x0, in thread T1:
    #0 user crash.c:7:12
         sum += *box;
  The order that does it:
    T1 user                                        | T2 clearer
    -----------------------------------------------+------------------------------------------------
    [main] (waits for a thread to end at crash.c.. |
    crash.c:6  if (box)  (reads HEX)    |
    (is stopped before crash.c:7)                  |
                                                   | crash.c:11  box = NULL;  (writes 0)
                                                   | (ends)
    crash.c:7  sum += *box;  <- signal 11          |
    1 switch of the scheduler matters (others were left out).
  It happens only because T1 read `box` at crash.c:6 before T2 wrote it at crash.c:11, and T2 wrote
    `box` at crash.c:11 before T1 read it at crash.c:7 (data race).
  Races ID and ID on `box`, in this order:
    T1   reads   crash.c:6  if (box)
    T2   writes  crash.c:11  box = NULL;
    T1   reads   crash.c:7  sum += *box;
  Tested: with any of these orders reversed, and the rest as it was, it does not happen.
  Enough: the recorded schedule with nothing but them changed fails, too.
  What would prevent it: T1's accesses to `box` at crash.c:6 and crash.c:7 in one critical section,
    and T2's access at crash.c:11 under the same lock.
  Checked: 9 schedules with that assumed, none fails.
  See it happen:  omen replay crash.rec --incident ID   (--gdb: in gdb)
  See it prevented:  omen replay crash.rec --incident ID --prevented
==================
CRASH: race on `box`  [race ID]
  It causes incident ID, above.  By itself:  omen replay crash.rec --race ID --order primary
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 8 at HEX by thread T2:
    #0 clearer DIR/crash.c:11:7 (crashHEX)

  Previous read of size 8 at HEX by thread T1:
    #0 user DIR/crash.c:6:7 (crashHEX)

  Location is global 'box' of size 8 at HEX

  Thread T2 (tid=3, finished) created by main thread at:
    #0 main DIR/crash.c:17:3 (crashHEX)

  Thread T1 (tid=2, finished) created by main thread at:
    #0 main DIR/crash.c:16:3 (crashHEX)

SUMMARY: ThreadSanitizer: data race DIR/crash.c:11:7 in clearer
==================
==================
CRASH: race on `box`  [race ID]
  It causes incident ID, above.  By itself:  omen replay crash.rec --race ID --order alternate
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 8 at HEX by thread T2:
    #0 clearer DIR/crash.c:11:7 (crashHEX)

  Previous read of size 8 at HEX by thread T1:
    #0 user DIR/crash.c:7:13 (crashHEX)

  Location is global 'box' of size 8 at HEX

  Thread T2 (tid=3, finished) created by main thread at:
    #0 main DIR/crash.c:17:3 (crashHEX)

  Thread T1 (tid=2, finished) created by main thread at:
    #0 main DIR/crash.c:16:3 (crashHEX)

SUMMARY: ThreadSanitizer: data race DIR/crash.c:11:7 in clearer
==================
SUMMARY: 1 incident, 2 data races (1 mistake): 2 spec-violated
T
compile crash -O0
expect 1 "$omen" triage -o crash.rec --json crash.json -- ./crash
golden crash.txt
json crash.json "all(x['evidence']['end']['signal'] == 11 and x['evidence']['end']['thread'] == 1 for x in r['races'])"
json crash.json "all(x['evidence']['end']['stack'][0]['line'] == 7 for x in r['races'])"
json crash.json "all(x['evidence']['other_end'] == {'how': 'exit', 'status': 0} for x in r['races'])"
json crash.json "[(s['thread'], s['line'], s.get('to')) for s in r['races'][0]['evidence']['schedule']][:3] == [(1, 6, None), (1, 7, 2), (2, 11, None)]"

# Who asks to see it happen is told what happened.
sh -c "$(grep -o 'replay crash.rec --race .* --order [a-z]*' err | head -1 | sed "s#^#'$omen' #")" >out 2>seen
[ $? = 139 ] && grep -q "^SIGNAL: the program died of signal 11 (Segmentation fault)" seen && grep -q "#0 user crash.c:7" seen ||
  { fail "the replayed evidence does not say what happened"; cat seen; }

# The report again, from the recording alone, is the same but for its place.
cp err again.err
mv crash.c elsewhere.c # the source is not needed either, but for its lines
expect 0 "$omen" report crash.rec && grep -q "^CRASH: race on .box." out || fail "omen report has no verdicts"
grep -q "dies of signal 11 (Segmentation fault) at address 0x0" out || fail "omen report does not say what happens"
mv elsewhere.c crash.c
expect 0 "$omen" report crash.rec
diff <(grep -v "^omen: recorded" again.err) out || fail "omen report says something else"
expect 0 "$omen" report crash.rec --format json
python3 - <<'P' || fail "omen report --format json says something else"
import json, sys
a, b = json.load(open("crash.json")), json.load(open("out"))
sys.exit(a["races"] != b["races"])
P
# JSON on standard output is alone there.
expect 0 "$omen" report crash.rec --json -
python3 -c "import json; json.load(open('out'))" || fail "omen report --json - writes more than JSON"
# One race of several; none of that name; an order of no race; a method that there is not, before anything is run.
id=$(python3 -c "import json; print(json.load(open('crash.json'))['races'][0]['id'])")
expect 1 "$omen" classify crash.rec --race "$id"
[ "$(grep -c '\[race ' err)" = 1 ] && grep -q "^SUMMARY: 1 data race: 1 spec-violated" err || fail "--race shows others, too"
expect 3 "$omen" classify crash.rec --race nonsense && one_line
expect 2 "$omen" replay crash.rec --order primary && one_line
expect 2 "$omen" triage --method guess -- ./crash && one_line
# A recording that is there is not replaced unasked, and nothing is left where there was no run.
mkdir names && cd names
for i in 1 2; do "$omen" triage -q -- ../crash; done
[ -e omen-crash.rec/manifest.json ] && [ -e omen-crash-2.rec/manifest.json ] || fail "triage replaced a recording"
expect 4 "$omen" triage -- /bin/sh
[ "$(ls)" = "$(printf 'err\nomen-crash-2.rec\nomen-crash.rec\nout')" ] || { fail "something was left behind"; ls; }
cd ..
# A program may end with the statuses that are Omen's own.
printf '#include <stdlib.h>\nint main(int n, char **a) { return n > 1 ? atoi(a[1]) : 0; }\n' >ends.c
"$omen" cc -g ends.c -o ends || fail "ends.c"
for status in 3 124 125 126 127 139; do
  expect 0 "$omen" triage -o ends.rec -- ./ends $status
done
expect 4 "$omen" triage -o ends.rec -- ./nothing && one_line
# The commands that are shown can be pasted, whatever the recording is called.
expect 1 "$omen" triage -o "it's one" -- ./crash
shown=$(sed -n 's/^  See it happen:  omen \(.*\)   (--gdb.*/\1/p' err | head -1)
eval "expect 139 \"\$omen\" $shown"
expect 0 "$omen" run -o "it's another" -- ./ends
shown=$(sed -n 's/^omen: recorded in .*(again: omen \(.*\))$/\1/p' err)
eval "expect 0 \"\$omen\" $shown"
# A budget that is over leaves races without verdicts, and that is said.
expect 0 "$omen" run -q --exact -o late.rec -- ./crash
expect 0 "$omen" classify --budget 0.000001 late.rec && says "omen: the budget was over: 2 races have no verdict yet"
expect 1 "$omen" classify --budget 60 late.rec && says_not "no verdict yet"
# Any bytes in place of the evidence: no verdicts, no crash; replay says so.
for damage in "" "[]" '{"version":3}' '{"version":3,"evidence":[{"race":1}]}' '{"version":3,"evidence":3}' "$(printf '\377\376')"; do
  cp crash.rec/evidence.json kept.json
  printf '%s' "$damage" >crash.rec/evidence.json
  expect 0 "$omen" report crash.rec
  expect 125 "$omen" replay crash.rec --race nonsense && one_line
  cp kept.json crash.rec/evidence.json
done
python3 - <<'P'
import json
e = json.load(open("crash.rec/evidence.json"))
for x in e["evidence"]:
    x["verdict"] = {"class": "spec-violated", "consequence": 3, "evidence": {"replay": "x", "order": "primary", "schedule":
        [{"thread": "a"}, 5, {"line": 1e9}], "end": {"how": "signal", "signal": 4096, "stack": [1, {}]}, "other_end": []}}
    x["plan"]["steps"] = [[1, 2, 3, "x"]]
json.dump(e, open("crash.rec/evidence.json", "w"))
P
expect 0 "$omen" report crash.rec
expect 125 "$omen" replay crash.rec --race "$(python3 -c "
import json; print(json.load(open('crash.json'))['races'][0]['id'])")" && one_line

cat >count.c <<'C'
#include <pthread.h>
#include <stdio.h>
static volatile int count;
static void *add(void *arg) {
  int seen = count;
  count = seen + 1;
  return arg;
}
int main(void) {
  pthread_t t[2];
  printf("counting\n");
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("there are %d of them\n", count);
  printf("done\n");
  return 0;
}
C
compile count -O0
expect 1 "$omen" triage -o count.rec --json count.json -- ./count
sed -n '/^OUTPUT DIFFERS/,/See it/p' err >first
grep -A6 "What changes: standard output, line 2" err | head -7 >diff.got
cat >diff.txt <<'T'
  What changes: standard output, line 2
      counting
    - there are 2 of them                                           recorded order
    + there are 1 of them                                           flipped order
                ^ the first difference
    written at count.c:14 in main
T
grep -A5 -m1 "What changes: standard output, line 2" err | diff diff.txt - || fail "the difference is shown in another way"
json count.json "all(x['evidence']['output']['at'][0]['line'] == 14 for x in r['races'] if x['class'] == 'output-differs')"
json count.json "all(x['evidence']['output']['line'] == 2 and x['evidence']['output']['stream'] == 'standard output' for x in r['races'] if x['class'] == 'output-differs')"

cp "$here/stuck.c" .
compile stuck -O0
expect 1 "$omen" triage -o stuck.rec --json stuck.json -- ./stuck
says "DEADLOCK: race on \`reversed\`"
says "The cycle: T1 -> mutex \`b\` -> T2 -> mutex \`a\` -> T1"
says "Thread T1 waits for mutex \`b\`, held by thread T2:"
says "Thread T2 holds mutex \`b\`, taken at:"
json stuck.json "{(w['thread'], w['object'], w['holder']) for w in r['races'][0]['evidence']['end']['waits'] if w['kind'] == 'mutex'} == {(1, 'b', 2), (2, 'a', 1)}"
# The schedule that shows it was random; one or two switches are left, and they are what is replayed.
json stuck.json "r['races'][0]['evidence']['decisions']['matter'] <= 2"
json stuck.json "sum(bool(s.get('chosen')) for s in r['races'][0]['evidence']['schedule']) == r['races'][0]['evidence']['decisions']['matter']"
python3 - <<'P' >replays
import json
for x in json.load(open("stuck.json"))["races"]:
    e = x["evidence"]
    print(x["id"], e["order"], "alternate" if e["order"] == "primary" else "primary")
P
read -r id guilty other <replays
for i in 1 2 3 4 5; do
  expect 124 "$omen" replay stuck.rec --race "$id" --order "$guilty"
  expect 0 "$omen" replay stuck.rec --race "$id" --order "$other"
done
# Without its decisions the run does not show it: they are followed, and they matter.
python3 - <<'P'
import json
e = json.load(open("stuck.rec/evidence.json"))
for x in e["evidence"]:
    x["plan"]["decisions"] = []
json.dump(e, open("stuck.rec/evidence.json", "w"))
P
expect 0 "$omen" replay stuck.rec --race "$id" --order "$guilty"

# In colour on a terminal, unless told otherwise.
python3 - "$omen" <<'P' || fail "colour on a terminal"
import os, pty, sys
def run(env):
    pid, fd = pty.fork()
    if pid == 0:
        os.execvpe(sys.argv[1], [sys.argv[1], "report", "count.rec"], {**os.environ, "TERM": "xterm", **env})
    text = b""
    try:
        while chunk := os.read(fd, 65536):
            text += chunk
    except OSError:
        pass
    os.waitpid(pid, 0)
    return text
sys.exit(b"\x1b[" not in run({}) or b"\x1b[" in run({"NO_COLOR": "1"}))
P
done_testing
