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

# ---- a connection that waits already has seen nothing of an answer that goes out then ----
cat >one_each.c <<'C'
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
static int listener, total;
static void *serve(void *p) { /* one connection */
  char line[8];
  int c = accept(listener, NULL, NULL);
  if (read(c, line, sizeof line) > 0) {
    total++;
    if (write(c, "ok\n", 3) != 3) return NULL;
  }
  close(c);
  return p;
}
int main(void) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  pthread_t t[2];
  listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (void *)&a, sizeof a) || listen(listener, 8)) return 1;
  while (access("ready", F_OK)) usleep(1000);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, serve, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return printf("%d\n", total) < 0;
}
C
"$omen" cc -g -O1 -pthread one_each.c -o one_each || fail "cannot compile one_each.c"
cat >two.py <<'P'
import os, socket, sys
def begin():
    s = socket.create_connection(("127.0.0.1", int(os.environ["OMEN_PORT"])))
    s.sendall(b"hello")
    return s
first = begin()
if sys.argv[1] == "together": second = begin()
open("ready", "w").close()
answer = first.recv(8)
if sys.argv[1] == "after": second = begin()
second.recv(8)
P
for how in together after; do
  rm -rf ready rec
  "$omen" triage --json r.json -o rec --client "exec python3 two.py $how" --stop-signal CONT -- ./one_each >out 2>err </dev/null
  if [ $how = together ]; then
    json r.json "any(x['consequence'] == 'output' for x in r['races']) and not any(x['class'] == 'single-ordering' for x in r['races'])"
  else
    json r.json "r['races'] and all(x['class'] == 'single-ordering' and '--outside free' in x['what'] for x in r['races'])"
  fi
  expect 0 "$omen" replay --check rec && prints 2
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

# ---- an answer that is shorter withholds the next request, and none after that ----
cat >many.c <<'C'
#include "outside.h"
int bold, fd;
void *decides(void *p) {
  bold = 1;
  return p;
}
void *serves(void *p) {
  take(fd, 4);
  put(fd, bold ? "answer\n" : "no\n");
  for (int i = 0; i < 9; i++) {
    take(fd, 4);
    put(fd, "well\n");
  }
  return p;
}
int main(void) {
  int ends[2];
  MUST(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pid_t child = fork();
  if (!child) {
    char text[8];
    for (int i = 0; i < 10; i++) {
      later();
      put(ends[1], "ask\n");
      if (read(ends[1], text, i ? 5 : 7) < 3) _exit(1);
    }
    _exit(0);
  }
  fd = ends[0];
  both(serves, decides);
  waitpid(child, NULL, 0);
  return 0;
}
C
"$omen" cc -I"$programs" -g -O1 -pthread many.c -o many || fail "cannot compile many.c"
expect 1 "$omen" triage -q --json r.json -o many.rec -- ./many
id=$(python3 -c "import json; print(json.load(open('r.json'))['races'][0]['id'])")
expect 0 "$omen" replay many.rec --race "$id"
says "1 time input from outside came before all had gone out"

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
