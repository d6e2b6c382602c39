#!/usr/bin/env bash
# Replays do not depend on the dynamic linker's cache: with a larger or smaller /etc/ld.so.cache (a package was installed) the
# verdicts are the same and every replay is exact. The program does not see how: its environment is the user's. What cannot be
# had any more (a library of another build, another layout) is said in one line before anything runs.
# rooms: record runtime triage, quick
. "$(dirname "$0")/run_common"
cat >box.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int *box;
static long sum;
static void *user(void *arg) {
  char *mine = malloc(500000);
  mine[0] = 1;
  if (box) sum += *box;
  free(mine);
  return arg;
}
static void *owner(void *arg) {
  char *mine = malloc(700000);
  mine[0] = 1;
  box = NULL;
  free(mine);
  return arg;
}
int main(void) {
  static int value = 42;
  pthread_t a, b;
  box = &value;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  printf("%ld %p\n", sum, malloc(300000));
  return 0;
}
C
compile box
expect 0 "$omen" run --exact -q -o box.rec -- ./box
cp out recorded

# with_cache COMMAND...: in a place where the cache is the file `other-cache`. Where no namespace can be made (neither root nor user
# namespaces), the linker itself says whether it looks into the cache: that is the other way to see the same.
if unshare -m true 2>/dev/null; then
  spaces=(unshare -m)
elif unshare -rm true 2>/dev/null; then
  spaces=(unshare -rm)
else
  echo "NOTE: no mount namespaces here: instead of changing the cache, it is looked whether the linker asks it"
  spaces=()
fi
with_cache() { "${spaces[@]}" sh -c 'mount --bind other-cache /etc/ld.so.cache && exec "$@"' sh "$@"; }
# verdicts FILE: what must not change
verdicts() {
  python3 -c "import json,sys; r=json.load(open('$1'))
print(sorted((x['id'], x['class'], x['consequence'], x['k'], x['proof']) for x in r['races']))"
}
cp -r box.rec first.rec
expect 1 "$omen" classify -q --json first.json first.rec
verdicts first.json >first
grep -q crash first || fail "no crash: $(cat first)"
if [ ${#spaces[@]} -gt 0 ]; then
  for change in +8192 +1048576 -4096; do
    cp /etc/ld.so.cache other-cache
    truncate -s "$change" other-cache
    cp -r box.rec "box$change.rec"
    expect 1 with_cache "$omen" classify -q --json now.json "box$change.rec"
    says_not diverged
    verdicts now.json >now
    cmp -s first now || fail "cache $change: $(cat now), not $(cat first)"
  done
  for i in $(seq 20); do
    expect 0 with_cache "$omen" replay -q box.rec
    cmp -s out recorded || fail "replay $i: $(cat out), not $(cat recorded)"
  done
  rm -rf box[+-]*.rec
  # The other way round, and with another size for every process.
  truncate -s +65536 other-cache
  expect 1 with_cache "$omen" triage -q --json now.json -o made.rec -- ./box
  expect 0 "$omen" replay -q made.rec
  shown=$(python3 -c "import json
print([x['evidence']['replay'] for x in json.load(open('now.json'))['races'] if x['consequence'] == 'crash'][0])")
  # shellcheck disable=SC2086
  expect 139 "$omen" ${shown#omen }
  # Runs with other inputs are made of the same libraries.
  expect 1 "$omen" classify -q --symbolic argv made.rec
  says_not diverged
fi
LD_DEBUG=libs expect 0 "$omen" run --exact -q -o debug.rec -- ./box
expect 0 "$omen" replay -q debug.rec
says 'calling init' # it is the linker that speaks
says_not 'search cache'

# The program's environment is the user's, however it looks; so is that of its children.
cat >environment.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv, char **envp) {
  for (char **e = environ; *e; e++) puts(*e);
  printf("%s %d %d %d\n", getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "none", envp == environ, (int)getauxval(AT_PAGESZ),
         getauxval(AT_RANDOM) != 0);
  FILE *f = fopen("/proc/self/environ", "r");
  for (int c, last = 0; (c = getc(f)) != EOF; last = c)
    if (c || last) putchar(c ? c : '\n');
  fclose(f);
  fflush(stdout);
  if (argc > 1) execl("/usr/bin/env", "env", (char *)NULL);
  return 0;
}
C
compile environment
cat >other.c <<'C'
int other(void);
int other(void) { return 1; }
C
clang-19 -shared -fPIC other.c -o libother.so
for own in "" "LD_PRELOAD=$work/libother.so" "LD_LIBRARY_PATH=/nowhere:$work LD_PRELOAD=libother.so Z=1"; do
  # shellcheck disable=SC2086
  env -i A=1 $own B= ./environment >natively
  # shellcheck disable=SC2086
  env -i A=1 $own B= "$omen" run -q -o environment.rec -- ./environment >under 2>err || fail "environment: $(cat err)"
  grep -v '^OMEN_CACHE=' under | cmp -s natively - || { fail "another environment ($own):"; diff natively under; }
  expect 0 "$omen" replay -q environment.rec
  cmp -s out under || fail "another environment in the replay ($own)"
done
env -i A=1 OMEN_CACHE="$OMEN_CACHE" "$omen" run -q -o environment.rec -- ./environment exec >under 2>err
! grep -q 'LD_PRELOAD=' under || { fail "children see it:"; cat under; }

# The same files in the same order as natively, by whatever way they are found.
mkdir -p by/rpath by/runpath by/path
for where in rpath runpath path; do
  echo "const char *lib_$where(void); const char *lib_$where(void) { return \"$where\"; }" >lib.c
  clang-19 -shared -fPIC lib.c -o "by/$where/lib$where.so"
  echo "const char *lib_$where(void); const char *lib_$where(void) { return \"wrong\"; }" >lib.c
done
clang-19 -shared -fPIC lib.c -Wl,-soname,librunpath.so -o by/path/unused.so
cat >order.c <<'C'
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <string.h>
const char *lib_rpath(void), *lib_runpath(void), *lib_path(void);
/* The linker itself comes last where all are named to it. Nobody else has symbols of its names. */
static int tell(struct dl_phdr_info *i, size_t size, void *arg) {
  if (!strstr(i->dlpi_name, "/ld-linux")) puts(i->dlpi_name);
  return 0;
}
int main(void) {
  printf("%s %s %s\n", lib_rpath(), lib_runpath(), lib_path());
  return dl_iterate_phdr(tell, NULL);
}
C
for kind in --enable-new-dtags --disable-new-dtags; do
  compile order -Wl,$kind -Wl,-rpath,"$work/by/rpath:\$ORIGIN/by/runpath" -Lby/rpath -Lby/runpath -Lby/path -lrpath \
    -lrunpath -lpath -lm -Wl,--no-as-needed -lstdc++
  LD_LIBRARY_PATH=by/path ./order >natively
  LD_LIBRARY_PATH=by/path expect 0 "$omen" run -q -o order.rec -- ./order
  cmp -s out natively || { fail "other libraries, or another order ($kind):"; diff natively out; }
  expect 0 "$omen" replay -q order.rec
  cmp -s out natively || { fail "other libraries in the replay:"; diff natively out; }
done

# A library of another build: one line, and nothing runs.
cat >answer.c <<'C'
int answer(void);
int answer(void) { return N; }
C
cat >asks.c <<'C'
#include <pthread.h>
#include <stdio.h>
int answer(void);
static int x;
static void *f(void *arg) { return x += answer(), arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  x++;
  pthread_join(t, NULL);
  return puts("ran"), 0;
}
C
build_answer() { clang-19 -shared -fPIC "-DN=$1" answer.c -o libanswer.so "${@:2}"; }
for id in none sha1; do
  build_answer 1 -Wl,--build-id=$id
  compile asks libanswer.so -Wl,-rpath,"$work"
  rm -rf asks.rec
  expect 0 "$omen" run --exact -q -o asks.rec -- ./asks
  # The same file anew is the same library.
  cp libanswer.so copy && mv copy libanswer.so && touch libanswer.so
  expect 0 "$omen" replay -q asks.rec
  build_answer 2 -Wl,--build-id=$id
  for command in replay classify; do
    status=3
    [ $command = replay ] && status=125 # Omen's own failure there: docs/reference.md
    expect $status "$omen" $command asks.rec
    prints ""
    one_line
    says "libanswer.so"
    says "record the program again"
  done
  expect 0 "$omen" report asks.rec
  says "libanswer.so"
  mv libanswer.so gone.so
  expect 3 "$omen" classify asks.rec
  one_line
  says "libanswer.so"
  mv gone.so libanswer.so
  build_answer 1 -Wl,--build-id=$id
  expect 0 "$omen" replay -q asks.rec
done

# A library whose name cannot be given to the linker: it searches, as natively, and if that comes to another layout it is said
# before anything runs.
if [ ${#spaces[@]} -gt 0 ]; then
  mkdir "a space"
  cp libanswer.so "a space/libanswer.so"
  compile asks libanswer.so "-Wl,-rpath,$work/a space"
  rm -rf asks.rec
  expect 0 "$omen" run --exact -q -o asks.rec -- ./asks
  expect 0 "$omen" replay -q asks.rec
  cp /etc/ld.so.cache other-cache
  truncate -s +1048576 other-cache
  expect 125 with_cache "$omen" replay asks.rec
  prints ""
  one_line
  says "is at 0x"
  says "record the program again"
  expect 3 with_cache "$omen" classify asks.rec
  one_line
  says "is at 0x"
  expect 0 "$omen" replay -q asks.rec
  compile asks libanswer.so -Wl,-rpath,"$work"
fi

# In a campaign the recording is refused, and what was judged before is still told.
rm -rf asks.rec
expect 0 "$omen" triage -q --runs 2 -o many -- ./asks
rm many/run-001/evidence.json many/run-002/evidence.json
cp libanswer.so first.so
build_answer 3
expect 3 "$omen" classify -q --schedules 5 many
says "many/run-001: cannot be replayed: $work/libanswer.so is not"
[ "$(grep -c 'run-001: cannot be replayed' err)" -eq 1 ] || fail "said more than once: $(cat err)"
# One run of today among them: it is judged, and the others are refused.
rm -rf many
cp first.so libanswer.so
expect 0 "$omen" triage -q --runs 2 -o many -- ./asks
rm many/run-001/evidence.json many/run-002/evidence.json
build_answer 3
expect 3 "$omen" triage -q --runs 3 --json now.json -o many -- ./asks
says "many/run-001: cannot be replayed"
json now.json "len(r['races']) > 0 and all(x['class'] for x in r['races'])"
done_testing
