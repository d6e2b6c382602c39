/* Tells the command that records a server when the server can be reached: record/client.h. The first socket
 * that listens counts, or the first that takes single messages at an address that the program chose. */
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/syscall.h"
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static bool takes_messages(uint64_t fd) {
  int type = 0, len = sizeof type;
  long bad = omrt_sys(SYS_getsockopt, (long)fd, SOL_SOCKET, SO_TYPE, (long)&type, (long)&len, 0);
  return !bad && type == SOCK_DGRAM;
}

/* A client binds its socket to any port, or to none. */
static bool chosen(const uint64_t a[6]) {
  const struct sockaddr_in *in = (const void *)a[1];
  bool internet = in->sin_family == AF_INET || in->sin_family == AF_INET6; /* the port is at the same place */
  return a[2] >= 4 && internet && in->sin_port;
}

/* Renamed into place, so that it is whole when it is there. */
static void tell(uint64_t fd) {
  struct sockaddr_storage address;
  int len = sizeof address;
  char part[600], path[600];
  if (OMRT_SYS3(SYS_getsockname, fd, &address, &len) < 0) return;
  omrt_fmt(part, sizeof part, "%s/listening.part", omrt_config->dir);
  omrt_fmt(path, sizeof path, "%s/listening", omrt_config->dir);
  long file = OMRT_SYS4(SYS_openat, AT_FDCWD, part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return;
  OMRT_SYS3(SYS_write, file, &address, (size_t)len < sizeof address ? (size_t)len : sizeof address);
  OMRT_SYS1(SYS_close, file);
  OMRT_SYS2(SYS_rename, part, path);
}

void omrt_listening_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  static bool told;
  if (told || ret < 0 || !(omrt_config->flags & OMEN_FLAG_TELLS_LISTEN) || !omrt_mode.performs) return;
  bool binds = c->fds == OMRT_FDS_BINDS && takes_messages(a[0]) && chosen(a);
  if (c->fds != OMRT_FDS_LISTENS && !binds) return;
  told = true;
  tell(a[0]);
}
