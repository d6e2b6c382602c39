/* ioctl: newer commands say in their number how much they write, of older ones the common are listed. Of the
 * rest what changed near the argument is recorded, which may be less than was written; the report names them.
 */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/syscall.h"
#include "runtime/outcome_write.h"
#include <linux/ethtool.h>
#include <linux/fs.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termio.h>

enum { NOT_KNOWN = -1, NEAR = 256, PAGE = 4096, IFREQ = sizeof(struct ifreq) };

static int size_of(unsigned cmd) {
  switch (cmd) {
  case TCGETS:
  case TIOCGLCKTRMIOS: return 36;
  case TCGETA: return sizeof(struct termio);
  case TIOCGWINSZ: return sizeof(struct winsize);
  case FIONREAD:
  case TIOCGPGRP:
  case TIOCGSID:
  case TIOCOUTQ:
  case TIOCGETD:
  case TIOCMGET:
  case TIOCGSOFTCAR:
  case SIOCGPGRP:
  case SIOCATMARK:
  case BLKSSZGET:
  case BLKROGET: return 4;
  case BLKGETSIZE:
  case BLKRAGET: return 8;
  case SIOCGIFNAME:
  case SIOCGIFFLAGS:
  case SIOCGIFADDR:
  case SIOCGIFDSTADDR:
  case SIOCGIFBRDADDR:
  case SIOCGIFNETMASK:
  case SIOCGIFMETRIC:
  case SIOCGIFMTU:
  case SIOCGIFHWADDR:
  case SIOCGIFINDEX:
  case SIOCGIFTXQLEN:
  case SIOCGIFMAP: return IFREQ;
  case FIOCLEX:
  case FIONCLEX:
  case FIONBIO:
  case FIOASYNC:
  case TIOCSCTTY:
  case TIOCNOTTY:
  case TIOCEXCL:
  case TIOCNXCL:
  case TIOCSPGRP:
  case TIOCSWINSZ:
  case TCSBRK:
  case TCSBRKP:
  case TCFLSH:
  case TCXONC: return 0;
  }
  if (cmd >= TCSETS && cmd <= TCSETAF && cmd != TCGETA) return 0;
  if (!_IOC_DIR(cmd) && !_IOC_SIZE(cmd)) return NOT_KNOWN;
  return _IOC_DIR(cmd) & _IOC_READ ? (int)_IOC_SIZE(cmd) : 0;
}

/* Up to the end of its page: what follows need not be there. */
static size_t near(uint64_t addr) {
  uint64_t left = PAGE - addr % PAGE;
  return addr && omrt_page_readable(addr) ? (left < NEAR ? left : NEAR) : 0;
}

/* Memory that a command may write. Only what did change is recorded: the rest may be read-only, or what a
 * replay has of its own there (the word that guards a stack frame). */
struct seen {
  void *addr;
  size_t len;
  uint8_t before[NEAR];
};

static void look(struct seen *s, uint64_t addr) {
  *s = (struct seen){.addr = (void *)addr, .len = near(addr)};
  memcpy(s->before, s->addr, s->len);
}

static int changed(const struct seen *s, struct omrt_piece *out) {
  const uint8_t *now = s->addr;
  size_t from = 0, to = s->len;
  while (from < to && s->before[from] == now[from]) from++;
  while (from < to && s->before[to - 1] == now[to - 1]) to--;
  *out = (struct omrt_piece){(void *)(now + from), to - from};
  return from < to;
}

/* These two have a pointer in their argument. */
static uint64_t behind(unsigned cmd, const void *arg) {
  const struct ifreq *r = arg;
  return cmd == SIOCETHTOOL ? (uintptr_t)r->ifr_data : 0;
}
static int list_of_interfaces(const struct ifconf *c, struct omrt_piece *out) {
  if (!c->ifc_buf || c->ifc_len <= 0) return 0;
  *out = (struct omrt_piece){c->ifc_buf, (size_t)c->ifc_len};
  return 1;
}

static void name(unsigned cmd) {
  enum { MOST = 64 };
  static unsigned named[MOST], n;
  for (unsigned i = 0; i < n; i++)
    if (named[i] == cmd) return;
  if (n == MOST || cmd == SIOCGIFCONF || cmd == SIOCETHTOOL) return;
  named[n++] = cmd;
  omrt_note(
      "command 0x%x of ioctl is not known to Omen: passed through, recorded is what it changed near its "
      "argument",
      cmd);
}

static int64_t old_command(int nr, const uint64_t a[6]) {
  static struct seen argument, data;
  struct omrt_piece pieces[3];
  unsigned cmd = (unsigned)a[1];
  look(&argument, a[2]);
  look(&data, argument.len >= IFREQ ? behind(cmd, argument.addr) : 0);
  omrt_world.before(nr, a);
  int64_t ret = OMRT_SYS3(nr, a[0], a[1], a[2]);
  int n = changed(&argument, pieces);
  n += changed(&data, pieces + n);
  if (!ret && cmd == SIOCGIFCONF) n += list_of_interfaces((void *)a[2], pieces + n);
  if (ret >= 0) name(cmd);
  omrt_log_call(nr, a[0], ret, pieces, n);
  return ret;
}

OMRT_CALL(ioctl) {
  int size = size_of((unsigned)a[1]);
  char pieces[16] = "";
  if (size == NOT_KNOWN && omrt_mode.performs) return old_command(nr, a);
  if (size > 0) omrt_fmt(pieces, sizeof pieces, "2=%u", (unsigned)size);
  return omrt_call_recorded(nr, a, pieces);
}
