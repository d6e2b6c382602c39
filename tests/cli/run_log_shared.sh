#!/usr/bin/env bash
# A file that is read again and again: the log has its pages once. Replays, explorations and runs with other inputs read
# them where they stand, the short and the long, the changed and the unchanged.
# rooms: record runtime/syscall, quick
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cat >again.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static int fd, racy;
static char page[4096], large[200000];
static unsigned sum;
static void add(const char *p, long n) {
  for (long i = 0; i < n; i++) sum = sum * 31 + (unsigned char)p[i];
}
static void *look(void *p) {
  racy++;
  return p;
}
int main(void) {
  static char input[2000];
  long n = read(0, input, sizeof input); /* long enough to be shared, and read twice */
  if (n > 0) add(input, n);
  if (!lseek(0, 0, SEEK_SET) && (n = read(0, input, sizeof input)) > 0) add(input, n);
  fd = open("data", O_RDWR | O_CREAT | O_TRUNC, 0600);
  for (int i = 0; i < (int)sizeof large; i++) large[i] = (char)(i * i >> 5);
  assert(write(fd, large, sizeof large) == sizeof large);
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  racy++;
  pthread_join(t, 0);
  for (int i = 0; i < 2000; i++) {
    long len = i % 9 == 8 ? 511 : i % 9 == 7 ? 512 : 4096;
    assert(pread(fd, page, (size_t)len, i % 5 * 4096) == len);
    add(page, len);
    if (i % 100 == 99) { /* one page is another from here on */
      page[i % 512]++;
      assert(pwrite(fd, page, (size_t)len, i % 5 * 4096) == len);
    }
  }
  assert(pread(fd, large, sizeof large, 0) == sizeof large && pread(fd, large, sizeof large, 0) == sizeof large);
  add(large, sizeof large);
  dprintf(1, "%u\n", sum);
  return 0;
}
C
compile again -O1
head -c 1500 again.c >input
expect() { # as in run_common, but for the input
  local want=$1 got
  shift
  "$@" >out 2>err <input
  got=$?
  [ $got -eq "$want" ] || { fail "'$*' ended with $got, not $want"; sed 's/^/    /' err; return 1; }
}
expect 0 ./again && want=$(cat out)
expect 0 "$omen" run -q --json report.json -o rec ./again && prints "$want"
json report.json 'r["races"]'
size=$(stat -c %s rec/log)
[ "$size" -lt 900000 ] || fail "the log has $size bytes: the pages of 8 MB are not shared"
for _ in 1 2 3; do expect 0 "$omen" replay -q rec && prints "$want"; done
expect 0 "$omen" triage -q --json report.json -o rec2 ./again
json report.json 'all(x["class"] == "k-witness-harmless" for x in r["races"])'
# Damage is found by the manifest before anything is run.
python3 - <<'P'
b = bytearray(open("rec/log", "rb").read())
b[len(b) // 2] ^= 1
open("rec/log", "wb").write(b)
P
expect 125 "$omen" replay -q rec && one_line
done_testing
