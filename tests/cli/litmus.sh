#!/usr/bin/env bash
# Litmus programs (tests/litmus): exhaustive outcomes are exactly those that an oracle allows, which knows nothing of
# Omen; here a sample, all in `make soak`. A program with a wrong oracle is told.
# rooms: explore runtime/explore runtime/weak triage, slow
. "$(dirname "$0")/run_common"

litmus=$here/../litmus
"$litmus/gen" some --sample 3/24 || fail "gen"
"$litmus/run" sc some --omen "$omen" >out || fail "sc: $(cat out)"
"$litmus/gen" few --models tso,rc11 --sample 1/44 || fail "gen"
"$litmus/run" tso few --omen "$omen" SB+ra R+mix1 CoWW+sc1 2A+mix1 lock+sc1 >out || fail "tso: $(cat out)"
"$litmus/run" weak few --omen "$omen" >out || fail "weak: $(cat out)"

# Sampled: a subset always; all of these within 1,000 tries, most of which need threads in another order than that of
# their creation. unit/test_weak_sampling has how many tries how many programs need.
"$litmus/gen" tried --models sc,tso,rc11 --sample 5/18 || fail "gen"
for model in sc tso weak; do
  "$litmus/run" $model tried --omen "$omen" --sampled 1000 --all A+A+mix1 CoRW2+fsc WWC+sc1 >out || fail "sampled, $model: $(cat out)"
done

# The thesis's programs about memory models: all their states under each.
"$here/../outcomes/check" "$omen" --only no_sync --only no_sync_bug --only sync --only sync_bug >out || fail "$(cat out)"

# This machine shows nothing that tso forbids; a program with a wrong oracle is told.
"$litmus/gen" native --models sc,tso --sample 1/44 || fail "gen"
"$litmus/native" native --ms 20 >out || fail "native: $(cat out)"
grep -q " 0 lines that tso forbids" out || fail "$(cat out)"
sed -i 's/"tso": \[.*\]/"tso": []/' native/oracle.jsonl
"$litmus/native" native --ms 5 SB+ra >out && fail "an outcome that tso forbids is not told"

# models.txt, from which unit/test_weak works, says what this folder's oracle says.
"$litmus/models" --sample 7/64 >out || fail "models.txt: $(cat out)"

# The runner finds what differs.
head -1 some/oracle.jsonl | sed 's/"sc": \[/"sc": ["x=99", /' >wrong.jsonl
mv wrong.jsonl some/oracle.jsonl
"$litmus/run" sc some --omen "$omen" >out && fail "an outcome that never comes is not missed"
grep -q "never: x=99" out || fail "$(cat out)"
done_testing
