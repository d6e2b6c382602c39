// SCAN: race text
#include "scan.h"
char text[] = "a b c";
static void *work(void *x) { char *rest, *w = strtok_r(text, " ", &rest); while (w) { w[0]++; w = strtok_r(0, " ", &rest); } return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); text[4]++; pthread_join(t, 0); return 0; }
