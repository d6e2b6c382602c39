// memcpy into a global that is too small.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
static char title[18];
static const char text[] = "a text that is longer";
int main(void) {
  memcpy(title, text, 18 + (size_t)bad); // @BAD
  printf("%.18s\n", title);
  return 0;
}
