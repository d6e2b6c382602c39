#!/usr/bin/env bash
# omen triage: the verdict corpus (tests/verdicts); that explorations do nothing in the world; that nothing stays behind
# when triage is killed.
# rooms: classify explore runtime/explore, slow
. "$(dirname "$0")/run_common"

# What a program does to files must happen once, however often it is explored: it makes a file anew, appends to one,
# renames one, deletes one, makes and removes folders, truncates, links, and sends on a socket.
cat >effects.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
int x, shown;
static void put(const char *path, int flags) {
  int fd = open(path, O_WRONLY | O_CREAT | flags, 0644);
  if (fd < 0 || write(fd, "line\n", 5) != 5) _exit(9);
  close(fd);
}
static void *one(void *p) {
  x = 1;
  put("appended", O_APPEND);
  put("made", O_EXCL);
  if (rename("old", "new") || unlink("gone") || mkdir("folder", 0755)) _exit(8);
  return p;
}
static void *two(void *p) {
  x = 2;
  put("appended", O_APPEND);
  if (truncate("long", 3) || link("long", "linked") || symlink("long", "symbolic")) _exit(7);
  if (chmod("long", 0600) || rmdir("empty")) _exit(6);
  send(7, "sent", 4, 0);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  put("appended", O_APPEND);
  printf("%d\n", x);
  return 0;
}
C
compile effects
world() { # a folder as effects wants it
  mkdir -p "$1/empty" && cd "$1" && echo long >long && echo old >old && echo gone >gone && : >appended
}
state() { (cd "$1" && find . -printf '%P %y %m %s %l\n' | sort && cat appended made new long); }
# with_socket COMMAND...: descriptor 7 is one end; what comes out of the other goes to the file `received`.
with_socket() {
  python3 - "$@" <<'P'
import os, socket, subprocess, sys
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
os.dup2(b.fileno(), 7, inheritable=True)
status = subprocess.run(sys.argv[1:], close_fds=False, stdin=subprocess.DEVNULL).returncode
a.setblocking(False)
n = 0
try:
    while a.recv(100):
        n += 1
except BlockingIOError:
    pass
print(f"received {n}", file=open("../received", "w"))
sys.exit(status)
P
}
(world plain && with_socket ../effects >../out.plain) || fail "effects natively"
(world triaged && with_socket "$omen" triage --quiet --json ../effects.json -o ../effects.rec -- ../effects >../out.triaged)
[ $? -eq 1 ] || fail "triage of effects: not harmful"
json effects.json "len(r['races']) == 1 and r['races'][0]['class'] == 'output-differs'"
diff <(state plain) <(state triaged) || fail "the files are not as after one run"
grep -qx 'received 1' received || fail "sent more than once: $(cat received)"
[ "$(cat out.triaged)" = 2 ] || fail "printed '$(cat out.triaged)'"
before=$(state triaged)
for order in primary alternate; do
  (cd triaged && "$omen" replay --quiet ../effects.rec --race "$(python3 -c "
import json; print(json.load(open('../effects.json'))['races'][0]['id'])")" --order $order) >out.$order
  [ $? -eq 0 ] || fail "replay of effects, $order"
done
[ "$(cat out.primary) $(cat out.alternate)" = "2 1" ] || fail "orders print $(cat out.primary) and $(cat out.alternate)"
[ "$before" = "$(state triaged)" ] || fail "a replay of evidence changed files"

# Killed at any moment: no process of the target is left.
cat >forever.c <<'C'
#include <pthread.h>
volatile int running;
static void *worker(void *p) {
  running = 1;
  while (running);
  return p;
}
static void *stopper(void *p) {
  running = 0;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, stopper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
C
compile forever
left() { # processes that run, or are, the target of this test
  for p in /proc/[0-9]*; do
    case $(readlink "$p/cwd" 2>/dev/null) in
    "$work/killed"*) echo "${p#/proc/}" ;;
    esac
  done
}
mkdir killed
# While the run itself is being recorded: it waits for input that does not come.
printf '#include <unistd.h>\nint main(void) { char c; return (int)read(0, &c, 1); }\n' >reader.c
compile reader
mkfifo killed/input
exec 8<>killed/input
(cd killed && exec "$omen" triage --quiet -o ../reader.rec -- ../reader) <&8 >/dev/null 2>&1 &
pid=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
  [ "$(left | wc -l)" -ge 3 ] && break
  sleep 0.2
done
[ "$(left | wc -l)" -ge 3 ] || fail "the run did not start"
kill -9 $pid
wait $pid 2>/dev/null
sleep 1
[ -z "$(left)" ] || { fail "killed while recording: processes $(left | tr '\n' ' ')are left"; kill -9 $(left); }
exec 8>&-

for delay in 0.05 0.2 0.5 recorded; do
  (cd killed && exec "$omen" triage --quiet -o "../killed.$delay" -- ../forever) >/dev/null 2>&1 &
  pid=$!
  if [ $delay = recorded ]; then
    for i in $(seq 600); do
      [ -e killed.recorded/report.json ] && break
      sleep 0.05
    done
  else
    sleep $delay
  fi
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -z "$(left)" ] && break
    sleep 0.2
  done
  [ -z "$(left)" ] || { fail "killed after $delay s: processes $(left | tr '\n' ' ')are left"; kill -9 $(left); }
done
(cd killed && "$omen" classify --quiet --json ../again.json ../killed.recorded >/dev/null 2>&1)
[ $? -eq 1 ] || fail "a recording whose triage was killed cannot be classified"
(cd killed && "$omen" triage --quiet -o ../killed.recorded -- ../forever) >/dev/null 2>&1
[ $? -eq 1 ] || fail "triage after a killed one"

python3 "$here/../verdicts/run" "$omen" "$build" --opt O0,O2 --replays 2 --jobs 2 || fail "verdicts"
done_testing
