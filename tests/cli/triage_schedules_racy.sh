#!/usr/bin/env bash
# omen triage without --runs, where the first run shows a race: other schedules are recorded all the same, and
# the races that only they show are judged and told with those of the first.
# rooms: cli triage, slow
. "$(dirname "$0")/run_common"

# The first worker takes all jobs: its run shows the race on the flag, and none on the map.
cat >pool.cpp <<'C'
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
struct pool {
  std::mutex lock, table_lock;
  std::condition_variable wake;
  std::queue<int> jobs;
  std::map<int, int> squares;
  std::vector<std::thread> workers;
#ifdef RIGHT
  std::atomic<bool> stop{false};
#else
  bool stop = false;
#endif
  void work() {
    for (;;) {
      int job;
      {
        std::unique_lock<std::mutex> held(lock);
        while (jobs.empty() && !stop) wake.wait(held);
        if (jobs.empty()) return;
        job = jobs.front();
        jobs.pop();
      }
#ifdef RIGHT
      std::lock_guard<std::mutex> held(table_lock);
#endif
      squares[job] = job * job;
    }
  }
  pool() { for (int i = 0; i < 3; i++) workers.emplace_back([this] { work(); }); }
  void add(int job) {
    { std::lock_guard<std::mutex> held(lock); jobs.push(job); }
    wake.notify_one();
  }
  void end() {
    stop = true;
    wake.notify_all();
    for (auto &w : workers) w.join();
  }
};
int main() {
  pool p;
  for (int i = 0; i < 6; i++) p.add(i);
  p.end();
  return p.squares.size() > 6;
}
C
# The same in C: `ended` races in any run, `sum` only where both workers have jobs.
cat >queue.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, sum, ended;
static void *work(void *p) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int job = next < 5 ? ++next : 0;
#ifdef RIGHT
    sum += job;
    ended += !job;
#endif
    pthread_mutex_unlock(&lock);
#ifndef RIGHT
    if (!job) ended++;
#endif
    if (!job) return p;
#ifndef RIGHT
    sum += job;
#endif
  }
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return sum != 15;
}
C
# names FILE: how many races it has.
names() { python3 -c "import json; print(len({x['id'] for x in json.load(open('$1'))['races']}))"; }
# check NAME: plain triage has more races than one run, each judged, and each evidence replays.
check() {
  "$omen" triage --runs 1 --no-predict --json one.json -o one.rec -- ./$1 >out 2>err </dev/null
  json one.json "r['races'] and 'runs' not in r"
  "$omen" triage --no-predict --json more.json -o more.rec -- ./$1 >out 2>err </dev/null
  [ $? -le 1 ] || fail "$1: $(cat err)"
  says "other races, and are judged with it"
  [ ! -e more.rec.others ] || fail "$1: the other recordings are still there"
  [ "$(names more.json)" -gt "$(names one.json)" ] || fail "$1: no more races than in one run"
  json more.json "len(r['runs']) > 1 and all(x['class'] for x in r['races'])"
  json more.json "{x['id'] for x in json.load(open('one.json'))['races']} <= {x['id'] for x in r['races']}"
  python3 -c "
import json
for x in json.load(open('more.json'))['races']:
    if x.get('evidence', {}).get('replay'): print(x['evidence']['replay'])" >commands
  [ -s commands ] || fail "$1: no evidence"
  while read -r command; do
    (eval "\"$omen\" ${command#omen }") >out 2>err </dev/null
    [ $? -ne 125 ] || fail "$command: $(cat err)"
  done <commands
}
"$omen" c++ -g -O1 -pthread pool.cpp -o pool || fail "cannot compile pool.cpp"
check pool
json more.json "any('stl_tree.h' in json.dumps(x['accesses']) for x in r['races'])"
compile queue
check queue
json more.json "{x['location']['name'] for x in r['races']} == {'sum', 'ended'}"

# The right ones stay silent.
"$omen" c++ -g -O1 -pthread -DRIGHT pool.cpp -o pool || fail "cannot compile pool.cpp"
"$omen" triage --no-predict --json right.json -o right.rec -- ./pool >out 2>err </dev/null
json right.json "not r['races']"
compile queue -DRIGHT
expect 0 "$omen" triage --no-predict --json right.json -o right.rec -- ./queue
json right.json "not r['races']"

# Many races: those of one copy are judged together here, too, and in one of the recordings only.
python3 -c "
fields = ['f%d' % i for i in range(60)]
print('#include <pthread.h>\n#include <string.h>\nstruct many { int ' + ', '.join(fields) + '; } from, to;')
print('static void *set(void *p) { ' + ' '.join('from.%s = 1;' % f for f in fields) + ' return p; }')
print('static void *copy(void *p) { memcpy(&to, &from, sizeof to); return p; }')" >many.c
sed 's/int main(void) {/int main(void) {\n  pthread_t a, b;\n  pthread_create(\&a, 0, set, 0);\n  pthread_create(\&b, 0, copy, 0);\n  pthread_join(a, 0);\n  pthread_join(b, 0);/; /^#include <pthread.h>/d' queue.c >>many.c
"$omen" cc -g -O0 -pthread many.c -o many || fail "cannot compile many.c"
"$omen" triage --no-predict --json many.json -o many.rec -- ./many >out 2>err </dev/null
says "other races, and are judged with it"
together='sum("judged together" in x.get("what", "") for x in r["races"])'
json many.json "len(r['races']) > 60 and all(x['class'] for x in r['races']) and $together > 50"
python3 -c "
import glob, json
n = sum('race' in e for f in glob.glob('many.rec/run-*/evidence.json') for e in json.load(open(f))['evidence'])
races = len(json.load(open('many.json'))['races'])
assert n < races + 20, (n, races)" || fail "judged in every recording"

# Nothing new: the recording is one, and --runs 1 keeps to one run.
printf '#include <pthread.h>\nstatic int x;\nstatic void *f(void *p) { x++; return p; }\nint main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return x > 2; }\n' >tiny.c
compile tiny
expect 0 "$omen" triage --json r.json -o tiny.rec -- ./tiny
says_not "schedules were recorded"
json r.json "r['races'] and 'runs' not in r"
expect 0 "$omen" replay tiny.rec
expect 0 "$omen" triage --runs 1 -o tiny.rec -- ./tiny
says_not "schedules were recorded"
done_testing
