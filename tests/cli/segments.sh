#!/usr/bin/env bash
# Saved checkpoints (docs/runtime.md): what begins at one is, to the byte, what begins at the beginning; damaged, cut,
# foreign or missing ones are said in one line and change nothing; whoever is killed while making them leaves nothing
# that is taken for one. OMEN_SOAK=N: N rounds of killing at random moments and comparing, instead of two.
# rooms: runtime/checkpoint, slow
. "$(dirname "$0")/run_common"
both=$build/tests/explore_both
cp "$here/segments.c" much.c
compile much -O1
images() { ls much.rec/segments 2>/dev/null | grep -c '^[0-9]\{6\}$'; }

# Only where the kernel can tell which pages a process has (Linux 6.7) are there any.
"$omen" run --exact --quiet --segments 0.005s -o much.rec -- ./much >run.out 2>run.err </dev/null
[ $? -eq 3 ] || fail "the program did not end with 3: $(cat run.err)"
if [ "$(images)" -eq 0 ]; then
  fail "no checkpoints are made here (Linux $(uname -r))"
  done_testing
fi
[ "$(images)" -ge 3 ] || fail "only $(images) checkpoints"
[ "$(images)" -le 32 ] || fail "$(images) checkpoints are kept"
[ ! -e much.rec/segments/coming ] || fail "something unfinished is left"

# alike: every plan of every race, and the way to the end, from checkpoints as from the beginning.
alike() {
  timeout 280 "$both" much.rec --saved --seeds 1 >out 2>err || { fail "$1: $(head -c 3000 err)"; return; }
  grep -Eq '^[0-9]+ plans alike, [1-9][0-9]* forked, [1-9][0-9]* processes began' out || fail "$1: $(cat out err)"
  [ ! -s err ] || fail "$1: $(cat err)"
}
alike "all checkpoints"

# The evidence, played from a checkpoint and from the beginning: same outputs, same words, same end.
race=$(python3 -c '
import json
for r in json.load(open("much.rec/report.json"))["races"]:
  if r["accesses"][0]["function"] == "last": print(r["id"])' | head -1)
timeout 280 "$omen" classify much.rec --race "$race" --schedules 1 --instances 1 >/dev/null 2>&1
[ -n "$race" ] || { fail "no late race"; done_testing; }
play() { "$omen" replay much.rec --race "$race" --order "$1" "${@:2}" </dev/null; }
for order in primary alternate; do
  play $order --from-start >$order.out 2>$order.err
  echo $? >$order.status
done
# as_ever WHAT [LINE]: the evidence is as it was; standard error says LINE in one more line, or nothing.
as_ever() {
  for order in primary alternate; do
    play $order >out 2>err
    [ $? -eq "$(cat $order.status)" ] || fail "$1: $order ended otherwise"
    cmp -s out $order.out || fail "$1: $order wrote: $(head -c 2000 out)"
    grep -av '^omen: .*segments' err >rest
    cmp -s rest $order.err || fail "$1: $order said: $(diff -a rest $order.err | head -c 2000)"
    grep -a '^omen: .*segments' err >said
    if [ -n "${2:-}" ]; then
      [ "$(wc -l <said)" -eq 1 ] && grep -q -- "$2" said || fail "$1: no '$2' in: $(cat said)"
    else
      [ ! -s said ] || fail "$1: $(cat said)"
    fi
  done
}
as_ever "from a checkpoint"
mv much.rec moved.rec && mkdir elsewhere && mv moved.rec elsewhere/much.rec && ln -s elsewhere/much.rec much.rec
as_ever "of a recording that was moved"
rm much.rec && mv elsewhere/much.rec much.rec

# gdb stops at the same places.
needs gdb
printf 'omen threads\nbt 3\ncontinue\nbt 3\n' >commands
"$omen" replay much.rec --race "$race" --gdb-command commands >gdb.a 2>&1 </dev/null
"$omen" replay much.rec --race "$race" --gdb-command commands --from-start >gdb.b 2>&1 </dev/null
grep -q '^#[0-9]' gdb.a && grep -q 'omen: ' gdb.a || fail "gdb: $(cat gdb.a)"
diff <(grep '^\(#\|\*\|  T\|omen:\)' gdb.a) <(grep '^\(#\|\*\|  T\|omen:\)' gdb.b) || fail "gdb stops elsewhere"

# Damage of every kind, in all of them: which is used depends on where the replay was cut.
cp -r much.rec/segments whole
restore() { rm -rf much.rec/segments && cp -r whole much.rec/segments; }
size=$(stat -c %s whole/[0-9]* | sort -n | head -1)
for at in 0 9 40 70 100 3000 5000 $((size / 2)) $((size - 1)); do
  python3 - "$at" much.rec/segments/[0-9]* <<'P'
import os, sys
for name in sys.argv[2:]:
  at = min(int(sys.argv[1]), os.path.getsize(name) - 1)
  f = open(name, "r+b")
  f.seek(at); b = f.read(1); f.seek(at); f.write(bytes([b[0] ^ 0x41]))
P
  as_ever "byte $at altered" damaged
  restore
done
for at in 0 1 63 64 2000 $((size / 2)) $((size - 1)); do
  for f in much.rec/segments/[0-9]*; do [ "$(stat -c %s "$f")" -le "$at" ] || truncate -s "$at" "$f"; done
  as_ever "cut to $at bytes" damaged
  restore
done
truncate -s 100 much.rec/segments/shown
as_ever "what was written is cut short" damaged
restore
rm much.rec/segments/shown
as_ever "what was written is gone" damaged
restore
rm much.rec/segments/of
as_ever "of nobody knows what" "not of this recording"
restore
echo 0123456789abcdef >much.rec/segments/of
as_ever "of another recording" "not of this recording"
restore
for f in whole/[0-9]*; do : >"much.rec/segments/${f#whole/}"; done
as_ever "all are empty" damaged
restore
# Bytes that fit together and are not what they say: the process that is to become it must see it. The checksums of the
# file are made anew.
for f in $(ls whole | grep '^[0-9]\{6\}$' | tail -n +2); do rm "much.rec/segments/$f"; done
python3 - "much.rec/segments/$(ls whole | head -1)" <<'P' && forged=1 || forged=
import struct, sys
try:
    import xxhash
except ImportError:
    sys.exit(1)
p = sys.argv[1]; d = bytearray(open(p, "rb").read())
front = struct.unpack_from("<Q", d, 16)[0]
struct.pack_into("<Q", d, 64 + 24, 12345)  # the processor
struct.pack_into("<Q", d, 40, xxhash.xxh3_64_intdigest(bytes(d[64:64 + front])))
struct.pack_into("<Q", d, 56, xxhash.xxh3_64_intdigest(bytes(d[:56])))
open(p, "wb").write(d)
P
if [ -n "$forged" ]; then
  play primary >out 2>err
  cmp -s out primary.out || fail "of another machine: $(cat out)"
  says "another kind of processor made it: from the beginning"
fi
rm -rf much.rec/segments
as_ever "no checkpoints at all"
cp -r whole much.rec/segments

# One after the other is the last that there is.
for f in $(ls whole | grep '^[0-9]\{6\}$' | tac | sed -n '2~2p'); do
  for g in $(ls much.rec/segments | grep '^[0-9]\{6\}$'); do [ "$g" \> "$f" ] && rm "much.rec/segments/$g"; done
  as_ever "from $f"
done
restore

# A library of the system that is another one now.
cat >lib.c <<'C'
int twice(int x) { return 2 * x; }
C
cat >with.c <<'C'
#include <pthread.h>
#include <stdio.h>
int twice(int);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, racy;
static void *work(void *p) {
  for (int i = 0; i < 20000; i++) {
    pthread_mutex_lock(&m);
    sum += twice(i & 3);
    pthread_mutex_unlock(&m);
  }
  racy++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d %d\n", sum, racy);
}
C
lib() { ${CC:-cc} -shared -fPIC "-Wl,--build-id=0x$1" -o libplain.so lib.c; }
lib aaaa && "$omen" cc -g -O1 -pthread with.c -o with -L. -lplain "-Wl,-rpath,$PWD" || fail "cannot build the program with a library"
"$omen" run --quiet --segments 0.005s -o with.rec -- ./with >out 2>&1 </dev/null || fail "with a library: $(cat out)"
if ls with.rec/segments/0* >/dev/null 2>&1; then
  timeout 100 "$both" with.rec --saved --seeds 1 >out 2>err || fail "with a library: $(head -c 2000 err)"
  lib bbbb
  timeout 100 "$both" with.rec --saved --seeds 1 >out 2>err && fail "with another library: $(cat out)"
  grep -q 'libplain.so was another one then' err || fail "another library was not noticed: $(cat err)"
  # The checkpoints are of no use, and nor is the recording: its program was loaded with the other library.
  grep -q 'cannot be replayed: .*libplain.so is not' err || fail "another library, and yet: $(cat err)"
fi

# A library of the program's own that it opens while it runs.
cat >opened.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum = 5, racy;
int work(int n) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&m);
    sum += i & 3;
    pthread_mutex_unlock(&m);
  }
  racy++;
  return sum;
}
C
cat >opens.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static int (*work)(int);
static void *thread(void *p) { return work(20000), p; }
int main(void) {
  pthread_t a, b;
  work = (int (*)(int))dlsym(dlopen("./libopened.so", RTLD_NOW), "work");
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", work(1));
}
C
"$omen" cc -g -O1 -fPIC -shared opened.c -o libopened.so -pthread && "$omen" cc -g -O1 -pthread opens.c -o opens -ldl ||
  fail "cannot build the program that opens a library"
"$omen" run --exact --quiet --segments 0.005s -o opens.rec -- ./opens >out 2>&1 </dev/null || fail "opens: $(cat out)"
if ls opens.rec/segments/0* >/dev/null 2>&1; then
  timeout 100 "$both" opens.rec --saved --seeds 1 >out 2>err || fail "opens: $(head -c 2000 err)"
  [ ! -s err ] || fail "opens: $(cat err)"
  grep -q ' [1-9][0-9]* processes began' out || fail "opens: $(cat out)"
fi

# None for short recordings, and none if none are wanted.
expect 3 "$omen" run --quiet -o short.rec -- ./much
[ ! -e short.rec/segments ] || fail "a short recording has checkpoints"
expect 3 "$omen" run --quiet --no-segments -o none.rec -- ./much
[ ! -e none.rec/segments ] || fail "--no-segments makes checkpoints"
# A recording that is replaced takes them along.
expect 3 "$omen" run --quiet --no-segments -o much.rec -- ./much
[ ! -e much.rec/segments ] || fail "checkpoints of a recording that is gone"

# Killed while they are made: nobody is left, and the next run is as good as the first.
soak=${OMEN_SOAK:-2}
for i in $(seq "$soak"); do
  "$omen" run --exact --quiet --segments 0.005s -o much.rec -- ./much >/dev/null 2>&1 </dev/null &
  pid=$!
  for _ in $(seq 600); do
    [ -e much.rec/segments ] && break
    kill -0 $pid 2>/dev/null || break
    sleep 0.02
  done
  sleep "0.0$((RANDOM % 10))"
  kill -9 $pid 2>/dev/null
  wait $pid 2>/dev/null
  for _ in $(seq 200); do
    pgrep -f "^./much\$" -s 0 >/dev/null || break
    sleep 0.05
  done
  "$omen" run --exact --quiet --segments 0.005s -o much.rec -- ./much >/dev/null 2>&1 </dev/null
  [ ! -e much.rec/segments/coming ] || fail "something unfinished is left (round $i)"
  if [ "$i" -eq 1 ] || [ "$soak" -gt 2 ]; then alike "after being killed, round $i"; fi
done
done_testing
