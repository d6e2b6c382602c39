#!/usr/bin/env bash
# docs/json.md is complete: it names every member that the JSON reports of these runs have, but for single counters.
# rooms: report triage, quick
. "$(dirname "$0")/run_common"
page=$here/../../docs/json.md
cat >locks.c <<'C'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *one(void *arg) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  shared = 1;
  return arg;
}
static void *two(void *arg) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  shared = 2;
  return arg;
}
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, one, NULL);
  pthread_create(&t[1], NULL, two, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return shared > 2;
}
C
sed -n '/^```c$/,/^```$/p' "$here/../../docs/tutorial.md" | sed '1d;$d' >account.c
"$omen" cc -g -pthread locks.c -o locks && "$omen" cc -g -pthread account.c -o account || fail "omen cc"
"$omen" cc -g -pthread "$here/../paths/option/figure_4.c" -o figure || fail "omen cc figure_4.c"
expect 1 "$omen" triage -o locks.rec --json locks.json -- ./locks # a potential deadlock that happens
cp err locks.log
expect 1 "$omen" triage --from locks.log --runs 2 --json from.json -- ./locks
expect 1 "$omen" triage --invariant 'deposits < 1' --json account.json -- ./account # defects, output, evidence
expect 1 "$omen" triage --symbolic argv --json symbolic.json -- ./figure --use-hash-table
"$omen" explore --paths 2 --json explore.json -- ./figure --use-hash-table >/dev/null 2>&1 # 0 or 1: do inputs fail?
expect 0 "$omen" trace locks.rec -o locks.trace
expect 0 "$omen" analyze locks.trace --filter tree --stats --json analyze.json
python3 - "$page" *.json <<'PY' || fail "docs/json.md does not name all members"
import json, re, sys
page, bad = open(sys.argv[1]).read(), set()
def walk(o, where):
    if isinstance(o, list):
        for v in o: walk(v, where)
    elif isinstance(o, dict):
        for k, v in o.items():
            if where.split("/")[-1] not in ("counters", "kinds", "engines") and not re.search(rf'[`"]{re.escape(k)}[`"]', page):
                bad.add(f"{where}/{k}")
            walk(v, f"{where}/{k}")
for f in sys.argv[2:]: walk(json.load(open(f)), f)
print("\n".join(sorted(bad)))
sys.exit(bool(bad) or len(sys.argv) < 7)
PY
done_testing
