// "debug": true among the settings prints what the other thread does.
// OMEN: file settings.json {"debug": false}
// OMEN: symbolic file:settings.json
// OMEN: verdict state SET TELL class k-witness-harmless
// OMEN: multi state SET TELL class output-differs consequence output
// OMEN: reveal file settings.json {"debug": true}
// OMEN: input b'"debug": true' in files["settings.json"]
#include "../../corpus/corpus.h"
volatile int state;
static int debug;
void *setter(void *p) {
  state = 2; // @SET
  return p;
}
void *teller(void *p) {
  int now = state; // @TELL
  if (debug) printf("state %d\n", now);
  return p;
}
int main(void) {
  char text[64] = "";
  FILE *f = fopen("settings.json", "r");
  if (!f || !fgets(text, sizeof text, f)) return 2;
  fclose(f);
  const char *key = strstr(text, "\"debug\": ");
  debug = key && !strncmp(key + 9, "true", 4);
  both(setter, teller);
  return 0;
}
