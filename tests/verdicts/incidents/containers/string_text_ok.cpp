// A copy of the string is used.
// OMEN: no-incident
// OMEN: none
// OMEN: levels O2
#include <string>
#include <thread>
static std::string name = "a name that is too long to be inside the string itself";
static volatile char got;
static void use(const std::string &mine) { got = mine[3]; }
static void assign() { name.append(200, 'x'); }
int main() {
  std::string copy = name;
  std::thread a(use, std::cref(copy)), b(assign);
  a.join();
  b.join();
}
