#!/usr/bin/env bash
# Misuse of the thread functions is a defect of the recorded run, by its name, at its line, and nothing else is: misuse.c
# has the cases, and all that is right in one run on several schedules.
# rooms: runtime/sync, slow
here=$(cd "$(dirname "$0")" && pwd)
. "$here/run_common"
cp "$here/misuse.c" misuse.c
compile misuse -O1 -D_GNU_SOURCE
wrong() { # KIND CASE...
  for case in "${@:2}"; do
    rm -rf rec
    expect 0 "$omen" run --json report.json -o rec ./misuse "$case" || continue
    json report.json "[f['kind'] for f in r['findings']] == ['$1'] and r['findings'][0]['consequence'] == 'misuse'"
    ! grep -q '^0$' out || fail "$case: another result than libc's"
  done
}
wrong unlock-not-held unlock_free unlock_other unlock_recursive unlock_rwlock unlock_reader unlock_spin wait_not_held
wrong destroy-in-use destroy_held destroy_rwlock destroy_sem destroy_barrier free_held
wrong use-after-destroy used_mutex used_rwlock used_cond used_sem used_spin destroy_twice
wrong join-twice join_detached detach_twice
wrong thread-misuse join_self two_mutexes init_held
# Which object, who has it, and where it was taken.
expect 0 "$omen" run -o rec ./misuse unlock_other
says 'unlocks a mutex that the main thread holds'
says 'That is `m`'
says 'It was locked by the main thread'
for strategy in run rr random pct pos; do
  rm -rf rec
  expect 0 "$omen" run --strategy $strategy --seed 3 --json report.json -o rec ./misuse right || continue
  json report.json "not r.get('findings')"
  ! grep -q '^0$' out || fail "another result than libc's"
  expect 0 "$omen" replay -q rec
done
done_testing
