#!/usr/bin/env bash
# Every synchronisation function returns under Omen what it returns natively: sync_codes.c prints it, by the thousand.
# rooms: runtime/sync, quick
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cp "$here/sync_codes.c" codes.c
compile codes -O1 -D_GNU_SOURCE
./codes >native || fail "natively: $?"
[ "$(wc -l <native)" -gt 25000 ] || fail "natively only $(wc -l <native) lines"
same() { cmp -s "$1" out || { fail "$2 differs from the native run:"; diff "$1" out | head -20; }; }
for strategy in run rr random pct; do
  expect 0 "$omen" run -q --strategy $strategy --seed 7 -o $strategy ./codes && same native "strategy $strategy"
done
# A forked child is not run again in a replay, but what it wrote is shown.
grep -q '^child: ' native || fail "no child wrote anything"
expect 0 "$omen" replay -q random && same native "replay"
done_testing
