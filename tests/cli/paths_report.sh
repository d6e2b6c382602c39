#!/usr/bin/env bash
# `omen report` on a recording that other inputs were tried for says what the search said: verdicts, races that only
# another input has, and what other inputs do by themselves.
# rooms: triage report, quick
. "$(dirname "$0")/run_common"

# same RECORDING: the report that is made of it now is the one that triage made.
same() {
  "$omen" report --format json "$1" >again.json || fail "report of $1 ended with $?"
  cmp -s first.json again.json || { fail "$1: another report than triage's:"; diff first.json again.json | head -20; }
  "$omen" report --all "$1" >again.txt
  grep -v '^omen: ' first.txt | diff - again.txt >difference || { fail "$1: another text:"; head -20 difference; }
}
# triage RECORDING PROGRAM ARGUMENTS
triage() {
  expect 1 "$omen" triage --all -o "$1" --json first.json --symbolic argv -- "${@:2}" || exit 1
  mv err first.txt
}

# The harmful accesses are in code that the tested input does not execute.
"$omen" cc -g -pthread -o figure_4 "$here/../paths/option/figure_4.c" || exit 1
triage rec ./figure_4 --use-hash-table
json first.json "any(x['class'] == 'spec-violated' and x['evidence']['inputs'] for x in r['races'])"
same rec
mv rec moved # the derived recordings are found where they are now
"$omen" report --format json moved >again.json
json again.json "any(x['class'] == 'spec-violated' for x in r['races'])"
mv moved rec

# A crash that no race has to do with.
"$omen" cc -g -pthread -o crash "$here/../paths/blameless/crash_before.c" || exit 1
triage crash.rec ./crash 4
json first.json "len(r['findings']) == 1 and 'other inputs' in r['findings'][0]['what']"
same crash.rec

# Whatever is in the file.
found=rec/paths/found.json
cp $found whole.json
for edit in 's/"00/"..\/00/' 's/"00/"99/' 's/"in"/"out"/' 's/"race": "./"race": "x/' 's/"verdict"/"none"/' 's/"version": 1/"version": 7/' \
  's/"races": \[/"races": [1, "a", {}, null,/' 's/{/[/'; do
  sed "$edit" whole.json >$found
  expect 0 "$omen" report rec || fail "after $edit"
done
head -c 100 whole.json >$found
expect 0 "$omen" report rec
cp whole.json $found

# Judged anew by the recorded input alone, that is what the report is about.
expect 0 "$omen" classify rec --json first.json
json first.json "all(x['class'] == 'k-witness-harmless' for x in r['races'])"
"$omen" report --format json rec >again.json
cmp -s first.json again.json || fail "another report than that of classify"
done_testing
