// Random calls on files, pipes and the like, before and after a race: what each gave is printed. The recorded
// run has it from the kernel, an exploration from its own world; they must not differ.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
int x;
static uint64_t state;
static unsigned rnd(unsigned n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % n;
}
static const char *const names[] = {"a",   "b",      "c",    "d",     "d/a", "d/b", "e",
                                    "e/c", "e/../a", "./d/", "d/l/x", "l",   "e/",  "nothere/a"};
static const char *name(void) { return names[rnd(sizeof names / sizeof *names)]; }
static int fds[12] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
static char buf[20000];
static void show(const char *op, long ret, const char *what) {
  if (ret < 0)
    printf("%s %s: %s\n", op, what, strerror(errno));
  else
    printf("%s %s: %ld\n", op, what, ret);
}
static void show_data(long n) {
  uint64_t h = 0;
  for (long i = 0; i < n; i++) h = h * 31 + (unsigned char)buf[i];
  if (n > 0) printf("  data %lx\n", h);
}
static void show_stat(int bad, const struct stat *st) {
  if (bad) return;
  if (S_ISDIR(st->st_mode))
    printf("  folder %o\n", st->st_mode);
  else
    printf("  %o %ld %ld\n", st->st_mode, (long)st->st_nlink, (long)st->st_size);
}
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void list(const char *path) {
  DIR *d = opendir(path);
  show("list", d ? 0 : -1, path);
  if (!d) return;
  char *found[64];
  int n = 0;
  for (struct dirent *e; (e = readdir(d)) && n < 64;) {
    char text[300];
    snprintf(text, sizeof text, "%s %d", e->d_name, e->d_type);
    found[n++] = strdup(text);
  }
  qsort(found, n, sizeof *found, compare);
  for (int i = 0; i < n; i++) {
    printf("  %s\n", found[i]);
    free(found[i]);
  }
  closedir(d);
}
static void open_one(int *slot) {
  static const int modes[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR};
  int flags = modes[rnd(4)] | (rnd(2) ? O_CREAT : 0) | (rnd(6) ? 0 : O_EXCL) | (rnd(4) ? 0 : O_TRUNC) |
              (rnd(4) ? 0 : O_APPEND) | (rnd(12) ? 0 : O_DIRECTORY) | (rnd(12) ? 0 : O_NOFOLLOW);
  const char *path = name();
  if (*slot >= 0) close(*slot);
  if ((flags & O_DIRECTORY) && (flags & O_CREAT)) flags &= ~O_CREAT;
  *slot = open(path, flags | O_NONBLOCK, 0600 + rnd(64));
  show("open", *slot, path);
  if (*slot >= 0) printf("  flags %x\n", fcntl(*slot, F_GETFL));
}
static void descriptor(int *slot) {
  struct stat st;
  int fd = *slot, n = (int)rnd(5000), k;
  struct iovec iov[2] = {{buf, (size_t)n / 2}, {buf + n / 2, (size_t)n - (size_t)n / 2}};
  char text[40];
  snprintf(text, sizeof text, "%d", fd);
  for (int i = 0; i < n; i++) buf[i] = (char)rnd(256);
  switch (rnd(17)) {
  case 0:
    k = (int)read(fd, buf, n);
    show("read", k, text);
    show_data(k);
    break;
  case 1: show("write", write(fd, buf, n), text); break;
  case 2:
    k = (int)pread(fd, buf, n, rnd(9000));
    show("pread", k, text);
    show_data(k);
    break;
  case 3: show("pwrite", pwrite(fd, buf, n, rnd(9000)), text); break;
  case 4: /* in a folder it is the file system's own affair */
    k = (int)rnd(3);
    if (fstat(fd, &st) || !S_ISDIR(st.st_mode)) show("lseek", lseek(fd, (long)rnd(9000) - 500, k), text);
    break;
  case 5: show("ftruncate", ftruncate(fd, rnd(9000)), text); break;
  case 6:
    k = fstat(fd, &st);
    show("fstat", k, text);
    show_stat(k, &st);
    break;
  case 7:
    k = (int)readv(fd, iov, 2);
    show("readv", k, text);
    show_data(k);
    break;
  case 8: show("writev", writev(fd, iov, 2), text); break;
  case 9:
    show("close", close(fd), text);
    *slot = -1;
    break;
  case 10: {
    int *other = &fds[rnd(8)];
    if (*other >= 0) close(*other);
    *other = dup(fd);
    show("dup", *other, text);
    break;
  }
  case 11: show("fchmod", fchmod(fd, rnd(512)), text); break;
  case 12: show("setfl", fcntl(fd, F_SETFL, O_NONBLOCK | (rnd(2) ? O_APPEND : 0)), text); break;
  case 13: show("fallocate", fallocate(fd, rnd(2), rnd(4000), 1 + rnd(9000)), text); break;
  case 14: show("flock", flock(fd, LOCK_NB | (rnd(2) ? LOCK_EX : rnd(2) ? LOCK_SH : LOCK_UN)), text); break;
  case 15: {
    char *m = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, fd, 0);
    show("mmap", m == MAP_FAILED ? -1 : 0, text);
    if (m != MAP_FAILED && !fstat(fd, &st)) {
      k = st.st_size < 8192 ? (int)st.st_size : 8192;
      memcpy(buf, m, k);
      show_data(k);
    }
    if (m != MAP_FAILED) munmap(m, 8192);
    break;
  }
  case 16: {
    int *other = &fds[rnd(8)];
    loff_t at = rnd(100);
    k = (int)copy_file_range(fd, &at, *other, NULL, rnd(3000), 0);
    if (k >= 0 || errno != EINVAL) show("copy", k, text);
    break;
  }
  }
}
static void by_name(void) {
  struct stat st;
  const char *p = name(), *q = name();
  char both[80];
  int k;
  snprintf(both, sizeof both, "%s %s", p, q);
  switch (rnd(16)) {
  case 0:
    k = stat(p, &st);
    show("stat", k, p);
    show_stat(k, &st);
    break;
  case 1:
    k = lstat(p, &st);
    show("lstat", k, p);
    show_stat(k, &st);
    break;
  case 2: show("unlink", unlink(p), p); break;
  case 3: show("rename", rename(p, q), both); break;
  case 4: show("mkdir", mkdir(p, 0700), p); break;
  case 5: show("rmdir", rmdir(p), p); break;
  case 6: show("link", link(p, q), both); break;
  case 7: show("symlink", symlink(rnd(2) ? "../a" : "e", p), p); break;
  case 8:
    k = (int)readlink(p, buf, 100);
    show("readlink", k, p);
    show_data(k);
    break;
  case 9: show("truncate", truncate(p, rnd(9000)), p); break;
  case 10: show("chmod", chmod(p, rnd(512)), p); break;
  case 11: list(p); break;
  case 12: show("access", access(p, rnd(8)), p); break;
  case 13: show("noreplace", renameat2(AT_FDCWD, p, AT_FDCWD, q, 1 + rnd(2)), both); break;
  case 14: show("unlinkat", unlinkat(AT_FDCWD, p, rnd(2) ? AT_REMOVEDIR : 0), p); break;
  case 15: {
    struct timespec t[2] = {{5, 0}, {rnd(100), 0}};
    show("utimens", utimensat(AT_FDCWD, p, t, 0), p);
    if (!stat(p, &st)) printf("  mtime %ld\n", (long)st.st_mtime);
    break;
  }
  }
}
static int ends[8], queue;
static void make_streams(void) {
  if (pipe2(ends, O_NONBLOCK) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends + 2) ||
      socketpair(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0, ends + 4))
    exit(9);
  ends[6] = eventfd(0, EFD_NONBLOCK);
  ends[7] = eventfd(3, EFD_NONBLOCK | EFD_SEMAPHORE);
  queue = epoll_create1(0);
  for (int i = 0; i < 8; i++)
    epoll_ctl(queue, EPOLL_CTL_ADD, ends[i],
              &(struct epoll_event){.events = EPOLLIN, .data.u32 = (unsigned)i});
}
static void streams(void) {
  int i = (int)rnd(8), n = 1 + (int)rnd(3000), k;
  struct pollfd p[8];
  struct epoll_event e[16];
  char text[20];
  snprintf(text, sizeof text, "end %d", i);
  switch (rnd(7)) {
  case 0:
  case 1:
    for (k = 0; k < n; k++) buf[k] = (char)rnd(7);
    if (i >= 6) {
      n = 8;
      memset(buf, 0, 8);
      buf[0] = (char)rnd(5);
    }
    show("put", write(ends[i], buf, n), text);
    break;
  case 2:
  case 3:
    k = (int)read(ends[i], buf, i >= 6 ? 8 : n);
    show("get", k, text);
    show_data(k);
    break;
  case 4:
    for (k = 0; k < 8; k++) p[k] = (struct pollfd){.fd = ends[k], .events = POLLIN | POLLOUT};
    k = poll(p, 8, 0);
    show("poll", k, "");
    for (k = 0; k < 8; k++) printf("%x ", p[k].revents);
    puts("");
    break;
  case 5: {
    k = epoll_wait(queue, e, 16, 0);
    unsigned seen[8] = {0};
    for (int m = 0; m < k; m++) seen[e[m].data.u32] = e[m].events;
    show("epoll", k, "");
    for (int m = 0; m < 8; m++) printf("%x ", seen[m]);
    puts("");
    break;
  }
  case 6:
    if (i < 6) {
      k = (int)recv(ends[i], buf, n, MSG_PEEK);
      show("peek", k, text);
      show_data(k);
    }
    break;
  }
}
static void calls(int n) {
  while (n--) switch (rnd(8)) {
    case 0: open_one(&fds[rnd(8)]); break;
    case 1:
    case 2: by_name(); break;
    case 3: streams(); break;
    case 4:
      if (!rnd(30))
        list(".");
      else
        descriptor(&fds[rnd(8)]);
      break;
    default: descriptor(&fds[rnd(8)]);
    }
}
static void *one(void *p) {
  x = 1;
  return p;
}
static void *two(void *p) {
  x = 2;
  return p;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  state = (uint64_t)atoi(argv[1]) * 77777 + 1;
  make_streams();
  calls(atoi(argv[2]));
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  calls(atoi(argv[3]));
  list(".");
  list("d");
  list("e");
  printf("x %d\n", x);
  return 0;
}
