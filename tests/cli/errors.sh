#!/usr/bin/env bash
# What can go wrong around run, replay, report and doctor: one clear line, the right exit status, nothing left behind.
# rooms: cli record, slow
. "$(dirname "$0")/run_common"
cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int n;
static void *work(void *arg) { return n++, arg; }
int main(int argc, char **argv) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  if (argc > 1) /* a lot of recorded input */
    for (int i = 0; i < 300; i++) {
      char buf[65536];
      FILE *f = fopen("/dev/urandom", "r");
      if (!f || !fread(buf, sizeof buf, 1, f)) return 1;
      fclose(f);
    }
  puts("ran");
  return 0;
}
C
compile prog -O1
expect 0 "$omen" run -q -o rec ./prog

# wrong STATUS COMMAND...: fails so, in one line, and leaves the folder as it was
wrong() {
  local before after
  : >out; : >err # so that they are in both lists
  before=$(find . -path ./cache -prune -o -print | sort)
  expect "$@" || return
  after=$(find . -path ./cache -prune -o -print | sort)
  one_line
  [ "$before" = "$after" ] || fail "'${*:2}' left something behind: $(diff <(echo "$before") <(echo "$after"))"
}

# the command line
wrong 2 "$omen" run --no-such-option ./prog; says "--no-such-option"
wrong 2 "$omen" run
wrong 2 "$omen" run --
wrong 2 "$omen" run -o
wrong 2 "$omen" run --seed x ./prog; says "'x'"
wrong 2 "$omen" run --seed -1 ./prog
wrong 2 "$omen" run --strategy fast ./prog; says "fast"
wrong 2 "$omen" run --quiet=yes ./prog
wrong 2 "$omen" replay
wrong 2 "$omen" replay rec rec
wrong 2 "$omen" replay --seed 1 rec
wrong 2 "$omen" report
wrong 2 "$omen" report rec --format pdf; says pdf
wrong 2 "$omen" doctor now
wrong 2 "$omen" nonsense
for c in run replay report doctor; do expect 0 "$omen" $c --help && grep -q "^usage: omen $c" out || fail "$c --help"; done

# the program
echo text >plain-file
mkdir folder
printf '#!/bin/sh\necho hi\n' >script && chmod +x script
: >empty && chmod +x empty
head -c 3000 prog >cut && chmod +x cut
clang-19 prog.c -pthread -o native
wrong 127 "$omen" run ./no-such-program; says "no-such-program"
wrong 127 "$omen" run no-such-program-on-the-path
wrong 127 "$omen" run ""
wrong 127 "$omen" run ./plain-file/x
wrong 126 "$omen" run ./folder; says "folder"
wrong 126 "$omen" run ./plain-file
wrong 126 "$omen" run ./script
wrong 126 "$omen" run ./empty
wrong 126 "$omen" run ./cut
wrong 126 "$omen" run ./native; says "omen cc"
expect 125 rec/program; one_line; says "omen run"

# where the recording should go
echo precious >folder/file
wrong 125 "$omen" run -o folder ./prog; says "not a recording"
[ "$(cat folder/file)" = precious ] || fail "a folder of the user was touched"
wrong 125 "$omen" run -o plain-file ./prog
wrong 125 "$omen" run -o no/such/parent ./prog
wrong 125 "$omen" run -o /proc/omen-recording ./prog
wrong 125 "$omen" run -o "$(printf 'x%.0s' $(seq 300))" ./prog
wrong 125 "$omen" run -q -o rec2 --json no/such/file ./prog
expect 125 "$omen" run -q -o rec2 --json /dev/full ./prog; one_line
[ -c /dev/full ] || fail "a device was replaced by a report"
ln -sf linked.json link.json
expect 0 "$omen" run -q -o rec3 --json link.json ./prog
[ -L link.json ] && [ -s linked.json ] || fail "a link was replaced by a report"
expect 0 "$omen" replay rec2 || fail "a report that cannot be written must not spoil the recording"
cp rec/manifest.json folder/ # a recording with something of the user's in it is not replaced
expect 125 "$omen" run -o folder ./prog; one_line
[ "$(cat folder/file)" = precious ] || fail "a file of the user in a recording was touched"

# recordings
wrong 125 "$omen" replay no-such-recording
wrong 125 "$omen" replay plain-file
wrong 125 "$omen" replay "$OMEN_CACHE"; says "not a recording"
wrong 3 "$omen" report no-such-recording
wrong 125 "$omen" replay rec --race 96f28fa12af4 && says "has no evidence of races yet"
expect 0 "$omen" replay rec && prints ran
damaged() { # what is wrong with `bad`
  expect 125 "$omen" replay bad || { echo "    ($1)"; return; }
  one_line
  says "bad"
  [ ! -s out ] || fail "$1: the program ran"
}
for file in $(cd rec && find . -type f | sed 's,^\./,,'); do
  size=$(stat -c %s "rec/$file")
  for keep in 0 1 7 $((size / 2)) $((size - 1)); do
    [ "$keep" -lt "$size" ] || continue
    rm -rf bad; cp -r rec bad
    truncate -s "$keep" "bad/$file"
    damaged "$file cut to $keep of $size bytes"
  done
  for at in 0 9 $((size / 3)) $((size * 2 / 3)) $((size - 1)); do
    [ "$at" -lt "$size" ] || continue
    rm -rf bad; cp -r rec bad
    python3 - "bad/$file" "$at" <<'PY'
import sys
f = open(sys.argv[1], "r+b"); f.seek(int(sys.argv[2])); b = f.read(1); f.seek(int(sys.argv[2])); f.write(bytes([b[0] ^ 0x20]))
PY
    damaged "$file with byte $at altered"
  done
  rm -rf bad; cp -r rec bad
  printf x >>"bad/$file"
  damaged "$file with a byte more"
  rm "bad/$file"
  damaged "$file missing"
done
for file in manifest.json log; do # what is read must end
  rm -rf bad; cp -r rec bad
  rm "bad/$file"; mkfifo "bad/$file"
  damaged "$file is a pipe"
  rm "bad/$file"; ln -s /dev/zero "bad/$file"
  damaged "$file is a device"
done

# a kernel without what Omen needs, as far as a filter can play one
cat >without.c <<'C'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
/* without NUMBER is|has VALUE COMMAND: the system call fails when its first argument is that value, or has that bit */
int main(int argc, char **argv) {
  unsigned nr = atoi(argv[1]), arg = atoi(argv[3]), how = strcmp(argv[2], "is") ? BPF_JSET : BPF_JEQ;
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | how | BPF_K, arg, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog prog = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog)) return 77;
  execvp(argv[4], argv + 4);
  return 77;
}
C
clang-19 without.c -o without || fail "without.c"
if ./without 157 is 59 true; then
  # prctl(PR_SET_SYSCALL_USER_DISPATCH, ...)
  wrong 125 ./without 157 is 59 "$omen" run ./prog; says "syscall user dispatch"
  wrong 125 ./without 157 is 59 "$omen" replay rec; says "syscall user dispatch"
  expect 3 ./without 157 is 59 "$omen" doctor; grep -q "^missing *syscall user dispatch" out || fail "doctor misses it"
  # personality(... | ADDR_NO_RANDOMIZE)
  wrong 125 ./without 135 has 262144 "$omen" run ./prog; says "personality"
  expect 3 ./without 135 has 262144 "$omen" doctor; grep -q "^missing *fixed addresses" out || fail "doctor misses it"
else
  echo "no filter can be set here: kernels without features not tested"
fi
expect 0 "$omen" doctor || cat out

# no room for anything: a file size limit, and a full disk (run_full.sh: room for a part)
(ulimit -f 200; "$omen" run -o small ./prog >out 2>err </dev/null; echo $? >status)
[ "$(cat status)" = 125 ] && [ ! -e small ] || { fail "variant larger than the limit: $(cat status)"; cat err; }
one_line
cat >full <<SH
mount -t tmpfs -o size=\$1 none "$work/disk" || exit 77
shift
"$omen" run -q -o "$work/disk/rec" "\$@" >out 2>err </dev/null
status=\$?
[ -e "$work/disk/rec" ] && status=left-behind
umount "$work/disk"
echo \$status
SH
mkdir disk
for size in 100k 2m; do
  got=$(unshare -m sh full $size ./prog big 2>/dev/null || unshare -rm sh full $size ./prog big 2>/dev/null)
  if [ -z "$got" ]; then fail "no tmpfs can be mounted here: a full disk cannot be tried"
  elif [ "$got" != 125 ]; then fail "disk of $size: $got"; cat err
  else grep -q "no room\|No space left" err || fail "disk of $size: $(cat err)"; fi
done
cat >full-cache <<SH
mount -t tmpfs -o size=1m none "$work/disk" || exit 77
OMEN_CACHE="$work/disk/cache" "$omen" run -q -o small ./prog >out 2>err </dev/null
status=\$?
umount "$work/disk"
echo \$status
SH
got=$(unshare -m sh full-cache 2>/dev/null || unshare -rm sh full-cache 2>/dev/null)
[ "$got" = 125 ] && [ ! -e small ] || fail "no room in the cache: $got"
one_line
grep -q "full?\|No space left" err || fail "a full cache: $(cat err)"
[ -z "$(ls disk)" ] || fail "the disk is still mounted"

# What is mistyped or cannot be written is said before anything is run, with what is meant.
expect 2 "$omen" tirage ./prog && one_line && says "is 'triage' meant?"
expect 2 "$omen" triage --hmtl=x ./prog && one_line && says "is --html meant?"
expect 2 "$omen" nonsense ./prog && one_line && says_not "meant"
expect 2 "$omen" triage --symbolic foo -o early.rec -- ./prog && one_line && says "argv, stdin, env:NAME"
mkdir -p folder
for file in nowhere/report.html folder; do
  expect 3 "$omen" triage --html $file -o early.rec -- ./prog && one_line && says "triage: --html $file: "
done
[ ! -e early.rec ] || fail "the program was run before the report's place was looked at"
done_testing
