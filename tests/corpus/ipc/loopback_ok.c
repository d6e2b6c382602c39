// Both ends of the connections are in the program: who reads comes after who wrote, whatever the address is called.
// OMEN: none
#include "connections.h"
#include <netdb.h>
#include <sys/un.h>
static int value, from, to, named_value, named_from, named_to;
static void *writes(void *arg) {
  value = 1;
  put(to);
  named_value = 1;
  put(named_to);
  return arg;
}
static void *reads(void *arg) {
  take(from);
  MUST(value == 1);
  take(named_from);
  MUST(named_value == 1);
  return arg;
}
static void by_name(void) {
  char folder[] = "/tmp/omen-corpus-XXXXXX";
  struct sockaddr_un whole = {.sun_family = AF_UNIX}, part = {.sun_family = AF_UNIX, .sun_path = "s"};
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  MUST(mkdtemp(folder) && !chdir(folder));
  snprintf(whole.sun_path, sizeof whole.sun_path, "%s/s", folder);
  MUST(!bind(listener, (void *)&part, sizeof part) && !listen(listener, 1));
  named_to = socket(AF_UNIX, SOCK_STREAM, 0);
  MUST(!connect(named_to, (void *)&whole, sizeof whole));
  MUST((named_from = accept(listener, NULL, NULL)) >= 0);
  MUST(!unlink("s") && !chdir("/") && !rmdir(folder));
}
int main(void) {
  struct sockaddr_in at;
  int listener = listens(&at);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1); // 127.0.0.2 is the same machine, but nobody listens there
  int refused = socket(AF_INET, SOCK_STREAM, 0);
  MUST(connect(refused, (void *)&at, sizeof at));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  to = connects(&at);
  MUST((from = accept(listener, NULL, NULL)) >= 0);
  by_name();
  both(writes, reads);
  return 0;
}
