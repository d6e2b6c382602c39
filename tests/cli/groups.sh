#!/usr/bin/env bash
# What one change would mend is told as one, in every form: a memcpy of a structure against every field that it copies,
# and a flag that is read in forty places. Two mistakes are two. The forms stay small with hundreds of races.
# rooms: report triage cli, quick
. "$(dirname "$0")/run_common"
python3 - <<'P'
fields = range(100)
print(r"""#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct h { int %s; };
static struct h *from, *to;
static int stop, polls, other;
static void *encode(void *arg) {
%s  other++;
  return arg;
}
static void *sync_context(void *arg) {
  memcpy(to, from, sizeof *to);
  other++;
  return arg;
}
static void *poll(void *arg) {
%s  return arg;
}
int main(void) {
  pthread_t t[3];
  from = calloc(1, sizeof *from), to = calloc(1, sizeof *to);
  pthread_create(&t[0], 0, encode, 0);
  pthread_create(&t[1], 0, sync_context, 0);
  pthread_create(&t[2], 0, poll, 0);
  stop = 1;
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  printf("%%d\n", to->f7);
  return 0;
}""" % (", ".join("f%d" % i for i in fields), "".join("  from->f%d = %d;\n" % (i, i) for i in fields), "  polls += stop;\n" * 40),
      file=open("encoder.c", "w"))
P
compile encoder -O0
expect 1 "$omen" triage -o rec --schedules 1 --instances 1 --json r.json --html r.html --sarif r.sarif --junit r.xml --markdown r.md -- ./encoder
cp err text
python3 - <<'P' || fail "JSON"
import json
r = json.load(open("r.json"))
races, groups = {x["id"]: x for x in r["races"]}, {}
for g in r["groups"]:
    groups[g["kind"], len(g["races"])] = g
    worst = races[g["races"][0]]
    assert all(races[i]["group"] == g["id"] for i in g["races"]) and g["class"] == worst["class"]
copy, flag = groups["copy", 100], groups["variable", 40]
assert copy["what"].startswith("the copy of `*from` at encoder.c:") and copy["what"].endswith("against 100 accesses to parts of it"), copy
assert copy["class"] == "output-differs" and races[copy["races"][0]]["location"]["name"] == "from->f7"
assert flag["what"] == "accesses to `stop` at 41 places, which nothing orders", flag
assert len(r["groups"]) == 3 and len(races) > 140, (len(r["groups"]), len(races)) # and `other`, in two functions
P
lines=$(wc -l <text)
[ "$lines" -lt 200 ] || fail "text: $lines lines"
grep -q "^ONE MISTAKE, 100 RACES  \[group g[0-9a-f]*\]$" text && grep -q "^ONE MISTAKE, 40 RACES  \[group" text || fail "text: no groups"
grep -q "^    and 91 more (--all shows each in full, the JSON report has them)$" text || fail "text: no others"
grep -q "^SUMMARY: .*data races (3 mistakes): 1 output-differs" text || { fail "text: no sum"; tail -3 text; }
[ "$(grep -c '^WARNING: ThreadSanitizer' text)" = 3 ] || fail "text: not one race a mistake in full"
expect 0 "$omen" report rec --all
[ "$(grep -c '^WARNING: ThreadSanitizer' out)" = "$(python3 -c "import json; print(len(json.load(open('r.json'))['races']))")" ] || fail "--all does not show all"
size() { [ "$(stat -c %s "$1")" -lt "$2" ] || fail "$1 has $(stat -c %s "$1") bytes"; }
size r.html 1000000
size r.sarif 200000
size r.xml 20000
size r.md 4000
"$here/../tools/check-sarif" r.sarif || fail "r.sarif is no SARIF"
python3 - <<'P' || fail "SARIF, JUnit or Markdown"
import json, xml.etree.ElementTree as xml
r, s = json.load(open("r.json")), json.load(open("r.sarif"))["runs"][0]["results"]
groups = {g["id"]: g for g in r["groups"]}
assert len(s) == 3 + len(r["incidents"]) and {x["properties"]["id"] for x in s} >= set(groups)
for x in s:
    g = groups.get(x["properties"]["id"])
    if not g: continue
    assert x["ruleId"] == g["class"] and g["what"] in x["message"]["text"] and x["properties"]["count"] == len(g["races"])
    assert 3 <= len(x["relatedLocations"]) <= 60 and x["partialFingerprints"] == {"omenRaceGroup/v1": g["id"]}
suite = xml.parse("r.xml").getroot()[0]
assert len(suite) == int(suite.get("tests")) == len(s) and len(suite.findall(".//failure")) == int(suite.get("failures")) >= 1
md = open("r.md").read()
assert md.count("One mistake, ") == 3 and "One mistake, 100 data races: the copy of" in md
P
# Every mistake is judged once before another race of any is: by the order of the verdicts.
python3 - <<'P' || fail "the order of judging"
import json
r, kept = json.load(open("r.json")), json.load(open("rec/evidence.json"))["evidence"]
of = {i: g["id"] for g in r["groups"] for i in g["races"]}
first = [of.get(e["race"], e["race"]) for e in kept if "race" in e][:len(r["groups"])]
assert len(set(first)) == len(first) == 3, first
P
# The gate and the baseline go by races.
expect 1 "$omen" report --fail-on output-differs rec
expect 0 "$omen" report --fail-on crash rec
expect 0 "$omen" classify -q --schedules 1 --instances 1 --baseline b.json --update-baseline rec
json b.json "len(r['races']) > 140"
done_testing
