// std::mutex is unlocked that is not locked.
// OMEN: defect unlock-not-held
#include "../defects.h"
#include <mutex>
static std::mutex m;
int main() {
  if (!bad) m.lock();
  m.unlock(); // @BAD
  puts("done");
  return 0;
}
