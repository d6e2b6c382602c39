// A node is linked in before its payload is there.
// OMEN: maybe * NEW USE class single-ordering
// OMEN: verdict * LINK LOOK class spec-violated consequence crash
// OMEN: verdict * FILL USE class spec-violated consequence crash
#include <cstdio>
#include <thread>
struct node {
  int *payload;
};
static int value = 3;
static node *volatile list;
static volatile int sum;
static void put() {
  node *n = new node{nullptr}; // @NEW
  list = n;            // @LINK
  n->payload = &value; // @FILL
}
static void walk() {
  node *n = list;     // @LOOK
  if (n)
    sum = *n->payload; // @USE
}
int main() {
  std::thread a(put), b(walk);
  a.join();
  b.join();
  delete list;
}
