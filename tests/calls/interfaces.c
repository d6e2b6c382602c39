// CALLS: not explored: the world in memory has no network interfaces.
// Commands of ioctl that do not say in their number what they write, some of it behind pointers; netlink.
#include "calls.h"
#include <ifaddrs.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netdb.h>
int main(void) {
  char name[IF_NAMESIZE] = "";
  for (unsigned i = 1; i < 6; i++)
    P("%u %s %u\n", i, if_indextoname(i, name) ? name : "-", if_nametoindex(name));
  struct ifaddrs *all;
  R(getifaddrs(&all));
  for (struct ifaddrs *p = all; p; p = p->ifa_next)
    P("%s %d\n", p->ifa_name, p->ifa_addr ? p->ifa_addr->sa_family : -1);
  freeifaddrs(all);
  struct addrinfo *found, hints = {.ai_flags = AI_NUMERICHOST};
  R(getaddrinfo("fe80::1%lo", 0, &hints, &found));
  int fd = socket(AF_INET, SOCK_DGRAM, 0), mark = 7;
  static char room[4096];
  struct ifconf list = {.ifc_len = sizeof room, .ifc_buf = room};
  R(ioctl(fd, SIOCGIFCONF, &list));
  for (struct ifreq *r = list.ifc_req; (char *)r < room + list.ifc_len; r++)
    P("%s %d\n", r->ifr_name, r->ifr_addr.sa_family);
  struct ifreq one = {.ifr_name = "lo"};
  R(ioctl(fd, SIOCGIFFLAGS, &one));
  P("%x\n", one.ifr_flags);
  R(ioctl(fd, SIOCGIFMTU, &one));
  P("%d\n", one.ifr_mtu);
  struct ethtool_value link = {.cmd = ETHTOOL_GLINK};
  one.ifr_data = (void *)&link;
  R(ioctl(fd, SIOCETHTOOL, &one));
  P("%u\n", link.data);
  R(ioctl(fd, SIOCGIFFLAGS, NULL));
  R(ioctl(fd, 0x8999, "read-only"));
  int tcp = socket(AF_INET, SOCK_STREAM, 0);
  R(ioctl(tcp, SIOCATMARK, &mark));
  P("%d\n", mark);
  return 0;
}
