// The text of a string is held while the string gets a longer one.
// OMEN: incident use-after-free USE cause race * USE ASSIGN
// OMEN: or cause race * TAKE ASSIGN
// OMEN: verdict * USE ASSIGN class spec-violated consequence use-after-free
// OMEN: maybe * USE ASSIGN class k-witness-harmless
// OMEN: maybe * TAKE ASSIGN class k-witness-harmless
// OMEN: maybe * TAKE ASSIGN class spec-violated consequence use-after-free
// OMEN: levels O2
// OMEN: maybe * USE ASSIGN class single-ordering
#include <string>
#include <thread>
static std::string name = "a name that is too long to be inside the string itself";
static volatile char got;
static void use() {
  const char *text = name.c_str(); // @TAKE
  got = 0;
  got = text[3]; // @USE
}
static void assign() {
  name.append(200, 'x'); // @ASSIGN
}
int main() {
  std::thread a(use), b(assign);
  a.join();
  b.join();
}
