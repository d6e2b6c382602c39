#!/usr/bin/env bash
# The forms for CI: SARIF that keeps the standard's rules and its fingerprints, JUnit XML, Markdown.
# rooms: report cli, slow
. "$(dirname "$0")/run_common"
check=$here/../tools/check-sarif

cat >prog.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int refs, size; };
static struct item *item;
static volatile int count;
static int *volatile box;
static void *add(void *arg) {
  count = count + 1;
  item->refs++;
  return arg;
}
static void *use(void *arg) {
  if (box) *box = 1;
  return arg;
}
static void *clear(void *arg) {
  box = NULL;
  return arg;
}
int main(int argc, char **argv) {
  void *(*const f[4])(void *) = {add, add, use, clear};
  pthread_t t[4];
  (void)argv;
  item = calloc(1, sizeof *item);
  box = &item->size;
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, f[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  printf("%d \"<&>\" %d\n", count, item->refs);
  return argc - 1;
}
C
compile prog -O0
expect 1 "$omen" triage -o prog.rec --json r.json --sarif r.sarif --junit r.xml --markdown r.md -- ./prog
"$check" r.sarif || fail "r.sarif is no SARIF"
python3 - <<'P' || fail "SARIF says something else than JSON"
import json
r, s = json.load(open("r.json")), json.load(open("r.sarif"))["runs"][0]
# What one change would mend is one result: of its worst race.
group = {i: g for g in r["groups"] for i in g["races"]}
alone = [x for x in r["races"] if x["id"] not in group]
assert len(alone) + len(r["groups"]) + len(r["incidents"]) == len(s["results"]) > 3 and r["incidents"] and r["groups"]
by = {x["properties"].get("worst", x["properties"]["id"]): x for x in s["results"]}
levels = {"spec-violated": "error", "output-differs": "warning", "unclassified": "warning", "k-witness-harmless": "note", "single-ordering": "note"}
for x in r["incidents"]: # where it goes wrong; the cause; both runs; both commands
    y, e = by[x["id"]], x["evidence"]
    assert y["ruleId"] == "incident" and y["level"] == "error"
    assert y["locations"][0]["physicalLocation"]["region"]["startLine"] == x["at"]["line"]
    assert [l["physicalLocation"]["region"]["startLine"] for l in y["relatedLocations"]] == [p[k]["line"] for p in x["cause"]["pairs"] for k in ("earlier", "later")]
    assert len(y["codeFlows"]) == 2 and x["cause"]["what"] in y["message"]["text"] and x["cause"]["remedy"] in y["message"]["text"]
    assert y["properties"]["replay"] == e["replay"] and y["properties"]["prevented"] == e["prevented"]
seen = set()
for x in r["races"]:
    if x["id"] in group and group[x["id"]]["races"][0] != x["id"]: continue
    y = by[x["id"]]
    assert y["ruleId"] == x["class"] and y["level"] == levels[x["class"]], x["id"]
    assert y["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "prog.c"
    assert y["locations"][0]["physicalLocation"]["region"]["startLine"] == x["accesses"][0]["line"]
    assert any(l["physicalLocation"]["region"]["startLine"] == x["accesses"][1]["line"] for l in y["relatedLocations"])
    assert len(y["codeFlows"]) == 2 and len(y["codeFlows"][1]["threadFlows"]) == 2
    # The other order: the two accesses, in the order that the first flow has not.
    order = {s["executionOrder"]: t["id"] for t in y["codeFlows"][1]["threadFlows"] for s in t["locations"]}
    threads = ["T%d" % a["thread"] for a in x["accesses"]]
    flipped = x.get("evidence", {}).get("order") == "alternate"
    assert [order[1], order[2]] == (threads if flipped else threads[::-1]), (order, threads)
    seen.add(x["class"])
    if "evidence" in x: assert y["properties"]["replay"] == x["evidence"]["replay"]
assert "spec-violated" in seen and "output-differs" in seen, seen
P
# The checker sees mistakes.
for change in "r['version']='2.0'" "r['runs'][0]['results'][0]['level']='bad'" "r['runs'][0]['results'][0]['colour']=1" \
  "del r['runs'][0]['tool']" "r['runs'][0]['results'][0]['codeFlows'][0]['threadFlows'][0]['locations'][0]['executionOrder']=99" \
  "r['runs'][0]['results'][0]['locations'][0]['physicalLocation']['region']['startLine']=0"; do
  python3 -c "
import json; r=json.load(open('r.sarif')); $change; json.dump(r,open('bad.sarif','w'))"
  "$check" bad.sarif >/dev/null && fail "the checker does not see $change"
done

# Fingerprints: the same in another run, by another schedule, and when lines move; each its own.
prints() { python3 -c "
import json
print(*sorted(x['properties']['location']+' '+x['ruleId']*0+next(iter(x['partialFingerprints'].values())) for x in json.load(open('$1'))['runs'][0]['results'] if x['ruleId'] != 'incident'), sep='\n')"; }
prints r.sarif >first
expect 0 "$omen" run -q --exact -o again.rec --sarif again.sarif -- ./prog
"$check" again.sarif || fail "again.sarif"
prints again.sarif | cmp - first || fail "another run has other fingerprints"
mkdir moved && (cd moved && (printf '\n/* a\n comment */\n'; cat ../prog.c) >prog.c && "$omen" cc -g -O0 -pthread prog.c -o prog)
expect 0 "$omen" run -q --exact -o moved.rec --sarif moved.sarif -- moved/prog
prints moved.sarif | cmp - first || fail "moved lines have other fingerprints"
json moved.sarif "all(x['locations'][0]['physicalLocation']['artifactLocation']['uri'] == 'moved/prog.c' for x in r['runs'][0]['results'])"
expect 0 "$omen" run -q --exact --strategy rr -o rr.rec --sarif rr.sarif -- ./prog
python3 - <<'P' || fail "another schedule has other fingerprints for the same races"
import json
def races(f): return {x["properties"]["id"]: x["partialFingerprints"] for x in json.load(open(f))["runs"][0]["results"]}
a, b = races("again.sarif"), races("rr.sarif")
assert set(a) & set(b) and all(a[i] == b[i] for i in set(a) & set(b))
P

# Suppressions, baseline, campaigns, failures, and every way to ask.
echo "race:count" >s.txt
expect 0 "$omen" classify -q --suppressions s.txt --baseline b.json --update-baseline --sarif m.sarif prog.rec
"$check" m.sarif || fail "m.sarif"
json m.sarif "{x['properties']['location']: len(x.get('suppressions', [])) for x in r['runs'][0]['results'] if x['ruleId'] != 'incident'}['count'] == 1"
expect 0 "$omen" report --baseline b.json --format sarif prog.rec && cp out m.sarif
"$check" m.sarif || fail "omen report --format sarif"
json m.sarif "{x['baselineState'] for x in r['runs'][0]['results']} == {'new', 'unchanged'}"
expect 1 "$omen" triage --runs 2 -q -o camp --sarif camp.sarif --junit camp.xml --markdown camp.md -- ./prog
"$check" camp.sarif || fail "camp.sarif"
expect 0 "$omen" report --sarif - camp && cp out camp2.sarif && "$check" camp2.sarif || fail "--sarif -"
cat >dead.c <<'C'
#include <pthread.h>
int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
C
compile dead -O0
expect 1 "$omen" triage -q -o dead.rec --sarif dead.sarif --junit dead.xml --markdown dead.md -- ./dead
"$check" dead.sarif || fail "dead.sarif"
json dead.sarif "len(r['runs'][0]['results']) >= 1 and all(x['level'] == 'error' for x in r['runs'][0]['results'])"
# JUnit: well-formed, the counts right, what counts fails.
python3 - <<'P' || fail "JUnit"
import json, xml.etree.ElementTree as E
r = json.load(open("r.json"))
for f in "r.xml", "camp.xml", "dead.xml":
    suite = E.parse(f).getroot()[0]
    assert int(suite.get("tests")) == len(suite), f
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) > 0, f
suite = E.parse("r.xml").getroot()[0]
grouped = {i for g in r["groups"] for i in g["races"]}
entries = [x for x in r["races"] if x["id"] not in grouped] + r["groups"] + r["incidents"]
assert len(suite) == len(entries)
assert len(suite.findall("testcase/failure")) == sum(x["consequence"] is not None for x in entries)
P
expect 0 "$omen" report --format junit --fail-on never prog.rec
python3 -c "import xml.etree.ElementTree as E; s = E.parse('out').getroot()[0]; assert s.get('failures') == '0'" || fail "never"
grep -q '^| \*\*fails\*\* | incident: crash | `box`' r.md || fail "Markdown has no incident"
grep -q '^| \*\*fails\*\* | spec-violated: crash | `box`' r.md || { fail "Markdown"; cat r.md; }
awk -F'|' '/^\|/ && NF != 7' r.md camp.md dead.md | grep . && fail "a row with other columns"
# Nothing found is a pass, not an empty file.
printf 'int main(void) { return 0; }\n' >none.c
"$omen" cc none.c -o none
expect 0 "$omen" triage -q -o none.rec --sarif none.sarif --junit none.xml --markdown none.md -- ./none
"$check" none.sarif || fail "none.sarif"
python3 -c "import xml.etree.ElementTree as E; s = E.parse('none.xml').getroot()[0]; assert len(s) == 1 and s.get('failures') == '0'" || fail "none.xml"
grep -q "0 data races" none.md || fail "none.md"
expect 2 "$omen" report --format pdf prog.rec && one_line
expect 3 "$omen" classify -q --sarif /nowhere/x prog.rec && one_line
# Names with bytes that XML, JSON and URIs cannot have as they are.
mkdir 'a "b" <c>' && cp prog.c 'a "b" <c>/p&q.c'
"$omen" cc -g -O0 -pthread 'a "b" <c>/p&q.c' -o odd
expect 1 "$omen" triage -q -o odd.rec --sarif odd.sarif --junit odd.xml --markdown odd.md -- ./odd
"$check" odd.sarif || fail "odd.sarif"
python3 -c "import xml.etree.ElementTree as E; E.parse('odd.xml')" || fail "odd.xml"
# All of them by others' word, where that is at hand: the standard's schema, or the types made of it. And that these see what is wrong.
model=$here/../tools/check-sarif-model
seen=no
for m in "${OMEN_SARIF_SCHEMA:-}" /usr/share/gocode/src/github.com/haya14busa/go-sarif/sarif/sarif.go; do
  [ -n "$m" ] && [ -e "$m" ] || continue
  seen=yes
  rm -f bad.sarif
  "$model" "$m" ./*.sarif || fail "not SARIF by $m"
  for change in "r['runs'][0]['results'][0]['kind'] = 'no kind'" "r['runs'][0]['results'][0]['ruleIndex'] = 'x'" \
    "del r['runs'][0]['results'][0]['message']" "r['runs'][0]['results'][0]['locations'][0]['where'] = 1" "r['version'] = '2.0.0'" \
    "r['runs'][0]['results'][0]['codeFlows'][0]['threadFlows'] = {}"; do
    python3 -c "
import json; r=json.load(open('r.sarif')); $change; json.dump(r,open('bad.sarif','w'))"
    "$model" "$m" bad.sarif >/dev/null && fail "$m does not see $change"
  done
done
[ $seen = yes ] || echo "neither the schema of SARIF nor types made of it are here: only Omen's own check was made"

# The examples for CI in the docs: they are YAML, of the form that the services take; every option in them exists, and the commands work.
python3 - "$here/../../docs/ci.md" "$omen" <<'P' || fail "the examples for CI"
import re, subprocess, sys
try:
    import yaml
except ImportError:
    print("no python3-yaml: the examples for CI were not looked at")
    sys.exit(0)
text = open(sys.argv[1]).read()
def example(title):
    part = text[text.index("## " + title):]
    block = re.search(r"\n\n((?:    .*\n|\n)+)", part)[1]
    return yaml.safe_load(re.sub(r"^    ", "", block, flags=re.M))
github, gitlab = example("GitHub Actions"), example("GitLab")
ok = True
def need(what, is_so):
    global ok
    if not is_so: print("not so:", what); ok = False
job = github["jobs"]["races"]
need("a runner and steps", isinstance(job["runs-on"], str) and all(set(s) <= {"name", "if", "uses", "with", "run", "env"} and ("uses" in s) != ("run" in s) for s in job["steps"]))
need("permission for SARIF", job.get("permissions", github.get("permissions", {})).get("security-events") == "write")
need("a trigger", True in github or "on" in github) # YAML 1.1 takes `on` for true
need("actions with a version", all(re.fullmatch(r"[\w./-]+@v\d+", s["uses"]) for s in job["steps"] if "uses" in s))
race = gitlab["races"]
need("GitLab's words", set(race) <= {"stage", "image", "script", "artifacts", "before_script"} and all(isinstance(l, str) for l in race["script"]))
need("reports", race["artifacts"]["reports"] == {"junit": "omen.xml"} and race["artifacts"]["when"] == "always")
calls = [s["run"] for s in job["steps"] if "run" in s] + race["script"]
triages = [re.sub(r"\s+", " ", c).strip() for c in calls if "omen triage" in c]
need("both triage", len(triages) == 2)
known = subprocess.run([sys.argv[2], "triage", "--help"], capture_output=True, text=True).stdout
for c in triages:
    need(f"the options of: {c}", all(w in known for w in c.split(" -- ")[0].split() if w.startswith("--")))
open("triages", "w").write("\n".join(triages) + "\n")
sys.exit(not ok)
P
if [ -s triages ]; then
  mkdir example && cp prog example/test-program && cd example || exit 1
  echo "race_top:nothing" >tsan.supp
  "$omen" triage -q --runs 2 --baseline omen-baseline.json --update-baseline -o first -- ./test-program >out 2>err || fail "a first baseline"
  while read -r line; do
    rm -rf omen.campaign
    (PATH="$(dirname "$omen"):$PATH"; eval "${line/--budget 5m/--runs 2}") >out 2>err </dev/null || { fail "'$line' ended with $?"; cat err; }
    [ -d omen.campaign ] || fail "no recordings of '$line'"
  done <../triages
  for f in omen.sarif omen.md omen.xml omen.html; do [ -s $f ] || fail "the examples make no $f"; done
  cd ..
fi
done_testing
