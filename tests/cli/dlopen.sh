#!/usr/bin/env bash
# Libraries that the program opens while it runs: instrumented like those it is linked with, found as the dynamic linker
# finds them, by the user's names; in recordings, replays, verdicts and runs with other inputs.
# rooms: runtime/syscall build report, slow
. "$(dirname "$0")/run_common"
library() { "$omen" cc -g -fPIC -shared -pthread "${@:3}" "$2" -o "$1" || { fail "cannot build $1"; exit 1; }; }
# races REC N: so many that can be scheduled, on the plugin's variable
races() {
  json "$1/report.json" "len([x for x in r['races'] if x['schedulable']]) == $2"
  json "$1/report.json" "all(x['location']['name'] == 'shared' and x['location']['kind'] == 'global' for x in r['races'])"
}
# same REC: replayed three times, also from another place: the same status and output
same() {
  local i status
  "$omen" replay -q "$1" >first 2>err
  status=$?
  [ $status -eq "$2" ] || { fail "$1: replayed with $status"; cat err; }
  cp -r "$1" elsewhere.rec
  for i in "$1" elsewhere.rec; do
    "$omen" replay -q "$i" >again 2>err
    [ $? -eq $status ] && cmp -s first again || { fail "$i: another replay"; cat err; }
  done
  rm -rf elsewhere.rec
}

cat >plugin.c <<'C'
#include <pthread.h>
#ifndef SHARED
#define SHARED shared
#endif
int SHARED;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int plugin_add(int n, int locked);
int plugin_add(int n, int locked) {
  if (locked) pthread_mutex_lock(&m);
  int now = SHARED += n; /* line 10 */
  if (locked) pthread_mutex_unlock(&m);
  return now;
}
C
# host NAMES...: each is opened, used by two threads, and closed again; "-l": with the plugin's lock
cat >host.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int (*add)(int, int), locked;
static void *f(void *arg) { return add(1, locked), arg; }
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "-l")) { locked = 1; continue; }
    void *lib = dlopen(argv[i], RTLD_LAZY);
    if (!lib) { printf("no %s\n", argv[i]); continue; }
    add = (int (*)(int, int))dlsym(lib, "plugin_add");
    pthread_t t[2];
    for (int k = 0; k < 2; k++) pthread_create(&t[k], NULL, f, NULL);
    for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
    Dl_info info;
    if (!dladdr((void *)add, &info)) return 1;
    printf("%s %s %d\n", info.dli_fname, info.dli_sname, add(0, 1));
    if (dlclose(lib)) return 2;
  }
  return 0;
}
C
compile host -ldl
clang-19 -w -g host.c -o host.native -pthread
library ./libp.so plugin.c
native() { # the same as without Omen
  ./host.native "$@" >want
  cmp -s want out || { fail "host $*: not as without Omen:"; diff want out; }
}

# ---- by path, twice; closed in between; what is reported after it is gone ----
expect 0 "$omen" run -o one.rec ./host ./libp.so ./libp.so "$PWD/libp.so"
native ./libp.so ./libp.so "$PWD/libp.so"
races one.rec 1
says 'race on `shared`'
says "plugin.c:10"
says "#0 plugin_add $PWD/plugin.c:10"
says "(libp.so+0x"
grep -q '"lib/libp.so"' one.rec/manifest.json || fail "the manifest does not list the library"
same one.rec 0
expect 0 "$omen" run -o lock.rec ./host -l ./libp.so ./libp.so
says "no data race was seen"
same lock.rec 0
# The recording is enough.
mkdir gone && mv libp.so gone/
same one.rec 0
mv gone/libp.so . && rmdir gone
printf x | dd of=one.rec/lib/libp.so bs=1 seek=900 conv=notrunc status=none
expect 125 "$omen" replay one.rec
says "altered since it was recorded"

# ---- by name: LD_LIBRARY_PATH, DT_RUNPATH, DT_RPATH of the program; not found at all ----
mkdir -p sub
cp libp.so sub/libq.so
LD_LIBRARY_PATH=$PWD/sub expect 0 "$omen" run -o path.rec ./host libq.so nowhere.so libq.so
(LD_LIBRARY_PATH=$PWD/sub; export LD_LIBRARY_PATH; native libq.so nowhere.so libq.so)
races path.rec 1
same path.rec 0
for how in --enable-new-dtags --disable-new-dtags; do
  "$omen" cc -g -pthread host.c -o host.path -ldl "-Wl,$how,-rpath,\$ORIGIN/sub"
  expect 0 "$omen" run -o path.rec ./host.path libq.so libq.so
  [ "$(sort -u out)" = "$PWD/sub/libq.so plugin_add 2" ] || fail "$how: $(cat out)"
  races path.rec 1
  same path.rec 0
done

# ---- two of the same name, and two copies of one ----
mkdir -p a b
library a/p.so plugin.c -DSHARED=first
library b/p.so plugin.c -DSHARED=second
cp a/p.so a/copy.so
expect 0 "$omen" run -o two.rec ./host a/p.so b/p.so a/copy.so
native a/p.so b/p.so a/copy.so
says 'race on `first`'
says 'race on `second`'
same two.rec 0

# ---- built anew between two opens ----
cat >anew.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    void *lib = dlopen("./which.so", RTLD_NOW);
    int (*which)(void) = (int (*)(void))dlsym(lib, "which");
    printf("%d\n", which());
    fflush(stdout);
    dlclose(lib);
    if (rename("./which2.so", "./which.so") && !i) return 1;
  }
  return 0;
}
C
compile anew -ldl
for i in 1 2; do echo "int which(void); int which(void) { return $i; }" >which.c && library which$i.so which.c; done
mv which1.so which.so
expect 0 "$omen" run -q -o anew.rec ./anew
prints "1
2"
same anew.rec 0

# ---- one that the program is linked with is opened by its path: there is one of it ----
cat >linked.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int plugin_add(int, int);
int main(void) {
  void *lib = dlopen("./liblinked.so", RTLD_NOW);
  int (*add)(int, int) = (int (*)(int, int))dlsym(lib, "plugin_add");
  printf("%d %d\n", plugin_add(1, 0), add(1, 0));
  return add != plugin_add;
}
C
library ./liblinked.so plugin.c
compile linked ./liblinked.so -ldl
expect 0 "$omen" run -q -o linked.rec ./linked
prints "1 2"
same linked.rec 0

# ---- C++: constructors, destructors, exceptions, thread-local variables; what needs another library ----
cat >base.cc <<'C'
int calls;
int base_call() { return ++calls; }
C
cat >shape.cc <<'C'
#include <cstdio>
#include <stdexcept>
#include <string>
int base_call();
struct Shape {
  std::string name;
  Shape() : name("made") { std::printf("%s %d\n", name.c_str(), base_call()); }
  ~Shape() { std::printf("unmade\n"); }
};
static Shape shape;
thread_local int mine = 7;
extern "C" int use(int bad) {
  if (bad) throw std::runtime_error("bad");
  return mine++;
}
C
cat >cxx.cc <<'C'
#include <cstdio>
#include <dlfcn.h>
#include <stdexcept>
#include <thread>
int main() {
  for (int i = 0; i < 2; i++) {
    void *base = dlopen("./hidden/base.so", RTLD_NOW | RTLD_GLOBAL);
    void *lib = dlopen("./libshape.so", RTLD_NOW);
    if (!lib) return std::puts(dlerror()), 1;
    auto use = (int (*)(int))dlsym(lib, "use");
    int got = 0;
    std::thread([&] { got = use(0) + use(0); }).join();
    try { use(1); } catch (const std::runtime_error &e) { std::printf("%d %s\n", got, e.what()); }
    dlclose(lib);
    dlclose(base);
  }
}
C
mkdir hidden
"$omen" c++ -g -fPIC -shared base.cc -o hidden/base.so -Wl,-soname,base.so
"$omen" c++ -g -fPIC -shared shape.cc -o libshape.so hidden/base.so
"$omen" c++ -g -pthread cxx.cc -o cxx -ldl
./cxx >want
expect 0 "$omen" run -o cxx.rec ./cxx
cmp -s want out || { fail "C++: not as without Omen:"; diff want out; }
says_not "is not analysed"
[ -e cxx.rec/lib/base.so ] && [ -e cxx.rec/lib/libshape.so ] || fail "not both are instrumented"
same cxx.rec 0

# ---- names: RTLD_DEFAULT and RTLD_NEXT ----
cat >next.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
int answer(void);
int answer(void) {
  int (*next)(void) = (int (*)(void))dlsym(RTLD_NEXT, "answer");
  return next ? 10 * next() : 1;
}
C
cat >names.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  printf("%d ", dlsym(RTLD_DEFAULT, "answer") != NULL);
  void *a = dlopen("./next1.so", RTLD_NOW | RTLD_GLOBAL), *b = dlopen("./next2.so", RTLD_NOW | RTLD_GLOBAL);
  int (*first)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "answer");
  int (*second)(void) = (int (*)(void))dlsym(b, "answer");
  printf("%d %d %d\n", first(), second(), first == (int (*)(void))dlsym(a, "answer"));
  return 0;
}
C
compile names -ldl
library next1.so next.c
library next2.so next.c
./names >want
expect 0 "$omen" run -q -o names.rec ./names
cmp -s want out || { fail "RTLD_NEXT: not as without Omen:"; diff want out; }
same names.rec 0

# ---- what has no variant goes in as it is, and that is said ----
cp libp.so bad.so
offset=$(python3 - <<'P'
d = open("bad.so", "rb").read()
print(d.rindex(b"\x28\xb5\x2f\xfd") + 40)
P
)
printf 'XXXXXXXX' | dd of=bad.so bs=1 seek="$offset" conv=notrunc status=none
expect 0 "$omen" run -o bad.rec ./host ./bad.so
native ./bad.so
says "omen: $PWD/bad.so is not analysed: "
same bad.rec 0
cp libp.so bare.so && objcopy -R .omen.bc bare.so
expect 0 "$omen" run -o bad.rec ./host ./bare.so
says "bare.so is not analysed: its bitcode was stripped"
cat >spaces.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *lib = dlmopen(LM_ID_NEWLM, "./libp.so", RTLD_NOW), *here = dlmopen(LM_ID_BASE, "./libp.so", RTLD_NOW);
  if (!lib || !here) return puts(dlerror()), 1;
  int (*one)(int, int) = (int (*)(int, int))dlsym(lib, "plugin_add");
  int (*two)(int, int) = (int (*)(int, int))dlsym(here, "plugin_add");
  printf("%d %d\n", one(1, 0), two(2, 0));
  return 0;
}
C
compile spaces -ldl
expect 0 "$omen" run -o spaces.rec ./spaces
prints "1 2"
says "libp.so is not analysed: it is opened in a namespace of its own (dlmopen)"
[ -e spaces.rec/lib/libp.so ] || fail "the library of the program's own namespace is not instrumented"
same spaces.rec 0

# ---- verdicts: the library is opened after the race, in explorations ----
cat >later.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static int which;
static void *f(void *arg) { return which = 1, arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  int now = which;
  void *lib = dlopen(now ? "./libp.so" : "sub/libq.so", RTLD_NOW);
  int (*add)(int, int) = (int (*)(int, int))dlsym(lib, "plugin_add");
  pthread_join(t, NULL);
  printf("%d %d\n", now, add(3, 1));
  return 0;
}
C
compile later -ldl
expect 1 "$omen" triage --json later.json -o later.rec -- ./later
json later.json "[(x['class'], x['consequence']) for x in r['races']] == [('output-differs', 'output')]"
json later.json "r['races'][0]['evidence']['output']['primary'] != r['races'][0]['evidence']['output']['alternate']"
# and a race inside the library, judged
expect 1 "$omen" triage --json inside.json -o inside.rec -- ./host ./libp.so
json inside.json "{x['class'] for x in r['races'] if x['schedulable']} == {'output-differs'}"
expect 0 "$omen" triage --json inside.json -o inside.rec -- ./host -l ./libp.so
json inside.json "r['races'] == []"

# ---- reports of other tools on it are found again ----
cat >tsan.log <<LOG
WARNING: ThreadSanitizer: data race (pid=15983)
  Write of size 4 at 0x55c076dc6698 by thread T2:
    #0 plugin_add $PWD/plugin.c:10:21 (libp.so+0xe4634)
    #1 f $PWD/host.c:7:37 (host+0xe4634)

  Previous write of size 4 at 0x55c076dc6698 by thread T1:
    #0 plugin_add $PWD/plugin.c:10:21 (libp.so+0xe4634)
    #1 f $PWD/host.c:7:37 (host+0xe4634)

  Location is global 'shared' of size 4 at 0x55c076dc6698 (libp.so+0x1490698)

SUMMARY: ThreadSanitizer: data race $PWD/plugin.c:10:21 in plugin_add
LOG
expect 1 "$omen" triage --from tsan.log -o from.rec -- ./host ./libp.so
says "omen: 1 of 1 reports reproduced"
expect 0 "$omen" triage --from tsan.log -o from.rec -- ./host -l ./libp.so
says 'ordered here by the lock `m`'

# ---- other inputs: the library's own decisions are turned around, another library is chosen ----
cat >parse.c <<'C'
#include <stdio.h>
int parse(const char *s);
int parse(const char *s) {
  if (s[0] != 'g' || s[1] != 'o') return puts("no"), 0;
  if (s[2] != '!') return puts("go"), 1;
  return puts("go on"), 2;
}
C
cat >chosen.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  char line[8] = "";
  const char *name = "./parse.so";
  if (!fgets(line, sizeof line, stdin)) return 1;
  if (line[0] == 'x') name = "./other.so", puts("the other");
  void *lib = dlopen(name, RTLD_NOW);
  int (*parse)(const char *) = (int (*)(const char *))dlsym(lib, "parse");
  return parse(line + 1) > 2;
}
C
compile chosen -ldl
library parse.so parse.c
sed "s/'g'/'u'/; s/'o'/'p'/; s/go/up/g" parse.c >other.c && library other.so other.c
echo -go >in.txt
"$omen" explore --symbolic stdin --budget 20s --json chosen.json -o chosen.corpus ./chosen <in.txt >out 2>err || { fail "explore"; cat err; }
for want in "no" "go" "go on" "the other up on"; do
  grep -qx "$want" <(for d in chosen.corpus/[0-9]*; do echo $(cat $d/stdout); done) || fail "explore: never '$want'"
done
for d in chosen.corpus/[0-9]*; do
  "$d/run.sh" >native.out 2>/dev/null
  cmp -s native.out "$d/stdout" || fail "$d: writes something else natively"
done
# The library that was recorded, and no other.
cat >quiet.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
int x;
static void *f(void *arg) { return x = 1, arg; }
int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  x = 2;
  void *lib = dlopen("./libp.so", RTLD_NOW);
  if (argv[1][0] == 'y') puts("y");
  pthread_join(t, NULL);
  return !lib;
}
C
compile quiet -ldl
expect 0 "$omen" run -q --exact -o other.rec ./quiet a
cp -r other.rec another.rec
touch libp.so
expect 0 "$omen" classify --symbolic argv --budget 20s other.rec
sed 's/SHARED += n/SHARED += 2 * n/' plugin.c >plugin2.c && library ./libp.so plugin2.c
expect 3 "$omen" classify -q --symbolic argv --budget 20s another.rec
says "libp.so is another than when"
done_testing
