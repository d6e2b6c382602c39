#!/usr/bin/env bash
# Ids of races stay: when a caller is renamed, wrapped or added, and when lines move. A function or file with another
# name is known again by its code, and that is said; a copy in another function is new. Files with ids of whole stacks
# (baselines, suppressions, evidence) still count.
# rooms: report triage cli, quick
. "$(dirname "$0")/run_common"

# hits++ by two handlers.
cat >server.c <<'C'
#include <pthread.h>
#include <stdio.h>
static int hits;
static void count(void) {
  hits++;
}
static void get(void) { count(); }
static void put(void) { count(); }
static void *go(void *arg) {
  (long)arg == 1 ? put() : get();
  return arg;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, go, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  printf("%d\n", hits);
  return 0;
}
C
record() { # NAME EDIT [FILE]: server.c, edited by sed, in a folder of its own
  mkdir "$1" && sed "$2" server.c >"$1/${3:-server.c}"
  "$omen" cc -g -O0 -pthread "$1/${3:-server.c}" -o "$1/prog" || fail "omen cc $1"
  "$omen" run --exact -o "$1.rec" --json "$1.json" -- "$1/prog" >/dev/null 2>"$1.err"
}
ids() { python3 -c "import json; print(*sorted(r['id'] for r in json.load(open('$1.json'))['races']))"; }
same() { [ "$2" = "$3" ] || fail "$1: '$2' is not '$3'"; }
record plain ''
# The write of hits++ races with the read and with the write: two races, whoever calls.
json plain.json "len(r['races']) == 2"
json plain.json "sorted(len(x['members']) for x in r['races']) == [2, 3]" # two writes by two of get and put: in any order
json plain.json "all(sum(m['instances'] for m in x['members']) == x['instances'] for x in r['races'])"
json plain.json "len({m['id'] for x in r['races'] for m in x['members']}) == 5"
json plain.json "{s[1].split()[0] for x in r['races'] for m in x['members'] for s in m['stacks']} == {'get', 'put'}"
grep -q "Seen over 3 pairs of call stacks, of which one is shown: by way of get, put" plain.err || fail "text: no stacks"
record renamed 's/\bget\b/fetch/'
same "a caller has another name" "$(ids renamed)" "$(ids plain)"
record wrapped 's/^static void \*go/static void wrapper(void) { get(); }\n&/; s/: get()/: wrapper()/'
same "a caller is wrapped" "$(ids wrapped)" "$(ids plain)"
record extra 's/^static void \*go/static void head(void) { count(); }\n&/; s/: get()/: arg ? head() : get()/'
same "one more caller" "$(ids extra)" "$(ids plain)"
json extra.json "sorted(len(x['members']) for x in r['races']) == [3, 6]"
record lines '1s/^/\n\n\n/'
same "lines moved" "$(ids lines)" "$(ids plain)"
# ... and in another function it is another race.
record tally 's/\bcount\b/tally/'
[ "$(ids tally)" = "$(ids plain)" ] && fail "another function, the same ids"

# The baseline: renamed callers are known without a word; a renamed function or file by its code, with a word.
expect 0 "$omen" classify -q --baseline base.json --update-baseline plain.rec
json base.json "all(a[1:] == ['count', 'server.c', 'hits++;'] for x in r['races'] for a in x['accesses'])"
against() { expect "$1" "$omen" report --baseline "$2" --fail-on new-any --json known.json "$3.rec"; }
for r in renamed wrapped extra lines; do
  against 0 base.json $r && says "2 races are in the baseline base.json, 0 new" && says_not "before the rename"
done
against 0 base.json tally && says "before the rename: count is tally now"
json known.json "all(x['baseline'] == 'unchanged' and x['renamed'] == 'count is tally now' for x in r['races'])"
json known.json "len({x['known_as'] for x in r['races']}) == 2"
record file '' service.c
against 0 base.json file && says "before the rename: server.c is service.c now"
# The baseline follows on request, and needs no word then.
cp base.json follow.json
expect 0 "$omen" classify --baseline follow.json --update-baseline file.rec && says "0 dropped, 0 added"
against 0 follow.json file && says_not "before the rename"
# The line of a function of one line has its name, too.
record short '/^static void count/{N;N;s/\n */ /g}'
record shorter '/^static void count/{N;N;s/\n */ /g}; s/\bcount\b/tally_up/'
expect 0 "$omen" classify -q --baseline short.base --update-baseline short.rec
against 0 short.base shorter && says "before the rename: count is tally_up now"
record other '/^static void count/{N;N;s/\n */ /g}; s/\bcount\b/tally_up/; s/hits++/hits += 2/'
against 1 short.base other && says_not "before the rename"
# A copy of the code is a new race, though the old one is gone: the function is still there.
record copy 's/^static void get.*/static void copy(void) {\n  hits++;\n}\nvoid (*kept)(void) = count;\nstatic void get(void) { copy(); }/; s/^static void put.*/static void put(void) { copy(); }/'
against 1 base.json copy && says_not "before the rename"
# Nor is it a rename when the code is other code, or when both names are others.
record changed 's/hits++;/hits += 2;/; s/\bcount\b/tally/'
against 1 base.json changed && says_not "before the rename"
record both 's/\bcount\b/tally/' service.c
against 1 base.json both && says_not "before the rename"

# Files of the time when a race was one pair of stacks: their ids are the members' now.
python3 - <<'PY'
import json
races = json.load(open("plain.json"))["races"]
as_was = {"class": "output-differs", "consequence": "output"}
old = [{"id": m["id"], **as_was} for r in races for m in r["members"]]
json.dump({"version": 1, "races": sorted(old, key=lambda e: e["id"]), "failures": [], "incidents": []}, open("old.json", "w"))
json.dump({"version": 1, "races": sorted(({"id": m["id"], **as_was} for m in races[0]["members"]), key=lambda e: e["id"]), "failures": [], "incidents": []}, open("less.json", "w"))
open("old.supp", "w").writelines(f"race_id:{e['id']}\n" for e in old)
open("some.supp", "w").writelines(f"race_id:{e['id']}\n" for e in old[:-1])
PY
expect 0 "$omen" report --baseline old.json --fail-on new-any plain.rec && says "2 races are known by an id of an older Omen"
expect 1 "$omen" report --baseline less.json --fail-on new-any plain.rec && says "1 race is in the baseline less.json, 1 new"
expect 0 "$omen" classify --baseline old.json --update-baseline plain.rec && says "0 dropped, 0 added"
cmp old.json base.json || fail "the old file was not brought up to date"
expect 0 "$omen" report --suppressions old.supp --fail-on any plain.rec
expect 1 "$omen" report --suppressions some.supp --fail-on any plain.rec # one pair of stacks is left
# By a caller: gone when all pairs of stacks have it. Two threads come by get alone.
printf 'race:^put$\n' >put.supp && expect 1 "$omen" report --suppressions put.supp --fail-on any plain.rec
printf 'race:^get$\n' >get.supp && expect 0 "$omen" report --suppressions get.supp --fail-on any plain.rec

# Evidence: an id of an older report is understood, and evidence of older ids is found.
expect 1 "$omen" triage -o judged.rec --json judged.json -- plain/prog
read -r new old order < <(python3 -c "
import json
r = next(r for r in json.load(open('judged.json'))['races'] if r.get('evidence'))
print(r['id'], r['members'][1]['id'], r['evidence']['replay'].split()[-1])")
expect 0 "$omen" replay judged.rec --race "$new" --order $order && cp out new.out
expect 0 "$omen" replay judged.rec --race "$old" --order $order && cmp -s out new.out || fail "--race by a member's id"
expect 1 "$omen" classify judged.rec --race "$old" && says "[race $new]"
python3 - "$new" "$old" <<'PY'
import json, sys
new, old = sys.argv[1:]
e = json.load(open("judged.rec/evidence.json"))
for x in e["evidence"]:
    x.pop("members", None)
    if x.get("race") == new: x["race"] = old
json.dump(e, open("judged.rec/evidence.json", "w"))
PY
expect 0 "$omen" report judged.rec --json again.json
json again.json "next(x for x in r['races'] if x['id'] == '$new')['class'] in ('output-differs', 'spec-violated')"
expect 0 "$omen" replay judged.rec --race "$old" --order $order
done_testing
