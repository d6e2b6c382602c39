#!/usr/bin/env bash
# Which locks were held at the accesses, for reading or for writing: in every form of the report.
# rooms: runtime/sync report, quick
. "$(dirname "$0")/run_common"

cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses, size;
static void *reader(void *arg) {
  pthread_mutex_lock(&other);
  misses++;
  pthread_mutex_unlock(&other);
  pthread_rwlock_rdlock(&table);
  pthread_rwlock_rdlock(&table); /* twice: named once */
  hits = size + 1;
  pthread_rwlock_unlock(&table);
  size = 2; /* still held */
  pthread_rwlock_unlock(&table);
  return arg;
}
static void *writer(void *arg) {
  pthread_rwlock_wrlock(&table);
  misses = 7;
  pthread_rwlock_unlock(&table);
  return arg;
}
int main(void) {
  pthread_t t[3];
  void *(*const f[3])(void *) = {writer, reader, reader};
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, f[i], NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%d\n", hits + misses + size > 0);
  return 0;
}
C
compile prog -O0
expect 0 "$omen" run -o prog.rec --json r.json -- ./prog
cat >check.py <<'P'
import json, sys
held = {}
for x in json.load(open(sys.argv[1]))["races"]:
    for a in x["accesses"]: held[x["location"]["name"], a["line"]] = a["locks"], a["read_locks"]
assert held["hits", 12] == ([], ["table"]), held
assert held["size", 14] == ([], ["table"]), held
assert held["misses", 20] == (["table"], []), held
assert held["misses", 8] == (["other"], []), held
P
python3 check.py r.json || fail "JSON: other locks are held"
says "T1   writes  prog.c:20  misses = 7;"
says "           holding \`table\`"
says "           holding \`other\`"
says "           holding the read lock of \`table\`"
grep -q "Previous write of size 4 at 0x[0-9a-f]* by thread T2 (mutexes: read M[01]):" err || fail "no lock for reading in ThreadSanitizer's layout"
grep -q 'by thread T1 (mutexes: write M[01]):' err || fail "no lock for writing in ThreadSanitizer's layout"
grep -q "Mutex M[01] (0x[0-9a-f]*) is 'table'" err || fail "the lock is not named"

# The timeline: held for reading by two threads, for writing by one.
"$omen" report --format html prog.rec >r.html || fail "no HTML"
python3 - <<'P' || fail "HTML: other locks in the timeline"
import json, re
text = open("r.html").read()
data = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.S)[1])
locks = {(l["name"], l["read"]): set(l["held"][2::3]) for l in data["timeline"]["locks"]}
assert locks == {("table", True): {2, 3}, ("table", False): {1}, ("other", False): {2, 3}}, locks
P
"$omen" trace prog.rec --format perfetto -o t.json || fail "no trace for Perfetto"
python3 - <<'P' || fail "Perfetto: other locks are held"
import collections, json
t = json.load(open("t.json"))
n = collections.Counter((e["name"], e["ph"]) for e in (t["traceEvents"] if isinstance(t, dict) else t) if e.get("cat") == "lock")
assert n == {("holds table for reading", "b"): 4, ("holds table for reading", "e"): 4, ("holds table", "b"): 1, ("holds table", "e"): 1,
             ("holds other", "b"): 2, ("holds other", "e"): 2}, n
P
done_testing
