// Lazily made, perhaps twice; either will do.
// OMEN: verdict logger LOOK MAKE class k-witness-harmless
// OMEN: verdict logger USE MAKE class k-witness-harmless
// OMEN: verdict * FILL TELL class single-ordering
#include <cstdio>
#include <thread>

struct Logger {
  volatile int level;
  Logger() { level = 2; } // @FILL
};
static Logger *volatile logger;

static void work() {
  if (!logger)           // @LOOK
    logger = new Logger; // @MAKE
  Logger *mine = logger; // @USE
  std::printf("level %d\n",
              mine->level); // @TELL
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
