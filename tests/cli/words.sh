#!/usr/bin/env bash
# The words of verdicts stand in record/verdicts.def and nowhere else: the HTML report's script, its style and the
# shells' completion must not drift apart from it.
# rooms: record report, quick
. "$(dirname "$0")/run_common"
src=$here/../../src
"$omen" manual bash >omen.bash || fail "omen manual bash"
cat >one.c <<'C'
int main(void) { return 0; }
C
compile one
"$omen" run -q -o rec -- ./one
"$omen" report --format html rec >report.html
python3 - "$src" <<'PY' >said || fail "$(cat said)"
import json, re, sys
src, bad = sys.argv[1], 0
def wrong(text):
    global bad
    print(text); bad = 1
text = open(src + "/record/verdicts.def").read() + open(src + "/record/plan_ends.def").read()
rows = {kind: re.findall(r"^OMEN_%s\((\w+), \"([\w-]+)\"" % kind, text, re.M) for kind in ("CLASS", "CONSEQUENCE", "PROOF", "END", "PLAN_KNOWN")}
if any(len(r) < 3 for r in rows.values()): wrong("verdicts.def is not read: %s" % rows)
script = re.sub(r'role: "\w+"', "", open(src + "/report/html/app.js").read()) # "region" is also a role for screen readers
# Every word that the script asks for is there.
for group, symbol in re.findall(r"\bwords\.(class|end)\.(\w+)", script):
    if symbol not in dict(rows[group.upper()]): wrong("app.js: no %s %s in verdicts.def" % (group, symbol))
# It has none of its own. "deadlock", "signal" and the like are also names of members: as a word they would stand in quotes.
for kind in rows:
    for symbol, word in rows[kind]:
        if re.search(r"[\"']%s[\"']" % re.escape(word), script): wrong("app.js has the word \"%s\" of verdicts.def" % word)
# What the page is given is the list.
page = open("report.html").read()
begin = page.index('type="application/json">') + len('type="application/json">')
words = json.loads(page[begin:page.index("</script>", begin)])["words"]
if words["class"] != dict(rows["CLASS"]) or words["end"] != dict(rows["END"]): wrong("the page has other words: %s" % words)
if [c[0] for c in words["classes"]] != [w for _, w in rows["CLASS"]]: wrong("the page has other classes")
if sorted(words["consequences"]) != sorted(w for _, w in rows["CONSEQUENCE"]): wrong("the page has other consequences")
style = open(src + "/report/html/style.css").read()
for c in words["classes"]:
    if c[2] != "plain" and not re.search(r"\.%s\b" % c[2], style): wrong("style.css has no ." + c[2])
# Completion offers words of the list only, and some of either kind.
offered = re.search(r"--fail-on\) COMPREPLY=\(\$\(compgen -W '([^']*)'", open("omen.bash").read()).group(1).split()
known = [w for kind in ("CLASS", "CONSEQUENCE") for _, w in rows[kind]]
for w in offered:
    if w not in known + ["harmful", "new-harmful", "any", "never"]: wrong("completion offers " + w)
for kind in ("CLASS", "CONSEQUENCE"):
    if not set(offered) & {w for _, w in rows[kind]}: wrong("completion offers no " + kind)
open("words", "w").write(",".join(known))
sys.exit(bad)
PY
# --fail-on takes each of them.
for w in $(tr , ' ' <words); do expect 0 "$omen" report -q --fail-on "$w" rec; done
expect 2 "$omen" report -q --fail-on "$(cat words),nothing" rec
done_testing
