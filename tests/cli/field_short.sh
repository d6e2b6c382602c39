#!/bin/bash
# A short program with many tasks in one hot loop: what there is at the beginning is shared out over tasks and threads, so that most of its
# races are met in one run of some milliseconds, and an inner loop does not use up what the others have. What a lock orders is no race.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(realpath "$(dirname "$OMEN")/../lib/omen/libomen-field.so")
python3 - 24 <<'END'
import json, sys
n = int(sys.argv[1])
lines = ["#include <pthread.h>", "#include <stdio.h>", "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
         "static volatile long " + ", ".join("v%d" % i for i in range(n)) + ", hot, locked;", "static void *work(void *unused) {", "  for (int i = 0; i < 50000; i++) {"]
places = {}
def access(name, text):
    lines.append(text)
    places[name] = {"op": "write", "file": "prog.c", "line": len(lines)}
for i in range(n):
    access("v%d" % i, "    v%d += i;" % i)
lines.append("    for (int k = 0; k < 200; k++)")
access("hot", "      hot += k;")
lines.append("    pthread_mutex_lock(&lock);")
access("locked", "    locked++;")
lines += ["    pthread_mutex_unlock(&lock);", "  }", "  return unused;", "}", "int main(void) {", "  pthread_t t[3];",
          "  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, NULL);", "  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);",
          '  printf("%ld\\n", locked);', "  return 0;", "}", ""]
open("prog.c", "w").write("\n".join(lines))
pairs = [(name, name, name) for name in places] + [("x%d" % i, "v%d" % i, "v%d" % (i + 1)) for i in range(n - 1)]
json.dump({"candidates": [{"id": id_, "accesses": [places[a], places[b]]} for id_, a, b in pairs]}, open("candidates.json", "w"))
END
for level in 0 1; do
  check "-O$level" "$OMEN" cc -O$level prog.c -o prog
  check "-O$level: ship" "$OMEN" ship prog --candidates candidates.json -o out
  best=0
  for try in 1 2 3 4 5; do # on a busy machine one thread may be done before the next begins
    rm -f results
    same "-O$level: output" 150000 "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 60 ./out)"
    grep '"end":true' results | grep '"result":"Race"' >races
    grep -q '"\(x[0-9]*\|locked\)"' races && fail "-O$level: no race: $(cat races)"
    n=$(sed -n 's/.*"task":"\([a-z0-9]*\)".*/\1/p' races | sort -u | wc -l)
    [ "$n" -gt "$best" ] && best=$n
    [ "$best" -ge 20 ] && break
  done
  [ "$best" -ge 20 ] || fail "-O$level: $best races of 25: $(tail -3 results)"
done
finish
