/* The agent: packets both ways, and the page (field/page.h). Tasks come as a task file has them, results go
 * as lines. Without it, or when it is gone, the program goes on, and so do the tasks that are there. The
 * helper alone. */
#include "field/client/client.h"
#include "field/page.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

char omenf_agent_path[108];
static int agent = -1;
static struct omen_field_page *page;
static uint32_t list; /* the last one that was read */

static void gone(void) {
  close(agent);
  agent = -1;
}

void omenf_agent_send(const char *text, size_t n) {
  if (agent >= 0 && send(agent, text, n, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN &&
      errno != EINTR)
    gone();
}

/* A page that could become smaller would be a fault in the program's own process. */
static void take_page(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  off_t size = lseek(fd, 0, SEEK_END);
  if (!page && seals >= 0 && (seals & F_SEAL_SHRINK) && size == OMEN_PAGE_SIZE) {
    void *p = mmap(NULL, OMEN_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p != MAP_FAILED) page = p;
  }
  if (page && (memcmp(page->magic, OMEN_PAGE_MAGIC, 8) || page->version != OMEN_PAGE_VERSION)) page = NULL;
  close(fd);
}

static ssize_t receive(char *text, size_t most, int flags) {
  _Alignas(struct cmsghdr) char room[CMSG_SPACE(sizeof(int))];
  struct iovec part = {text, most};
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  ssize_t n = recvmsg(agent, &m, flags | MSG_CMSG_CLOEXEC);
  struct cmsghdr *c = n > 0 ? CMSG_FIRSTHDR(&m) : NULL;
  if (c && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS &&
      c->cmsg_len == CMSG_LEN(sizeof(int))) {
    int fd;
    memcpy(&fd, CMSG_DATA(c), sizeof fd);
    take_page(fd);
  }
  return n;
}

static void say_hello(void) {
  char hello[128];
  int n = snprintf(hello, sizeof hello, "hello %d %016llx %.60s\n", (int)getpid(),
                   (unsigned long long)omenf_sites.modules[0].text_hash, program_invocation_short_name);
  omenf_agent_send(hello, (size_t)n < sizeof hello ? (size_t)n : sizeof hello);
}

bool omenf_agent_open(const char *path) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  struct timeval most = {.tv_usec = 200000};
  if (strlen(path) >= sizeof a.sun_path) return false;
  strcpy(a.sun_path, path);
  agent = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (agent < 0) return false;
  setsockopt(agent, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
  setsockopt(agent, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most); /* an agent that accepts nobody */
  if (connect(agent, (const void *)&a, sizeof a)) {
    gone();
    return false;
  }
  say_hello();
  return agent >= 0;
}

/* The list as it was at one moment; 0: it is written just now, or the same as before. */
static size_t read_page(char *text) {
  uint32_t now = atomic_load(&page->list);
  if (now == list || now & 1) return 0;
  uint32_t size = page->size;
  if (size > OMEN_PAGE_TEXT) return 0;
  memcpy(text, page->text, size);
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load(&page->list) != now) return 0;
  list = now;
  return size;
}

bool omenf_agent_tasks(bool first) {
  static char text[1 << 14];
  ssize_t n = agent < 0 ? -1 : receive(text, sizeof text, first ? 0 : MSG_DONTWAIT);
  if (n == 0 && agent >= 0) gone();
  if (page && agent >= 0) n = (ssize_t)read_page(text);
  if (n > 0) omenf_tasks_read(text, (size_t)n);
  return n > 0;
}

void omenf_agent_status(uint64_t cpu_us, uint64_t spent_us, bool armed) {
  uint64_t hits = 0;
  uint32_t tasks = 0;
  if (!page) return;
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    hits += omenf_tasks[i].hits;
    tasks += !omenf_tasks[i].off;
  }
  atomic_store(&page->cpu_us, cpu_us);
  atomic_store(&page->spent_us, spent_us);
  atomic_store(&page->hits, hits);
  atomic_store(&page->patches, omenf_patches);
  atomic_store(&page->waited_us, omenf_waited_us);
  atomic_store(&page->tasks, tasks);
  atomic_store(&page->armed, armed);
}
