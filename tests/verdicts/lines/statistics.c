// What a server says of itself at the end: one of many free numbers is lost by a race.
// OMEN: verdict hits COUNT COUNT class output-differs consequence output
#include "lines.h"
int hits, last, of[TALKERS][3];
void *count(void *p) {
  hits++; // @COUNT
  return p;
}
void *noise(void *p) {
  for (int i = 0; i < 3; i++) of[(intptr_t)p][i] = next_number();
  return p;
}
int main(void) {
  all(count, count, noise);
  for (int i = 0; i < TALKERS; i++) printf("STAT thread %d %d %d %d\n", i, of[i][0], of[i][1], of[i][2]);
  printf("STAT hits %d\n", hits);
  return 0;
}
