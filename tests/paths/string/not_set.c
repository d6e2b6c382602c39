// Without HOME_DIR in the environment's value the default is the other thread's, if it is there.
// OMEN: env HOME_DIR=/home/a
// OMEN: symbolic env:HOME_DIR
// OMEN: verdict fallback SET USE class k-witness-harmless
// OMEN: multi fallback SET USE class spec-violated consequence crash
// OMEN: reveal env HOME_DIR=
// OMEN: input not env.get("HOME_DIR")
#include "../../corpus/corpus.h"
const char *volatile fallback;
static const char *home;
void *setter(void *p) {
  fallback = "/root"; // @SET
  return p;
}
void *user(void *p) {
  const char *other = fallback; // @USE
  if (!home || !home[0]) home = other;
  if (home[0] == '/') puts("absolute");
  return p;
}
int main(void) {
  home = getenv("HOME_DIR");
  both(setter, user);
  return 0;
}
