#!/usr/bin/env bash
# Strategies of omen run: POS lets an event wait as long as need be, which a random walk hardly ever does; a seed means
# one schedule; every schedule replays.
# rooms: runtime/sched, quick
. "$(dirname "$0")/run_common"

# Bad only when `looker`, which leaves the barrier together with `worker`, makes its one look after all of the other's
# unrelated work: about one run in 13 by POS, one in some thousands by a random walk.
cp "$here/../../bench/samplers/late.c" .
compile late
hits() { # STRATEGY: how many of 60 seeds are bad; the last one that was is $bad_seed
  local n=0 status
  for seed in $(seq 60); do
    "$omen" run --quiet --strategy "$1" --seed "$seed" -o late.rec -- ./late
    status=$?
    [ $status -eq 3 ] && n=$((n + 1)) && bad_seed=$seed
    [ $status -eq 3 ] || [ $status -eq 0 ] || fail "$1, seed $seed: status $status"
  done
  found=$n
}
hits random
random=$found
hits pos
pos=$found
echo "of 60 seeds: pos $pos, random $random"
[ "$pos" -ge 3 ] || fail "POS found the late look in $pos of 60 runs"
[ "$pos" -ge $((random + 2)) ] || fail "POS found it $pos times, a random walk $random times"

expect 3 "$omen" run --quiet --strategy pos --seed "$bad_seed" -o a.rec -- ./late
expect 3 "$omen" run --quiet --strategy pos --seed "$bad_seed" -o b.rec -- ./late
cmp -s a.rec/digest b.rec/digest || fail "one seed, two schedules"
for i in 1 2 3; do expect 3 "$omen" replay --check a.rec; done
says "the same in all its"
expect 2 "$omen" run --strategy sop -- ./late
says "no strategy 'sop'"
done_testing
