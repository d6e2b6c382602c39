#!/usr/bin/env bash
# omen scan: a racy program has its race among the candidates, its twin with a lock has none; every form of the report;
# suppressions and baselines; a program that was not built with omen cc is refused.
# rooms: static cli report, quick
. "$(dirname "$0")/run_common"

cat >racy.c <<'C'
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static void *worker(void *arg) {
  LOCK;
  hits++;
  UNLOCK;
  return arg;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_mutex_lock(&lock);
  printf("%d\n", hits);
  pthread_mutex_unlock(&lock);
  return 0;
}
C
for level in -O0 -O2; do
  "$omen" cc -g $level -pthread '-DLOCK=' '-DUNLOCK=' racy.c -o racy
  "$omen" cc -g $level -pthread '-DLOCK=pthread_mutex_lock(&lock)' '-DUNLOCK=pthread_mutex_unlock(&lock)' racy.c -o safe
  expect 0 "$omen" scan --json racy.json --sarif racy.sarif --html racy.html ./racy
  grep -q 'hits may race' err || fail "the candidate is not told"
  grep -q 'in worker() holding {}' err || fail "the reasons are not told"
  python3 - <<'P'
import json
c = json.load(open("racy.json"))["candidates"]
lines = sorted({(a["file"].split("/")[-1], a["line"], a["op"]) for x in c for a in x["accesses"]})
assert ("racy.c", 7, "write") in lines and ("racy.c", 7, "read") in lines, lines
assert all(x["location"]["name"] == "hits" and 0 < x["rank"] < 1 for x in c), c
assert any(r["message"]["text"] for r in json.load(open("racy.sarif"))["runs"][0]["results"])
P
  expect 0 "$omen" scan --json safe.json ./safe
  grep -q '"candidates": \[\]' safe.json || fail "the twin has candidates"
  grep -q '^omen: 0 candidates' err || fail "the twin is not told to have none"
done

id=$(python3 -c 'import json; print(json.load(open("racy.json"))["candidates"][0]["id"])')
echo "race:hits" >suppress
expect 0 "$omen" scan --suppressions suppress ./racy
grep -q '^omen: 0 candidates' err || fail "the suppressions do nothing"
expect 0 "$omen" scan --baseline known.json --update-baseline ./racy
expect 0 "$omen" scan --baseline known.json ./racy
grep -q '^omen: 0 candidates' err || fail "what the baseline has is told again"
(echo; echo; cat racy.c) >shifted.c && mv shifted.c racy.c
"$omen" cc -g -O2 -pthread '-DLOCK=' '-DUNLOCK=' racy.c -o racy
expect 0 "$omen" scan --json shifted.json ./racy
grep -q "$id" shifted.json || fail "the id does not survive a shift of lines"

expect 0 "$omen" run -o racy.rec --exact --json run.json -- ./racy
expect 0 "$omen" scan --json seen.json --seen run.json ./racy
says "were seen racing"
json seen.json 'any(c.get("seen") for c in r["candidates"]) and "missed" not in r'
sed 's/"line": 9/"line": 999/' run.json >other.json
expect 0 "$omen" scan --seen other.json ./racy
says "are no candidates"

# More candidates than files have: how many there are is told, and --every writes them.
python3 - >many.c <<'P'
print("#include <pthread.h>\nstatic int n;\nstatic void *work(void *arg) {")
print("\n".join("  __atomic_signal_fence(5), n = 1;" for i in range(70)))
print("  return arg;\n}\nint main(void) {\n  pthread_t a, b;\n  pthread_create(&a, 0, work, 0), pthread_create(&b, 0, work, 0);")
print("  return pthread_join(a, 0) + pthread_join(b, 0);\n}")
P
"$omen" cc -g -O0 -pthread many.c -o many
expect 0 "$omen" scan --json many.json ./many
says "2485 candidates for races, the 20 likeliest shown"
says "files have the 2000 likeliest"
json many.json 'len(r["candidates"]) == 2000 and r["total"] == 2485 and r["left_out"] == 0'
expect 0 "$omen" scan --every --json every.json ./many
json every.json 'len(r["candidates"]) == 2485 and [c["id"] for c in r["candidates"]][:2000] == [c["id"] for c in __import__("json").load(open("many.json"))["candidates"]]'

clang-19 -pthread '-DLOCK=' '-DUNLOCK=' racy.c -o plain
expect 4 "$omen" scan ./plain
grep -q "was not built with 'omen cc'" err || fail "a program of another compiler is not refused"
done_testing
