// A call that is not seen is left by an exception; later ones of its thread are ordered all the same.
// OMEN: none
// OMEN: exclude missing*
#include "../corpus.h"
#include <atomic>
#include <stdexcept>
static std::atomic<int> ready;
static int data;
NOINLINE static void missing_throw(std::atomic<int> *p) {
  if (!*p) throw std::runtime_error("not yet");
}
NOINLINE static void missing_set(std::atomic<int> *p) { *p = 1; }
NOINLINE static void missing_wait(std::atomic<int> *p) {
  while (!*p) {
  }
}
static void *first(void *arg) {
  try {
    missing_throw(&ready);
  } catch (const std::exception &) {
  }
  data = 1;
  missing_set(&ready);
  return arg;
}
static void *second(void *arg) {
  missing_wait(&ready);
  data++;
  return arg;
}
int main() {
  both(first, second);
  printf("%d\n", data);
}
