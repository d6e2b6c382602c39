#!/usr/bin/env bash
# Plans as files (record/plan_json.h): omen replay --plan follows what evidence.json has, and plans made by hand: from
# event 0, with signals, with more decisions than anybody counts. What is no plan, or cannot be followed, is an error.
# rooms: cli record runtime/explore, slow
. "$(dirname "$0")/run_common"

cat >race.c <<'C'
#include <pthread.h>
#include <stdio.h>
int value, *volatile box = &value;
void *taker(void *p) { box = 0; return p; }
void *user(void *p) { if (box) *box = 1; return p; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, user, NULL);
  pthread_create(&t[1], NULL, taker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  puts("done");
  return 0;
}
C
compile race -O1
expect 1 "$omen" triage --quiet --json r.json -o rec -- ./race
cat >edit.py <<'PY'
# edit.py CODE: plan.json by CODE over p, the plan of the first harmful race
import json, sys
p = next(e["plan"] for e in json.load(open("rec/evidence.json"))["evidence"] if "plan" in e)
exec(sys.argv[1])
json.dump(p, open("plan.json", "w"))
PY
plan() { python3 edit.py "$1" || fail "edit: $1"; }
race=$(python3 -c 'import json; print(next(x["id"] for x in json.load(open("r.json"))["races"] if x.get("consequence")))')
[ -n "$race" ] || fail "no harmful race"

# The plan of the evidence does what --race does.
plan pass
expect 139 "$omen" replay rec --plan plan.json
says "the plan: the held access met, the awaited one met"
order=$(python3 -c 'import json; print("primary" if json.load(open("plan.json"))["constraints"][0]["how"] == "hold-behind" else "alternate")')
cp out plan.out
expect 139 "$omen" replay rec --race "$race" --order "$order"
cmp out plan.out || fail "plan and evidence write different things"

# Decisions that never come due change nothing, however many.
plan 'p["decisions"] += [["switch", 1, 1000000 + i, 0, 2] for i in range(20000)]'
expect 139 "$omen" replay rec --plan plan.json

# Nor in a fork of a checkpoint, which gets the plan with its order.
expect 0 "$build/tests/explore_both" rec --seeds 2 --decisions 20000
grep -q " plans alike, [1-9][0-9]* forked" out || fail "long plans: $(cat out)"

# From event 0, no constraint: the program runs as the tail says.
plan 'p.update(constraints=[], leave={"at": "event", "count": 0, "seed": 0}, decisions=[], follow=False, tell=False)'
expect 0 "$omen" replay rec --plan plan.json
prints done
# To the end.
plan 'p.update(constraints=[], leave={"at": "never"})'
expect 0 "$omen" replay rec --plan plan.json
prints done

# What cannot be followed is refused, and nothing runs.
refused() { # CODE TEXT STATUS
  plan "$1"
  expect "$3" "$omen" replay rec --plan plan.json
  says "$2"
  prints ""
}
refused 'p["decisions"].append(["store", 1, 2, 0, 2, 3, 0])' "too long or too short" 2
refused 'p["decisions"].append(["input", 1, 2, 0, "6162"])' "cannot follow the plan: a decision that gives input" 125
refused 'p["constraints"] *= 2' "cannot follow the plan: more than one" 125
refused 'p["then"] = "sometimes"' '"then" is a word that no plan has' 2
refused 'p["tial"] = p.pop("tail")' '"tail" is missing' 2
refused 'p["version"] = 7' "another version" 2
refused 'p["decisions"] = [["switch", 1, 2, 0]]' "too long or too short" 2
printf '{"version": 1' >plan.json
expect 2 "$omen" replay rec --plan plan.json
one_line
expect 2 "$omen" replay rec --plan plan.json --race "$race"
one_line

# A signal comes where the plan says.
cat >signal.c <<'C'
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>
static void caught(int sig) { if (write(1, "caught\n", 7) < 0 || sig != SIGUSR1) _exit(3); }
int main(void) {
  signal(SIGUSR1, caught);
  for (int i = 0; i < 20; i++) sched_yield();
  return write(1, "end\n", 4) != 4;
}
C
compile signal -O1
expect 0 "$omen" run --quiet -o rec2 -- ./signal
python3 - <<'PY'
import json
base = {"version": 1, "leave": {"at": "event", "count": 0, "seed": 0}, "constraints": [], "then": "at-once", "follow": False,
        "tell": False, "region": False, "decisions": [], "tail": {"strategy": "run", "seed": 0, "decisions": 0, "max_events": 0}}
json.dump(base, open("none.json", "w"))
base["decisions"] = [["signal", 0, 12, 0, 10]]
json.dump(base, open("one.json", "w"))
PY
expect 0 "$omen" replay rec2 --plan none.json
prints end
expect 0 "$omen" replay rec2 --plan one.json
prints "caught
end"
done_testing
