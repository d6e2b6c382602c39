#!/usr/bin/env bash
# Memory errors on the heap: what is found and what is said of it, in the recorded run, in its replays and in
# the other order of a race; what correct programs do is no error; --keep-freed and --no-memory-checks.
# rooms: runtime/memory report, slow
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static volatile long sink;
static char *volatile p;
static volatile size_t ten = 10;
static void churn(void) { /* frees 48 MB, so that what was freed before is not kept back any more */
  for (int i = 0; i < 3000; i++) {
    char *q = malloc(16 << 10);
    *(volatile char *)q = 1;
    free(q);
  }
}
int main(int argc, char **argv) {
  const char *what = argv[1];
  int local = 0;
  static int global;
  p = malloc(ten);
  memset(p, 'x', ten);
  if (!strcmp(what, "write")) p[ten] = 1;
  if (!strcmp(what, "read-far")) sink += p[ten + 20];
  if (!strcmp(what, "before")) sink += p[-1];
  if (!strcmp(what, "across")) *(volatile long *)(p + 4) = 1;
  if (!strcmp(what, "memset")) memset(p, 0, ten + 1);
  if (!strcmp(what, "strcpy")) strcpy(p, argv[2]);
  if (!strcmp(what, "snprintf")) snprintf(p, ten + 5, "%s", argv[2]);
  if (!strcmp(what, "calloc")) p = calloc(ten, 3), p[3 * ten] = 1;
  if (!strcmp(what, "realloc")) p = realloc(p, 2 * ten), p[2 * ten] = 1;
  if (!strcmp(what, "realloc-old")) {
    char *old = p;
    p = realloc(p, 100 * ten);
    sink += old[2];
  }
  if (!strcmp(what, "aligned")) p = aligned_alloc(64, 64), p[64] = 1;
  if (!strcmp(what, "memalign")) {
    void *q;
    if (posix_memalign(&q, 256, 10 * ten)) return 3;
    p = q;
    p[10 * ten] = 1;
  }
  if (!strcmp(what, "strdup")) p = strdup(argv[2]), p[strlen(argv[2]) + 1] = 1;
  if (!strcmp(what, "getline")) {
    char *line = NULL;
    size_t room = 0;
    FILE *f = fmemopen("a\nbc\n", 5, "r");
    while (getline(&line, &room, f) > 0) sink += line[0];
    line[room] = 1;
    free(line);
    fclose(f);
  }
  if (!strcmp(what, "nothing")) p = malloc(0), *p = 1;
  if (!strcmp(what, "large")) p = malloc(1 << 20), p[1 << 20] = 1;
  if (!strcmp(what, "loop"))
    for (size_t i = 0; i <= ten; i++) sink += p[i];
  if (!strcmp(what, "used")) free(p), sink += p[3], p = NULL;
  if (!strcmp(what, "used-late")) free(p), churn(), sink += p[3], p = NULL;
  if (!strcmp(what, "twice")) free(p), free(p), p = NULL;
  if (!strcmp(what, "twice-late")) free(p), churn(), free(p), p = NULL;
  if (!strcmp(what, "middle")) free(p + 4);
  if (!strcmp(what, "stack")) free(&local);
  if (!strcmp(what, "global")) free(&global);
  if (!strcmp(what, "wild")) free((void *)0x1234567890ull);
  if (!strcmp(what, "realloc-freed")) free(p), p = realloc(p, 50), p[49] = 1;
  if (!strcmp(what, "uninitialised")) sink += **(char **)malloc(8);
  if (!strcmp(what, "mutex")) {
    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_init(m, NULL);
    free(m);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
  }
  if (!strcmp(what, "usable")) {
    char *q = malloc(13);
    memset(q, 1, malloc_usable_size(q));
    printf("%zu\n", malloc_usable_size(q));
    free(q);
  }
  if (!strcmp(what, "child")) { /* it leaves Omen's control, with the blocks that it has */
    if (fork() == 0) {
      free(p);
      free(malloc(100));
      _exit(0);
    }
  }
  free(p);
  puts("end");
  return 0;
}
C
compile prog -O1 -w

# finds KIND PLACE BASE-OFFSET SIZE ARGUMENTS...: the run has this one defect, goes on behind it, and a replay
# has it, too.
finds() {
  local kind=$1 place=$2 offset=$3 size=$4
  shift 4
  rm -rf r
  "$omen" run -q -o r --json r.json ./prog "$@" >out 2>err
  grep -qx end out || fail "$*: the program did not go on"
  python3 - "$kind" "$place" "$offset" "$size" <<'PY' || fail "$*: $(cat err; grep -E '^(defect|made|gone|says)' r/outcome)"
import sys
kind, place, offset, size = sys.argv[1:]
lines = [l.split() for l in open("r/outcome") if l.startswith("defect ")]
assert len(lines) == 1, lines
d = lines[0]
assert d[2] == kind and d[8] == place, d
if place == "heap" and offset != "-":
    assert int(d[5], 16) - int(d[9], 16) == int(offset) and int(d[10]) == int(size), d
    words = [l.split()[0] for l in open("r/outcome.watch")] # the second pass knows where blocks come from
    assert "made" in words
    report = open("r.json").read()
    assert '"allocated"' in report and ('"freed"' in report) == ("gone" in words)
    assert ("gone" in words) == (kind in ("use-after-free", "double-free")), words
PY
  "$omen" replay -q r >again 2>/dev/null
  cmp -s out again || fail "$*: the replay is not the same"
}
finds out-of-bounds heap 10 10 write
finds out-of-bounds heap 30 10 read-far
finds out-of-bounds heap -1 10 before
finds out-of-bounds heap 4 10 across
finds out-of-bounds heap 0 10 memset
finds out-of-bounds heap 0 10 strcpy 0123456789
finds out-of-bounds heap 0 10 snprintf 0123456789
finds out-of-bounds heap 30 30 calloc
finds out-of-bounds heap 20 20 realloc
finds out-of-bounds heap 64 64 aligned
finds out-of-bounds heap 100 100 memalign
finds out-of-bounds heap 4 4 strdup abc
python3 - <<'PY' || fail "strdup: who asked for the block is not told"
import json
block = json.load(open("r.json"))["findings"][0]["object"]
assert block["allocated"]["stack"][0]["function"] == "main", block
PY
finds out-of-bounds heap 120 120 getline
finds out-of-bounds heap 0 0 nothing
finds out-of-bounds heap 1048576 1048576 large
finds out-of-bounds heap 10 10 loop
finds use-after-free heap 3 10 used
finds use-after-free heap 2 10 realloc-old
finds use-after-free heap - - used-late
finds use-after-free heap 0 40 mutex
finds double-free heap 0 10 twice
finds double-free heap - - twice-late
finds invalid-free heap 4 10 middle
finds invalid-free - - - wild
finds double-free heap 0 10 realloc-freed
for what in stack global; do
  "$omen" run -q -o $what.rec ./prog $what >out 2>err
  grep -q "^defect 0 invalid-free" $what.rec/outcome || fail "free of a $what variable"
  grep -qx end out || fail "free of a $what variable ended the run"
done

# Nothing is said of what is right.
silent() {
  rm -rf r
  expect 0 "$omen" run -q -o r ./prog "$@"
  grep -q "^defect " r/outcome && fail "$*: $(grep '^defect' r/outcome)"
  return 0
}
silent none
silent usable
silent child

# The report says what was hit.
"$omen" run -o said.rec ./prog used >out 2>err
grep -q "heap use after free" err || fail "no report: $(cat err)"
grep -q "block of 10 bytes" err || fail "the block is not described"
grep -q "freed by the main thread" err || fail "who freed it is not said"
expect 139 "$omen" run -o wild.rec ./prog uninitialised
grep -q "memory that nobody had written" err || fail "an uninitialised pointer is not named: $(cat err)"

# Switched off: no error is seen, and the heap is as it is natively. Replays know.
expect 0 "$omen" run -q --no-memory-checks -o off.rec ./prog write
grep -q "^defect " off.rec/outcome && fail "--no-memory-checks"
expect 0 "$omen" replay -q off.rec
expect 0 "$omen" run -q --keep-freed 0 -o none.rec ./prog used
grep -q "^defect 0 use-after-free" none.rec/outcome || fail "--keep-freed 0: freed memory is bad all the same"
expect 0 "$omen" run -q --keep-freed 1G -o much.rec ./prog used-late
grep -q "^gone 0" much.rec/outcome.watch || fail "--keep-freed 1G: who freed it is known"
expect 0 "$omen" replay -q much.rec
for size in x 1X -1 1.5.2 99999999G ""; do
  expect 2 "$omen" run --keep-freed "$size" -o no.rec ./prog none
done

# A race with a free: in either order of the recorded run it is a race, and the order that is wrong is shown.
cat >race.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int *shared;
static void *use(void *arg) {
  shared[1] = 1;
  return arg;
}
static void *drop(void *arg) {
  free(shared);
  return arg;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  shared = calloc(4, sizeof *shared);
  pthread_create(&a, NULL, argc > 1 ? drop : use, NULL);
  pthread_create(&b, NULL, argc > 1 ? use : drop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  puts("end");
  return 0;
}
C
compile race -O1
for order in "" late; do
  rm -rf race.rec
  "$omen" triage -q -o race.rec --json race.json ./race $order >out 2>err
  json race.json "len(r['races']) == 1"
  json race.json "r['races'][0]['class'] == 'spec-violated' and r['races'][0]['consequence'] == 'use-after-free'"
done

# C++: new and delete, strings, containers, exceptions, streams.
cat >cxx.cpp <<'C'
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
struct alignas(64) wide { char c[64]; };
static volatile int sink;
int main(int, char **argv) {
  std::string what = argv[1];
  if (what == "array") { int *volatile p = new int[4]; p[4] = 1; delete[] p; }
  if (what == "deleted") { int *volatile p = new int(3); delete p; sink += *p; }
  if (what == "mismatch") { int *volatile p = new int[4]; delete p; }
  if (what == "malloc") { int *volatile p = (int *)malloc(4); delete p; }
  if (what == "free") { int *volatile p = new int; free(p); }
  if (what == "vector") { std::vector<int> v(3); int *volatile p = v.data(); v.resize(100); sink += *p; }
  std::map<std::string, std::shared_ptr<std::string>> m;
  for (int i = 0; i < 100; i++) m[std::to_string(i) + "a long key, longer than fits"] = std::make_shared<std::string>(i, 'x');
  try {
    throw std::runtime_error(m.begin()->first);
  } catch (const std::exception &e) {
    std::ostringstream s;
    s << e.what() << m.size();
    std::cout << s.str() << "\n";
  }
  std::unique_ptr<wide> w(new wide());
  std::vector<std::unique_ptr<char[]>> many;
  for (int i = 0; i < 50; i++) many.emplace_back(new char[i + 1]()), many.back()[i] = 1;
  std::cout << "end" << std::endl;
}
C
"$omen" c++ -g -O1 -w cxx.cpp -o prog || fail "omen c++"
cxx_finds() {
  rm -rf r
  "$omen" run -q -o r ./prog "$2" >out 2>err
  grep -qx end out || fail "C++ $2: the program did not go on: $(cat err)"
  [ "$(grep '^defect ' r/outcome | cut -d' ' -f3)" = "$1" ] || fail "C++ $2: $(grep '^defect ' r/outcome)"
}
cxx_finds "" none
cxx_finds out-of-bounds array
cxx_finds use-after-free deleted
cxx_finds use-after-free vector
cxx_finds mismatched-free mismatch
cxx_finds mismatched-free malloc
cxx_finds mismatched-free free

# A program that has its own operator new, and not its own delete: nothing can be said of pairs.
cat >own.cpp <<'C'
#include <cstdlib>
#include <new>
#include <cstdio>
void *operator new(std::size_t n) {
  void *p = std::malloc(n);
  if (!p) throw std::bad_alloc();
  return p;
}
int main() {
  int *volatile p = new int(3);
  delete p;
  std::puts("end");
}
C
"$omen" c++ -g -O1 -w own.cpp -o prog || fail "omen c++"
cxx_finds "" own

# A child that leaves control frees, moves and asks about blocks of the time before: in threads of its own.
cat >child.c <<'C'
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void *other(void *old) {
  char *mine = malloc(50);
  free(old);
  return strcpy(mine, "thread");
}
int main(void) {
  char *small = strcpy(malloc(20), "small"), *old = strcpy(malloc(100), "old"), *large = strcpy(malloc(5000), "large");
  fflush(stdout);
  if (!fork()) {
    pthread_t t;
    void *made;
    small = realloc(small, 200), large = realloc(large, 10);
    printf("%s %s %s %zu\n", small, old, large, malloc_usable_size(old));
    if (pthread_create(&t, NULL, other, old) || pthread_join(t, &made)) return 1;
    puts(made);
    free(made), free(small), free(large);
    fflush(stdout);
    _exit(0);
  }
  int status;
  wait(&status);
  printf("%s %s %s %d\n", small, old, large, status);
  free(small), free(old), free(large);
}
C
"$omen" cc -g -O1 -pthread child.c -o child || fail "omen cc"
expect 0 "$omen" run -q -o child.rec ./child
printf '%s\n' "small old large 100" thread "small old large 0" | cmp -s - out || fail "a child's blocks: $(cat out)"
grep -q "^defect " child.rec/outcome && fail "a child's blocks: $(grep '^defect' child.rec/outcome)"
done_testing
