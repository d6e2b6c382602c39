#!/usr/bin/env bash
# A recording that this user did not make here is not run without being asked for; nothing is written through a link in
# it; its environment is the user's alone, and --scrub-env keeps it out.
# rooms: record cli base, quick
. "$(dirname "$0")/run_common"
unset OMEN_TRUST

cat >two.c <<'C2'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int hits;
static void *f(void *arg) { hits++; return arg; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, f, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%s %s\n", getenv("TOKEN") ? getenv("TOKEN") : "none", getenv("PATH") ? "path" : "none");
  return 0;
}
C2
compile two -O0
export TOKEN=much-secret
umask 022
expect 0 "$omen" run --exact -o rec -- ./two
expect 0 "$omen" replay rec && prints "much-secret path"
# Moved, it is the same one.
mv rec moved && expect 0 "$omen" replay --check moved && mv moved rec
# Copied or unpacked, it may be anybody's.
cp -a rec copy
tar -cf rec.tar rec && mkdir in && tar -C in -xf rec.tar
for r in copy in/rec; do
  expect 125 "$omen" replay "$r" && one_line && says "was not made here by you" && prints ""
  expect 125 "$omen" replay --gdb "$r" && says "--trust"
  expect 3 "$omen" classify "$r" && says "was not made here by you"
  expect 3 "$omen" trace "$r" -o t.std --format std && says "was not made here by you"
  [ ! -e t.std ] || fail "a trace all the same"
  expect 0 "$omen" replay --trust "$r" && prints "much-secret path"
  expect 0 env OMEN_TRUST=1 "$omen" replay "$r" && prints "much-secret path"
  expect 0 "$omen" trace --trust "$r" -o t.std --format std && rm t.std
  expect 0 "$omen" report "$r" # runs nothing
done
expect 0 "$omen" classify --trust copy
# One that says so itself, but of another folder; and one that was cut off, which is put right when it is opened.
python3 - rec in/rec <<'P'
import json, os, sys
made = json.load(open(sys.argv[1] + "/manifest.json"))
assert int(made["made_inode"], 16) == os.stat(sys.argv[1]).st_ino
P
# At a terminal there is a question.
cat >ask.py <<'P'
import os, pty, sys
pid, fd = pty.fork()
if not pid:
    os.execv(sys.argv[2], sys.argv[2:])
seen = b""
while b"[y/N]" not in seen:
    seen += os.read(fd, 1000)
os.write(fd, sys.argv[1].encode() + b"\n")
try:
    while True:
        more = os.read(fd, 1000)
        if not more: break
        seen += more
except OSError:
    pass
sys.stdout.write(seen.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
P
expect 125 python3 ask.py n "$omen" replay in/rec
grep -q "This runs the program in it. Go on?" out && ! grep -q "much-secret path" out || fail "answered no: $(cat out)"
expect 0 python3 ask.py y "$omen" replay in/rec
grep -q "much-secret path" out || fail "answered yes: $(cat out)"

# evidence.json as a link: the link goes, what it points to stays.
echo precious >victim
ln -sf "$PWD/victim" rec/evidence.json
"$omen" classify rec >out 2>err
[ "$(cat victim)" = precious ] || fail "written through the link"
ln -sf "$PWD/nothing" copy/evidence.json
"$omen" classify --trust copy >out 2>err
[ ! -e nothing ] || fail "made by the link"

# The environment.
[ "$(stat -c %a rec/manifest.json)" = 600 ] || fail "manifest.json has mode $(stat -c %a rec/manifest.json)"
grep -rq much-secret rec || fail "the recording has no environment"
expect 0 "$omen" run --scrub-env -o scrubbed -- ./two && prints "none path"
! grep -rq much-secret scrubbed || fail "the secret is in $(grep -rl much-secret scrubbed)"
expect 0 "$omen" replay --check scrubbed && prints "none path"
expect 0 "$omen" triage --scrub-env -o scrubbed -- ./two
! grep -rq much-secret scrubbed || fail "triage: the secret is in $(grep -rl much-secret scrubbed)"
done_testing
