// Figure 8 (c) of the Portend paper (memcached): the racing value is kept, and printed later from elsewhere.
// OMEN: verdict current_time A B class output-differs consequence output
#include "../../corpus/corpus.h"
int current_time = 100;
struct {
  int oldest_live;
} settings;
void *clock_handler(void *p) {
  current_time = 150; // @A
  return p;
}
void *flush(void *p) {
  settings.oldest_live = current_time - 1; // @B
  return p;
}
int main(void) {
  both(clock_handler, flush);
  printf("STAT oldest %d\n", settings.oldest_live);
  return 0;
}
