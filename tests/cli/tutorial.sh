#!/usr/bin/env bash
# docs/tutorial.md is true: its program, its commands, and what it shows of their output.
# rooms: cli, quick
. "$(dirname "$0")/run_common"
page=$here/../../docs/tutorial.md
sed -n '/^```c$/,/^```$/p' "$page" | sed '1d;$d' >account.c
PATH=$(dirname "$omen"):$PATH
eval "$(sed -n 's/^    \(omen cc .*\)/\1/p' "$page")" || fail "omen cc"
expect 0 ./account && prints "balance 200"
eval "expect 1 $(sed -n 's/^    \(omen triage -- .*\)/\1/p' "$page")"
# Every line of output that the page has, but for addresses and ids of incidents, which are of a build, is there.
sed -n '/^## 3/,/^## 4/s/^    //p' "$page" | grep -v '^omen ' | grep -v '^ *\.\.\.$' | sed 's/0x[0-9a-f]*/ADDRESS/g; s/incident i[0-9a-f]*/incident ID/' >said
sed 's/0x[0-9a-f]*/ADDRESS/g; s/incident i[0-9a-f]*/incident ID/' err >got
while IFS= read -r line; do
  [ -z "$line" ] || grep -qF -- "$line" got || fail "the report has no line: $line"
done <said
[ "$(wc -l <said)" -gt 15 ] || fail "the page shows nothing"
# Replays.
sed -n '/^## 4/,/^## 5/s/^    \(omen replay [^#]*[^# ]\) *\(#.*\)\{0,1\}$/\1/p' "$page" | grep -v gdb >replays
[ "$(wc -l <replays)" -eq 2 ] || fail "two replays"
eval "$(head -1 replays)" >out 2>err </dev/null
grep -qi "use after free" err || { fail "the replay shows no use after free"; cat err; }
eval "$(tail -1 replays)" >out 2>err </dev/null
prints "balance 100"
# The baseline.
for i in 1 2; do
  eval "expect 0 $(sed -n '/^## 6/,/^## What/s/^    \(omen triage [^#]*[^# ]\) *\(#.*\)\{0,1\}$/\1/p' "$page" | sed -n "${i}p")"
done
# Links lead somewhere.
for link in $(grep -o '](\([a-z-]*\.md\))' "$page" | tr -d '()]'); do [ -e "$here/../../docs/$link" ] || fail "no page $link"; done
done_testing
