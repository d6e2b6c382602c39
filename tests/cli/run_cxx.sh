#!/usr/bin/env bash
# omen run on C++: static objects live and die as they do natively; names in the report are readable.
# rooms: runtime report, slow
. "$(dirname "$0")/run_common"
cat >objects.cpp <<'C'
#include <cstdio>
#include <future>
#include <map>
#include <string>
#include <thread>
namespace app {
struct Early {
  int value;
  Early() : value(42) { puts("constructed"); }
  ~Early() { puts("destroyed"); }
};
static Early early;
static std::map<std::string, int> table{{"a", 1}};
class Counter {
 public:
  static long made;
  int hits = 0;
  template <class T> void touch(const T &) { hits++; }
};
long Counter::made = 0;
Counter counter;
}  // namespace app
__attribute__((constructor(200))) static void before() { puts("before"); }
__attribute__((destructor)) static void after() { puts("after"); }
static void visit() {
  static int visits;
  visits++;
}
int main() {
  int local = 0, second = 0;
  auto work = [&] {
    app::counter.touch(std::string("a"));
    app::Counter::made++;
    visit();
    local++, second++;
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  std::async(std::launch::async, [] { puts("async"); }).wait();
  printf("%d %zu\n", app::early.value, app::table.size());
}
C
for level in -O0 -O2; do
  "$omen" c++ -g $level -std=c++17 -pthread objects.cpp -o objects || fail "cannot compile at $level"
  ./objects >native
  expect 0 "$omen" run -o rec --json j.json ./objects
  cmp -s native out || { fail "$level: other output than natively:"; diff native out; }
  says "race on \`app::counter.hits\`"
  says "race on \`app::Counter::made\`"
  says "race on \`visits\`"
  [ $level = -O2 ] || says "Location is global 'visit.visits'" # inlined everywhere, its scope is not in the debug information
  says_not "basic_string<char, std::char_traits"
  says_not "__invoke"
  says "#2 main $PWD/objects.cpp:37:" # where a thread was created, below the library
  json j.json "{'stack', 'global'} == {x['location']['kind'] for x in r['races']}"
  json j.json "any(x['location']['name'] == 'local' for x in r['races'])"
  json j.json "any(x['location']['name'] == 'second' for x in r['races'])"
  json j.json "all(f['function'] != 'start_thread' for x in r['races'] for a in x['accesses'] for f in a['stack'])"
  expect 0 "$omen" replay rec
  cmp -s native out || fail "$level: the replay printed something else"
done
done_testing
