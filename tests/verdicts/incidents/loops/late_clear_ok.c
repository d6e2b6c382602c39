// The fifth is put aside, not away.
// OMEN: no-incident
// OMEN: verdict box CHECK CLEAR class k-witness-harmless
// OMEN: verdict box CLEAR USE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
int value = 7, nothing, sum;
int *volatile box[6];
void *user(void *arg) {
  for (int i = 0; i < 6; i++)
    if (box[i])       // @CHECK
      sum += *box[i]; // @USE
  return arg;
}
void *clearer(void *arg) {
  for (int i = 0; i < 6; i++) box[i] = i == 4 ? &nothing : &value; // @CLEAR
  return arg;
}
int main(void) {
  for (int i = 0; i < 6; i++) box[i] = &value;
  both(user, clearer);
  return 0;
}
