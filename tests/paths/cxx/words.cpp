// Words of a file's line, put together and taken apart as C++ programs do it.
// OMEN: file conf mode=slow color=red\n
// OMEN: symbolic file:conf
// OMEN: verdict table GROW USE class k-witness-harmless
// OMEN: multi table GROW USE class spec-violated consequence overflow
// OMEN: reveal file conf mode=fast color=red\n
// OMEN: input files["conf"].startswith(b"mode=fast")
#include <fstream>
#include <string>
#include <thread>
char small[4], large[64];
char *volatile table = small;
static unsigned at;
static void grow() {
  table = large; // @GROW
}
static void use() {
  char *mine = table; // @USE
  mine[at] = 1;
}
int main() {
  std::ifstream in("conf");
  std::string word, all;
  while (in >> word) all += word + ";";
  std::string::size_type eq = all.find('='), end = all.find(";");
  if (eq == std::string::npos || end < eq) return 0;
  std::string key = all.substr(0, eq), value = all.substr(eq + 1, end - eq - 1);
  if (key == "mode" && value == "fast") at = 4;
  std::thread a(grow), b(use);
  a.join();
  b.join();
}
