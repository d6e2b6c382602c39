// A 'once' made by hand with a plain static flag and an atomic counter; the loser goes on before the winner is ready.
// OMEN: verdict engine PUT USE class spec-violated consequence crash
// The engine is found by its pointer alone: its power is never read before it is there.
// OMEN: verdict power FILL USE class single-ordering
#include <atomic>
#include <cstdio>
#include <thread>
struct Engine {
  int power = 9; // @FILL
};
static std::atomic<int> turn{0};
static Engine *volatile engine;
static int sum;
static std::atomic<int> total{0};
static void start() {
  if (turn.fetch_add(1, std::memory_order_relaxed) == 0)
    engine = new Engine; // @PUT
  total += engine->power; // @USE
}
int main() {
  std::thread a(start), b(start);
  a.join();
  b.join();
  sum = total;
  std::printf("%d\n", sum);
  delete engine;
}
