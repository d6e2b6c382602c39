#!/usr/bin/env bash
# Free exploration: other schedules of the whole run are tried once a recording, whether it has races or not. What goes
# wrong is an incident, and is told once; what was tried is said, kept, gone on from, and added up in a campaign.
# rooms: classify triage, quick
. "$(dirname "$0")/run_common"

# Checked under the lock and acted under the lock: together, or (SPLIT) not. No two accesses race.
cat >append.c <<'C'
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int length, items[4];
static void *append(void *p) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&lock);
    int room = length < 4;
#ifdef SPLIT
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (room) items[length++] = i;
    pthread_mutex_unlock(&lock);
  }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, append, 0);
  pthread_create(&b, 0, append, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  printf("%d\n", length);
  return 0;
}
C
compile append
cp append.c split.c
compile split -DSPLIT
free_part() { # FILE: what the evidence has of it
  python3 -c "
import json
print(json.load(open('$1/evidence.json'))['free'])"
}

# A correct program: nothing goes wrong, and it is said how much was tried.
expect 0 "$omen" triage --json report.json -o rec -- ./append
says '48 other schedules of the whole run were tried: nothing went wrong'
json report.json "r['other_schedules'] == {'runs': 48} and r['incidents'] == [] and not r.get('findings')"
expect 0 "$omen" report --json again.json rec
json again.json "r['other_schedules'] == {'runs': 48}"
# Again: they are not made again. More schedules: only those that are missing.
before=$(free_part rec)
expect 0 "$omen" classify --json again.json rec
[ "$(free_part rec)" = "$before" ] || fail "explored again: $(free_part rec)"
expect 0 "$omen" classify --schedules 3 --json again.json rec
json again.json "r['other_schedules'] == {'runs': 72}"
expect 0 "$omen" classify --schedules 2 --json again.json rec
json again.json "r['other_schedules'] == {'runs': 72}"
# Of one race, and by states alone: not at all.
expect 0 "$omen" run --exact -q -o rec2 -- ./append
expect 0 "$omen" classify --method state --json state.json rec2
json state.json "'other_schedules' not in r"

# The same, not together: an incident that replays, and can be prevented.
expect 1 "$omen" triage --json report.json -o rec -- ./split
json report.json "r['races'] == [] and [i['consequence'] for i in r['incidents']] == ['overflow']"
json report.json "r['incidents'][0]['confirmed'] and r['incidents'][0]['cause']['kind'] == 'atomicity'"
says 'nothing else went wrong'
id=$(python3 -c "import json; print(json.load(open('report.json'))['incidents'][0]['id'])")
expect 1 "$omen" replay rec --incident "$id"
expect 0 "$omen" replay rec --incident "$id" --prevented
expect 1 "$omen" classify --json again.json rec
json again.json "[i['id'] for i in r['incidents']] == ['$id'] and r['other_schedules']['runs'] == 48"

# No time at all: the command ends in order, and goes on later.
expect 0 "$omen" run --exact -q -o rec3 -- ./split
"$omen" classify -q --budget 0.001s rec3 >out 2>err
expect 1 "$omen" classify --json report.json rec3
json report.json "len(r['incidents']) == 1 and r['other_schedules']['runs'] == 48"

# Recordings of a campaign try others; they are added up, and what they show is one incident.
expect 1 "$omen" triage --runs 4 --json report.json -o camp -- ./split
json report.json "len(r['incidents']) == 1 and r['other_schedules']['runs'] == 144"
expect 1 "$omen" triage --runs 4 --json report.json -o camp -- ./split
json report.json "len(r['incidents']) == 1 and r['other_schedules']['runs'] == 144"

# One thread has one schedule.
cat >alone.c <<'C'
#include <pthread.h>
int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  return pthread_mutex_lock(&m) || pthread_mutex_unlock(&m);
}
C
compile alone
expect 0 "$omen" triage --json report.json -o rec -- ./alone
json report.json "'other_schedules' not in r"
says_not 'other schedules of the whole run'

# How the recorded run itself fails is no incident beside it.
cat >stuck.c <<'C'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *wait(void *p) {
  pthread_mutex_lock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, wait, 0);
  pthread_create(&b, 0, wait, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return 0;
}
C
compile stuck
"$omen" triage --json report.json -o rec -- ./stuck >out 2>err
json report.json "r['end']['how'] == 'deadlock' and len(r['findings']) == 1"
json report.json "r['incidents'] == []"
done_testing
