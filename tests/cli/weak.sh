#!/bin/bash
# Memory models: broken lock-free programs (tests/weak) break under the models that their first lines say, and under no other; what
# breaks replays; mended twins hold; recorded runs replay with their choices.
# rooms: runtime/weak triage classify, slow
set -u
omen=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
cd "$work" || exit 1
failed=0
complain() { echo "$*"; failed=1; }

triage() { # model program: breaks, holds, or what else
  rm -rf a.rec
  timeout 120 "$omen" triage --memory "$1" -q --json a.json -o a.rec -- "./$2" > a.out 2>&1
  case $? in 0) echo holds;; 1) echo breaks;; *) echo "status $?: $(tail -1 a.out)";; esac
}

# What is shown once is shown again: exactly, every time.
replays() {
  local id rec first again
  read -r rec id < <(grep -o '"omen replay [^ "]* --incident i[0-9a-f]*"' a.json | head -1 | tr -d '"' | cut -d' ' -f3,5)
  [ -n "$id" ] || return 0
  first=$(timeout 60 "$omen" replay "$rec" --incident "$id" -q 2>&1)
  again=$(timeout 60 "$omen" replay "$rec" --incident "$id" -q 2>&1)
  [ "$first" = "$again" ] && grep -q Assertion <<< "$first" || complain "$1: incident $id does not replay: $first"
}

for source in "$here"/weak/*.c; do
  name=$(basename "$source" .c)
  "$omen" cc -g -O1 -pthread "$source" -o "$name" || complain "$name: does not compile"
  for model in tso weak; do
    want=$(head -1 "$source" | grep -o "$model: [a-z]*" | cut -d' ' -f2)
    got=$(triage $model "$name")
    [ "$got" = "$want" ] || complain "$name under $model: $got, not $want"
    [ "$got" = breaks ] && replays "$name under $model"
  done
done
for name in dekker seqlock publication; do
  got=$(triage sc $name)
  [ "$got" = holds ] || complain "$name under sc: $got"
done

# The weakest orders that prevent it: named, and tried.
prevented() { # program model text
  triage "$2" "$1" > /dev/null
  "$omen" report a.rec 2>&1 | tr -s ' \n' ' ' > a.told
  grep -qF -- "What would prevent it: $3" a.told || complain "$1 under $2: not '$3' but $(grep -o 'What would.*without it' a.told)"
  grep -q "all schedules with that assumed, none fails; of [0-9]* without it, [1-9][0-9]* fail" a.told || complain "$1: not checked"
  grep -q '"assumed": "memory-orders"' a.json || complain "$1: the JSON has no memory orders"
}
prevented publication weak '`current` stored with memory_order_release at publication.c:16.'
prevented double_checked weak '`made` loaded with memory_order_acquire at double_checked.c:14 and stored with memory_order_release at double_checked.c:22.'
grep -q "ABORT: race on .o->" a.told || complain "double_checked: the race whose read is stale is not blamed"
prevented dekker_leave tso '`wants[...]` stored with memory_order_seq_cst at dekker_leave.c:10; or a fence, atomic_thread_fence(memory_order_seq_cst), right before dekker_leave.c:11.'
"$omen" replay --memory tso -q a.rec > /dev/null 2>&1 || complain "a recording does not replay under its own model"
"$omen" replay --memory weak -q a.rec 2>&1 | grep -q "was recorded under tso" || complain "replay: another model is not refused"

# Verdicts under another model, from a recording alone.
rm -rf c.rec*
"$omen" run --memory sc -q -o c.rec -- ./publication > /dev/null 2>&1
"$omen" classify --memory weak -q --json c.json c.rec > /dev/null 2>&1
[ $? = 1 ] || complain "classify: publication holds under weak"
tr -d ' \n' < c.json | grep -q '"models":{"sc":"single-ordering","weak":"spec-violated"}' || complain "classify: no class by model"
id=$("$omen" report c.rec.weak 2>&1 | grep -o 'incident i[0-9a-f]*' | head -1 | cut -d' ' -f2)
"$omen" replay c.rec.weak --incident "${id:-none}" -q 2>&1 | grep -q Assertion || complain "classify: what breaks under weak does not replay"

# Twins, with remedies that are made in the source and tried. The first races in other schedules only.
"$here/weak/run" "$omen" mcs_lock seqlock_writer flat_combining > a.out || complain "$(cat a.out)"

# A search whose forks nearly all come to states that were met before ends, too.
"$omen" cc -g -O1 -pthread "$here/corpus/atomic/store_uninitialised_ok.c" -o met
got=$(triage tso met)
[ "$got" = holds ] || complain "thousands of atomic stores: $got"

# The evidence says what was not seen.
triage weak seqlock > /dev/null
grep -q "newer store" a.json || complain "seqlock: the stale read is not told"

# One verdict for each model, and one report: what goes wrong under one of them stands in it, at once and later.
rm -rf m.rec*
"$omen" triage --memory sc --memory weak -q --json m.json --sarif m.sarif -o m.rec -- ./publication > m.out 2>&1
[ $? = 1 ] || complain "publication under both models: $(tail -1 m.out)"
"$omen" report m.rec --format json > m2.json 2> m.out
for report in m.json m2.json; do
  tr -d ' \n' < $report | grep -q '"models":{"sc":"single-ordering","weak":"spec-violated"}' ||
    complain "publication: no class by model: $(grep -A3 '"models"' $report)"
  [ "$(tr -d ' \n' < $report | grep -o '"weak":"spec-violated"' | wc -l)" = 2 ] ||
    complain "$report: of two fields an old value of either breaks it, and not both are blamed"
  tr -d ' \n' < $report | grep -q '"incidents":\[{"id":"i[0-9a-f]*",.*"memory_model":"weak"' ||
    complain "$report: the incident under weak is not told"
done
tr -d ' \n' < m.sarif | grep -q 'Underweak:spec-violated' || complain "SARIF does not tell what the race does under weak"
"$omen" report m.rec > m.text 2>&1
grep -q '^ABORT: at .*, under weak  \[incident' m.text || complain "the text has no incident under weak: $(head -3 m.text)"
grep -q '^ABORT under weak: race on' m.text || complain "the text does not lead with the worst model: $(grep race m.text)"
for _ in make known; do
  rm -rf m2.rec*
  "$omen" triage --memory sc --memory weak --baseline m.base --update-baseline -q -o m2.rec -- ./publication > m.out 2>&1 ||
    complain "what the baseline has counts: $(tail -1 m.out)"
done
rm -r m.rec.weak
"$omen" report m.rec 2>&1 >/dev/null | grep -q "under weak is left out" || complain "a missing recording is not told"

# Recorded runs with stale reads.
stale=0
for seed in 1 2 3 4 5 6 7 8; do
  for model in tso weak; do
    rm -rf r.rec
    "$omen" run --memory $model --strategy random --seed $seed -q -o r.rec -- ./peterson > first 2>&1
    "$omen" replay r.rec -q > again 2>&1
    cmp -s first again || complain "peterson, seed $seed under $model: another replay"
    grep -q Assertion first && stale=$((stale + 1))
  done
done
[ $stale -gt 0 ] || complain "no recorded run of peterson breaks"
# What a location keeps no more is counted, and told.
cat > many.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *arg) {
  for (int i = 1; i <= 60; i++) atomic_store_explicit(&x, i, memory_order_relaxed);
  return arg;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  return seen > 60;
}
C
"$omen" cc -g -O1 -pthread many.c -o many
"$omen" run --memory weak --strategy random -o k.rec --json k.json -- ./many > k.out 2>&1
cut=$(grep -o '"histories_cut": [0-9]*' k.json | grep -o '[0-9]*$')
grep -q "^omen: $cut times what a load may see was cut" k.out && [ "$cut" != 0 ] ||
  complain "stores that are kept no more are not told: $cut, $(cat k.out)"
"$omen" run --memory strong -- ./peterson 2>&1 | grep -q "sc, tso or weak" || complain "a model that is none is not refused"
exit $failed
