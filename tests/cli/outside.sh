#!/usr/bin/env bash
# When explorations get what came from outside (runtime/world/withhold.h): --outside, its place in evidence.json, what a
# replay of evidence does; standard input from a pipe, a terminal and a file; what is withheld never hangs.
# rooms: runtime/world explore, quick
. "$(dirname "$0")/run_common"
programs=$here/../verdicts/outside
build() { "$omen" cc -g -O1 -pthread "$programs/$1.c" -o "$1" || { fail "cannot compile $1"; exit 1; }; }

# ---- the option ----
build reply_socketpair
expect 2 "$omen" triage --outside sometimes -- ./reply_socketpair && one_line
expect 2 "$omen" classify --outside "" none.rec && one_line
expect 0 "$omen" triage -q --json r.json -o reply.rec -- ./reply_socketpair
json r.json "[x['class'] for x in r['races']] == ['single-ordering']"
# Another outside is another question: what is kept is not taken for its answer, nor the other way.
expect 1 "$omen" classify -q --outside free --json r.json reply.rec
json r.json "[x['consequence'] for x in r['races']] == ['assertion']"
id=$(python3 -c "import json; print(json.load(open('r.json'))['races'][0]['id'])")
json reply.rec/evidence.json "{x['plan']['tail'].get('outside') for x in r['evidence']} == {'free'}"
# Its evidence replays by itself, also as a plan in a file; with an outside that keeps the order it does not show it.
expect 134 "$omen" replay -q reply.rec --race "$id"
python3 -c "import json; json.dump(next(x['plan'] for x in json.load(open('reply.rec/evidence.json'))['evidence'] if 'race' in x), open('plan.json', 'w'))"
expect 134 "$omen" replay -q reply.rec --plan plan.json
expect 0 "$omen" replay -q reply.rec --race "$id" --outside ordered
expect 0 "$omen" classify -q --outside ordered --json r.json reply.rec
json r.json "[x['class'] for x in r['races']] == ['single-ordering']"
sed -i 's/"free"/"never"/' plan.json
expect 2 "$omen" replay -q reply.rec --plan plan.json && one_line

# ---- nothing goes wrong behind a race that only an impatient outside would see ----
for program in reply_tcp second_connection; do
  build $program
  for how in ordered free; do
    rm -rf rec
    "$omen" triage -q --json r.json -o rec --outside $how -- ./$program >out 2>err </dev/null
    wrong="any('wrong' in (x.get('what') or '') or x.get('consequence') for x in r['races']) or bool(r.get('incidents'))"
    [ $how = free ] && json r.json "$wrong" || json r.json "not ($wrong)"
  done
done

# ---- what is withheld comes when nobody can go on, which is said ----
for program in short_answer silent_answer; do
  build $program
  rm -rf rec
  expect 1 "$omen" triage -q --json r.json -o rec -- ./$program
  id=$(python3 -c "import json; print(json.load(open('r.json'))['races'][0]['id'])")
  expect 0 "$omen" replay rec --race "$id"
  says "1 time input from outside came before all had gone out"
  expect 0 "$omen" replay rec --race "$id" --order primary
  says_not "input from outside came"
done

# ---- printed times are told as such ----
build only_duration
expect 0 "$omen" triage -q --json r.json -o times.rec -- ./only_duration
json r.json "[x['class'] for x in r['races']] == ['k-witness-harmless'] and 'only printed times differ' in r['races'][0]['what']"
build duration_and_value
expect 1 "$omen" triage -q --json r.json -o value.rec -- ./duration_and_value
json r.json "[x['consequence'] for x in r['races']] == ['output'] and 'times' not in r['races'][0]['what']"

# ---- standard input: of somebody who waits for the prompt, and of a file ----
cat >prompt.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int asked;
static void *prompts(void *p) {
  asked = 1;
  if (write(1, "name? ", 6) != 6) exit(70);
  return p;
}
static void *reads(void *p) {
  char c;
  do
    if (read(0, &c, 1) != 1) exit(71);
  while (c != '\n');
  if (!asked) abort();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, prompts, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile prompt -O1
cat >answers.py <<'P'
import os, pty, subprocess, sys
if sys.argv[1] == "terminal":
    ours, theirs = pty.openpty()
    p = subprocess.Popen(sys.argv[2:], stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL)
    read = lambda: os.read(ours, 1)
    write = lambda text: os.write(ours, text)
else:
    p = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
    read, write = lambda: p.stdout.read(1), p.stdin.write
while read() != b"?":
    pass
write(b"omen\n")
sys.exit(p.wait())
P
for how in pipe terminal; do
  rm -rf rec
  expect 0 python3 answers.py $how "$omen" triage -q --json r.json -o rec -- ./prompt
  json r.json "[x['class'] for x in r['races']] == ['single-ordering']"
  expect 1 "$omen" classify -q --outside free --json r.json rec
  json r.json "[x['consequence'] for x in r['races']] == ['assertion']"
done
rm -rf rec
echo omen >line
"$omen" triage -q --json r.json -o rec -- ./prompt <line >out 2>err
json r.json "[x['consequence'] for x in r['races']] == ['assertion']"
done_testing
