// A line of standard input is compared with a word, by std::string.
// OMEN: stdin guess\n
// OMEN: symbolic stdin
// OMEN: verdict page BRING LOOK class k-witness-harmless
// OMEN: multi page BRING LOOK class spec-violated consequence crash
// OMEN: reveal stdin tulip\n
// OMEN: input stdin.split(b"\n")[0] == b"tulip"
#include <cstdio>
#include <iostream>
#include <string>
#include <thread>
int secret = 5;
int *volatile page;
static bool allowed;
static void bring() {
  page = &secret; // @BRING
}
static void look() {
  int *mine = page; // @LOOK
  if (allowed) printf("%d\n", *mine);
}
int main() {
  std::string line;
  std::getline(std::cin, line);
  allowed = line == "tulip";
  std::thread a(bring), b(look);
  a.join();
  b.join();
}
