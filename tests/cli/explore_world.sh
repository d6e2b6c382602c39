#!/usr/bin/env bash
# What an exploration does is never seen outside it: after `omen triage` with many schedules, files, folders, modes and
# times, a listener on TCP, a socket and a pipe of the test are as after one ordinary run; nothing of the target runs.
# rooms: explore runtime/world, quick
. "$(dirname "$0")/run_common"

cat >busy.c <<'C'
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#define MUST(e) ((e) ? (void)0 : (dprintf(2, "line %d: %s\n", __LINE__, #e), _exit(70)))
int x, early, port;
static void put(const char *path, int flags, const char *text) {
  int fd = open(path, O_WRONLY | O_CREAT | flags, 0640);
  MUST(fd >= 0);
  MUST(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  close(fd);
}
static void names(void) {
  MUST(!rename("old", "new") && !unlink("gone") && !mkdir("folder", 0750) && !rmdir("empty"));
  put("folder/inside", O_EXCL, "inside\n");
  int dir = open("folder", O_RDONLY | O_DIRECTORY);
  MUST(dir >= 0 && !mkdirat(dir, "deeper", 0700));
  MUST(!renameat(dir, "inside", dir, "deeper/moved") && !linkat(dir, "deeper/moved", dir, "second", 0));
  MUST(!symlinkat("second", dir, "symbolic") && !fchmodat(dir, "second", 0444, 0));
  MUST(!renameat2(AT_FDCWD, "swap.a", AT_FDCWD, "swap.b", RENAME_EXCHANGE));
  close(dir);
  put("long", 0, "L");
  MUST(!truncate("long", 3) && !chmod("long", 0600));
  put("temporary", O_TRUNC, "t");
  MUST(!unlink("temporary") && access("temporary", F_OK));
}
static void file_data(void) {
  char back[16] = "";
  put("appended", O_APPEND, "two\n");
  int fd = open("rewritten", O_RDWR);
  MUST(fd >= 0 && pread(fd, back, 3, 4) == 3 && !strcmp(back, "456"));
  MUST(pwrite(fd, "xyz", 3, 4) == 3 && pread(fd, back, 5, 3) == 5 && !strcmp(back, "3xyz7"));
  char *map = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  MUST(map != MAP_FAILED && map[4] == 'x');
  map[0] = 'M';
  MUST(!msync(map, 10, MS_SYNC) && !munmap(map, 10));
  close(fd);
  MUST(lseek(early, 0, SEEK_CUR) == 6 && write(early, "late\n", 5) == 5);
  struct timespec t[2] = {{1000000000, 1}, {1000000000, 1}};
  MUST(!utimensat(AT_FDCWD, "dated", t, 0));
}
static void network(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  MUST(fd >= 0 && !connect(fd, (void *)&to, sizeof to));
  MUST(send(fd, "question", 8, 0) == 8);
  char back[8] = "";
  MUST(recv(fd, back, 6, MSG_WAITALL) == 6 && !memcmp(back, "answer", 6));
  close(fd);
  MUST(send(20, "message", 7, 0) == 7);
  MUST(write(21, "piped", 5) == 5);
}
static void *one(void *p) {
  x = 1;
  names();
  return p;
}
static void *two(void *p) {
  x = 2;
  file_data();
  network();
  pid_t child = fork();
  if (child == 0) {
    put("by.child", O_APPEND, "child\n");
    _exit(3);
  }
  int status = 0;
  MUST(child > 0 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
  kill(atoi(getenv("BYSTANDER")), SIGTERM);
  return p;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  port = atoi(argv[1]);
  early = open("early", O_WRONLY | O_CREAT, 0600);
  MUST(early >= 0 && write(early, "early\n", 6) == 6);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  put("appended", O_APPEND, "three\n");
  printf("%d\n", x);
  return 0;
}
C
compile busy

# driver.py FOLDER OUT COMMAND...: makes the folder, listens, runs the command with the listener's port behind it, and
# writes to OUT all that came from it: what files are there, and what the outside got.
cat >driver.py <<'P'
import os, signal, socket, subprocess, sys, threading, time
folder, out, command = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
fresh = not os.path.exists(folder)
os.makedirs(folder + "/empty", exist_ok=not fresh) if fresh else None
os.chdir(folder)
for name, text in (("old", "old\n"), ("gone", "gone\n"), ("long", "long enough\n"), ("appended", "one\n"),
                   ("rewritten", "0123456789"), ("dated", ""), ("swap.a", "a"), ("swap.b", "b")):
    if fresh:
        open(name, "w").write(text)
listener = socket.create_server(("127.0.0.1", 0))
got, begun = [], []
def serve():
    while True:
        try:
            c, _ = listener.accept()
        except OSError:
            return
        begun.append(c)
        text = b""
        c.settimeout(5)
        while len(text) < 8 and (part := c.recv(100)):
            text += part
        c.sendall(b"answer")
        while (part := c.recv(100)):
            text += part
        got.append(text)
threading.Thread(target=serve, daemon=True).start()
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
reader, writer = os.pipe()
os.dup2(theirs.fileno(), 20, inheritable=True)
os.dup2(writer, 21, inheritable=True)
os.set_blocking(reader, False)
hits = []
signal.signal(signal.SIGTERM, lambda *_: hits.append(1))
port = str(listener.getsockname()[1])
env = dict(os.environ, BYSTANDER=str(os.getpid()))
p = subprocess.run([port if c == "PORT" else c for c in command], env=env, close_fds=False, stdin=subprocess.DEVNULL,
                   stdout=subprocess.PIPE)
for _ in range(500): # until the listener has seen the end of what it answered
    if len(got) < len(begun):
        time.sleep(0.01)
ours.setblocking(False)
messages = []
try:
    while True:
        messages.append(ours.recv(100))
except BlockingIOError:
    pass
try:
    piped = os.read(reader, 1000)
except BlockingIOError:
    piped = b""
with open(out, "w") as f:
    print("ended", p.returncode if "triage" not in command else 0, "lines", p.stdout.count(b"\n"), file=f)
    print("listener", got, "messages", messages, "piped", piped, "signals", len(hits), file=f)
    for root, dirs, files in os.walk("."):
        for name in sorted(dirs + files):
            path = os.path.join(root, name)
            st = os.lstat(path)
            text = os.readlink(path) if os.path.islink(path) else open(path).read() if os.path.isfile(path) else ""
            print(path, oct(st.st_mode), st.st_nlink, repr(text), file=f)
sys.exit(p.returncode)
P
exact() { (cd "$1" && find . -printf '%P %i %y %m %n %s %T@ %C@ %l\n' | sort && find . -type f -exec sha256sum {} + | sort); }
left() { # processes that are in that folder
  for p in /proc/[0-9]*; do
    case $(readlink "$p/cwd" 2>/dev/null) in "$work/triaged"*) echo "${p#/proc/}" ;; esac
  done
}

python3 driver.py plain plain.txt "$work/busy" PORT || fail "busy natively"
python3 driver.py triaged triaged.txt "$omen" triage --quiet --schedules 6 --json "$work/busy.json" -o "$work/busy.rec" \
  -- "$work/busy" PORT
[ $? -eq 1 ] || fail "triage of busy: not harmful"
json busy.json "len(r['races']) == 1 and r['races'][0]['class'] == 'output-differs' and r['races'][0]['k'] >= 0"
sed -i 's/triaged/plain/' triaged.txt
diff plain.txt triaged.txt || fail "the world is not as after one ordinary run"
[ -z "$(left)" ] || fail "processes are left: $(left)"
# Nothing was touched after the recorded run ended.
late=$(cd triaged && find . -newer ../busy.rec/outcome)
[ -z "$late" ] || fail "changed by explorations: $late"

# Classified and replayed once more: not a byte, time or inode changes. Nobody listens any more, either.
before=$(exact triaged)
(cd triaged && BYSTANDER=$$ "$omen" classify --quiet --schedules 4 --json ../again.json ../busy.rec >/dev/null)
[ $? -eq 1 ] || fail "classify of busy: not harmful"
json again.json "len(r['races']) == 1 and r['races'][0]['class'] == 'output-differs'"
race=$(python3 -c "import json; print(json.load(open('busy.json'))['races'][0]['id'])")
for order in primary alternate; do
  (cd triaged && "$omen" replay --quiet ../busy.rec --race "$race" --order $order) >out.$order 2>err.$order
  [ $? -eq 0 ] || { fail "replay of busy, $order"; cat err.$order; }
done
[ "$(cat out.primary) $(cat out.alternate)" = "2 1" ] || fail "orders print $(cat out.primary) and $(cat out.alternate)"
[ "$before" = "$(exact triaged)" ] || { fail "classify or replay changed files"; diff <(echo "$before") <(exact triaged); }

# Explored, the program must have got through all its checks: it ends with 0 in either order, as above; and what it
# does by name is an output.
cat >by_name.c <<'C'
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int x;
static void *one(void *p) { x = 1; return p; }
static void *two(void *p) { x = 2; return p; }
int main(int argc, char **argv) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int old = AT_FDCWD;
  const char *from = x == 1 ? "a" : "b";
  switch (argv[1][0]) {
  case 'r': return renameat(old, from, old, "to") != 0;
  case 'R': return renameat2(old, from, old, "to", 0) != 0;
  case 'l': return linkat(old, from, old, "to", 0) != 0;
  case 's': return symlinkat(from, old, "to") != 0;
  case 'm': return mkdirat(old, from[0] == 'a' ? "d" : "e", 0700) != 0;
  case 'u': return unlinkat(old, from, 0) != 0;
  case 'c': return fchmodat(old, from, 0600, 0) != 0;
  case 't': return truncate("a", x) != 0;
  case 'p': { int fd = open("a", O_WRONLY); return pwrite(fd, from, 1, 0) != 1; }
  case 'k': return mknodat(old, from[0] == 'a' ? "d" : "e", S_IFIFO | 0600, 0) != 0;
  }
  return 9;
}
C
compile by_name
for what in r R l s m u c t p k; do
  rm -rf named && mkdir named && echo a >named/a && echo b >named/b
  (cd named && "$omen" triage --quiet --json ../named.json -o ../named.rec -- ../by_name $what) >/dev/null 2>&1
  json named.json "len(r['races']) == 1 and r['races'][0]['class'] == 'output-differs'"
done

# Recording looks at a file before the program changes it; the program's locks on it stay.
cat >locks.c <<'C'
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  struct flock l = {.l_type = F_RDLCK};
  int fd = open("file", O_RDONLY), how;
  if (fcntl(fd, F_SETLK, &l) || chmod("file", 0600)) return 9;
  if (!fork()) {
    l.l_type = F_WRLCK;
    _exit(fcntl(open("file", O_RDWR), F_GETLK, &l) || l.l_type != F_RDLCK);
  }
  wait(&how);
  return WEXITSTATUS(how);
}
C
compile locks
echo contents >file
expect 0 "$omen" run --quiet -o locks.rec -- ./locks
expect 0 "$omen" replay --quiet locks.rec

# A high number that the program chose itself says nothing about those below it.
cat >high.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int x;
static void *one(void *p) { dup2(1, 50); fcntl(1, F_DUPFD, 70); x = 1; return p; }
static void *two(void *p) { usleep(1000); if (!x) dprintf(1, "early\n"); return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  dprintf(1, "next %d\n", open("/dev/null", O_RDONLY));
  return 0;
}
C
compile high
"$omen" triage --quiet --json high.json -o high.rec -- ./high >out 2>&1
race=$(python3 -c "import json; print(json.load(open('high.json'))['races'][0]['id'])")
expect 0 "$omen" replay --quiet high.rec --race "$race" --order alternate
prints "early
next 3"
# An exploration has no answers about network interfaces: netlink is refused there, as by a kernel without it. An end
# without an answer makes libc abort, which is no fault of the program's.
cat >interfaces.c <<'C'
#include <ifaddrs.h>
#include <pthread.h>
static int calls;
static void *ask(void *p) {
  struct ifaddrs *found = 0;
  calls++;
  if (!getifaddrs(&found)) freeifaddrs(found);
  return p;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, ask, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
C
compile interfaces
expect 0 "$omen" triage --json i.json -o i.rec -- ./interfaces
json i.json "not r['incidents'] and {x['class'] for x in r['races']} == {'k-witness-harmless'}"
done_testing
