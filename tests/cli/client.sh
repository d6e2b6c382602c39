#!/usr/bin/env bash
# --client: a shell command that runs when the recorded server listens, and whose end stops the server; in single runs and in campaigns, over TCP,
# sockets with a name, and single messages. Whatever client and server do, both are ended, and what there is to say is said.
# rooms: record triage runtime/syscall cli, slow
. "$(dirname "$0")/run_common"
cat >server.c <<'C'
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
static int hits;
static volatile sig_atomic_t stop;
static void quit(int sig) { stop = sig; }
static void *serve(void *arg) {
  int fd = (int)(long)arg;
  char in[256], out[64];
  int hit = ++hits;
  if (read(fd, in, sizeof in) < 0) perror("read");
  int len = snprintf(out, sizeof out, "hello %d\n", hit);
  if (write(fd, out, (size_t)len) != len) perror("write");
  close(fd);
  return NULL;
}
static int named(const char *path) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  strcpy(a.sun_path, path);
  unlink(path);
  return bind(s, (void *)&a, sizeof a) || listen(s, 5) ? -1 : s;
}
static int internet(int type) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  int s = socket(AF_INET, type, 0);
  socklen_t len = sizeof a;
  if (type == SOCK_DGRAM) a.sin_port = htons((unsigned short)(20000 + getpid() % 20000));
  if (bind(s, (void *)&a, len) || (type == SOCK_STREAM && listen(s, 5))) return -1;
  return s;
}
int main(int argc, char **argv) {
  struct sigaction h = {.sa_handler = quit};
  const char *how = argv[1];
  if (!strcmp(how, "never")) return 3;
  while (!strcmp(how, "mute")) pause();
  if (!strcmp(how, "humble") && (chmod("rec", 0500) || (!getuid() && setuid(65534)))) return perror(how), 1;
  if (strcmp(how, "plain")) sigaction(SIGTERM, &h, NULL), sigaction(SIGINT, &h, NULL);
  if (!strcmp(how, "stubborn")) signal(SIGTERM, SIG_IGN);
  int s = !strcmp(how, "named") ? named("here.sock") : internet(strcmp(how, "messages") ? SOCK_STREAM : SOCK_DGRAM);
  if (s < 0) return perror("listen"), 1;
  while (!stop) {
    if (!strcmp(how, "messages")) {
      char in[64];
      if (recv(s, in, sizeof in, 0) == 3 && !memcmp(in, "hi\n", 3)) puts("a message");
      continue;
    }
    int c[2] = {accept(s, NULL, NULL), -1};
    pthread_t t[2];
    if (c[0] < 0) continue;
    if (!strcmp(how, "once")) return 5;
    c[1] = accept(s, NULL, NULL);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, serve, (void *)(long)c[i]);
    for (int i = 0; i < 2; i++) pthread_detach(t[i]);
  }
  printf("stopped by %d\n", (int)stop);
  return 0;
}
C
compile server -O1
cat >ask.py <<'P'
import os, socket, sys
def reach():
    if "OMEN_SOCKET" in os.environ:
        s = socket.socket(socket.AF_UNIX)
        s.connect(os.environ["OMEN_SOCKET"])
        return s
    return socket.create_connection((os.environ["OMEN_HOST"], int(os.environ["OMEN_PORT"])))
os.kill(int(os.environ["OMEN_PID"]), 0)
both = [reach(), reach()]
answers = []
for s in both: s.sendall(b"hi\n")
for s in both: answers.append(s.recv(99).decode())
print("asked", len(answers), "times")
P
cat >say.py <<'P'
import os, socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"hi\n", (os.environ["OMEN_HOST"], int(os.environ["OMEN_PORT"])))
P
run() { timeout 100 "$omen" "$@"; }
lines() { sort out | tr '\n' ';'; }

expect 0 run run -o rec --client 'python3 ask.py' -- ./server tcp
[ "$(lines)" = "asked 2 times;stopped by 15;" ] || fail "run: $(cat out)"
says "recorded in rec"
[ ! -e rec/listening ] || fail "a file is left in the recording"
expect 0 "$omen" replay --check rec
prints "stopped by 15"
# ... also one that may not write where its recording is by then.
expect 0 run run -q -o rec --client 'chmod 700 rec; python3 ask.py' -- ./server humble
grep -q "stopped" out || fail "a server without rights: $(cat out err)"
expect 0 run run -q -o rec --client 'python3 ask.py' -- ./server named
[ "$(lines)" = "asked 2 times;stopped by 15;" ] || fail "a socket with a name: $(cat out)"
expect 0 run run -q -o rec --client 'python3 say.py; sleep 0.3' -- ./server messages
[ "$(lines)" = "a message;stopped by 15;" ] || fail "single messages: $(cat out)"

# one command: the race is found, and judged
rm -rf rec
expect 1 run triage -o rec --json report.json --client 'python3 ask.py' -- ./server tcp
says "race on \`hits\`"
json report.json 'any(x["location"]["name"] == "hits" and x["class"] == "output-differs" for x in r["races"])'
# a server without a handler was told to end
run triage -o rec --json report.json --client 'python3 ask.py' -- ./server plain >out 2>err
json report.json 'r["end"]["signal"] == 15 and not r.get("findings")'

# another signal
expect 0 run run -q -o rec --stop-signal SIGINT --client "sleep 0.3" -- ./server tcp
prints "stopped by 2"
expect 0 run run -q -o rec --stop-signal 2 --client "sleep 0.3" -- ./server tcp
prints "stopped by 2"
expect 2 run run --stop-signal NONE --client true -- ./server tcp
one_line

# what goes wrong is said
expect 0 run run -q -o rec --client 'exit 7' -- ./server tcp
says "the client ended with status 7"
expect 3 run run -q -o rec --client 'echo started' -- ./server never
says "without listening"
prints ""
expect 137 run run -q -o rec --grace 1s --client true -- ./server stubborn
says "did not end within 1 s of its client"
expect 137 "$omen" replay rec
expect 5 run run -q -o rec --client 'python3 ask.py >/dev/null 2>&1; sleep 61' -- ./server once
says "the server ended before its client"
alive() { pgrep -fx "$1"; }
[ -z "$(alive 'sleep 61')" ] || fail "what the client started is left"

# killed: nothing is left of the client either
timeout 100 "$omen" triage -q -o rec --client 'sleep 62 & sleep 63' -- ./server tcp >out 2>err </dev/null &
for _ in $(seq 600); do [ -n "$(alive 'sleep 63')" ] && break; sleep 0.05; done
kill -9 "$(pgrep -P $! -x omen)"
wait $! 2>/dev/null
for _ in $(seq 100); do [ -z "$(alive 'sleep 62')$(alive 'sleep 63')" ] && break; sleep 0.05; done
[ -z "$(alive 'sleep 62')$(alive 'sleep 63')" ] || fail "omen was killed, and what the client started is left"

# every run of a campaign has its client
rm -rf camp
expect 1 run triage -o camp --runs 3 --json report.json --client 'python3 ask.py' -- ./server tcp
[ "$(grep -c '^asked 2 times' out)" -eq 3 ] || fail "a campaign of three runs: $(cat out)"
json report.json 'len(r["runs"]) == 3 and all(x["end"] == "exit" for x in r["runs"]) and any(x["location"]["name"] == "hits" and x["class"] == "output-differs" for x in r["races"])'
for budget in 8s 80s; do # on a very busy machine eight seconds are one run
  rm -rf camp
  expect 1 run triage -o camp --budget $budget --client 'python3 ask.py' -- ./server tcp
  [ "$(grep -c '^asked 2 times' out)" -gt 1 ] && break
done
[ "$(grep -c '^asked 2 times' out)" -gt 1 ] || fail "a campaign of $budget: $(cat out)"
# A server that never listens is no endless loop: nobody used it, in single runs and in campaigns.
expect 3 run triage -o mute.rec --time-limit 6s --json report.json --client 'echo started' -- ./server mute
says "the server does not listen yet (5 s)"
says "the server never listened, so nobody used it"
prints ""
json report.json 'r["end"]["never_listened"] == 1 and not r.get("findings")'
rm -rf camp
expect 3 run triage -o camp --budget 5s --json report.json --client 'echo started' -- ./server mute
says "runs the server never listened, so nobody used it"
says_not infinite-loop
json report.json 'r["end"]["never_listened"] == len(r["runs"]) and not r["findings"]'
done_testing
