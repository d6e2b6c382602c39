// A plain flag ends a loop; how many rounds there were nobody is told.
// OMEN: verdict stop LOOP STOP class k-witness-harmless
#include <cstdio>
#include <thread>

static volatile bool stop;

int main() {
  long rounds = 0;
  std::thread worker([&rounds] {
    while (!stop) { // @LOOP
      rounds++;
      std::this_thread::yield();
    }
  });
  stop = true; // @STOP
  worker.join();
  std::puts(rounds >= 0 ? "stopped" : "never");
}
