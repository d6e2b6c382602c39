// What calls write to a file is seen in its mappings: of all kinds, at any place, behind the old end.
// CALLS: not explored
#include "calls.h"
enum { PAGE = 4096, PAGES = 8 };
static char *shown, *private, *part;

static unsigned long sum(const char *p, size_t n) {
  unsigned long h = 0;
  for (size_t i = 0; i < n; i++) h = h * 31 + (unsigned char)p[i];
  return h;
}

static void show(const char *what, int fd) {
  struct stat st;
  fstat(fd, &st);
  size_t n = (size_t)(st.st_size + PAGE - 1) / PAGE * PAGE;
  P("%s: %ld %lx %lx %lx\n", what, (long)st.st_size, sum(shown, n), sum(private, n),
    n > PAGE ? sum(part, n - PAGE < 2 * PAGE ? n - PAGE : 2 * PAGE) : 0);
}

static char data[4 * PAGE];

int main(void) {
  race();
  for (size_t i = 0; i < sizeof data; i++) data[i] = (char)(i * 7 + i / 253);
  int fd = open("db", O_CREAT | O_RDWR | O_TRUNC, 0600), second = open("db", O_RDWR | O_APPEND);
  R(ftruncate(fd, 2 * PAGE));
  shown = mmap(NULL, PAGES * PAGE, PROT_READ, MAP_SHARED, fd, 0);
  private = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  part = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, PAGE);
  show("empty", fd);
  R(pwrite(fd, data, 100, 50));
  show("within", fd);
  R(pwrite(fd, data, 2 * PAGE, PAGE - 100)); // grows
  show("over the end", fd);
  R(pwrite(fd, data + 5, 300, 4 * PAGE + 17)); // a hole
  show("behind the end", fd);
  struct iovec iov[] = {{data + 1, 1000}, {data, 0}, {data + 7, PAGE}, {data + 100, 3}};
  R(lseek(fd, 200, SEEK_SET));
  R(writev(fd, iov, 4));
  show("writev", fd);
  R(pwritev(fd, iov, 4, 3 * PAGE + 1));
  R(pwritev2(fd, iov + 2, 2, 10, 0));
  show("pwritev", fd);
  R(write(fd, data + 900, 64));
  show("write", fd);
  R(write(second, "appended", 8));
  R(pwrite(second, "appended, too", 13, 0));
  show("append", fd);
  R(pwritev2(fd, iov + 2, 2, 10, RWF_APPEND));
  show("append this once", fd);
  int pipes[2];
  loff_t place = PAGE + 5;
  R(pipe(pipes));
  R(write(pipes[1], data, 200));
  R(splice(pipes[0], NULL, fd, &place, 150, 0));
  R(lseek(fd, 3 * PAGE - 20, SEEK_SET));
  R(splice(pipes[0], NULL, fd, NULL, 50, 0));
  show("from a pipe", fd);
  private[5 * PAGE - 1] = 'p'; // its page is its own from here on
  R(pwrite(fd, data + 33, 2 * PAGE, 3 * PAGE));
  show("a private page", fd);
  R(pwrite(fd, shown + 10, 3 * PAGE, 100)); // onto itself, and from there into the others
  show("from a mapping", fd);
  R(pwrite(fd, part, PAGE, PAGE + 40));
  show("from the other", fd);
  R(munmap(shown + PAGE, PAGE));
  R(mmap(shown + PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
    MAP_FAILED);
  R(pwrite(fd, data + 77, 3 * PAGE, 0));
  show("cut", fd);
  R(mprotect(part, PAGE, PROT_NONE));
  R(pwrite(fd, data + 99, 2 * PAGE, PAGE));
  R(mprotect(part, PAGE, PROT_READ));
  show("hidden for a while", fd);
  int copy = dup(fd);
  R(close(fd));
  R(pwrite(copy, "copy", 4, 2 * PAGE));
  show("by a copy", copy);
  R(ftruncate(copy, 100));
  show("shorter", copy); // the rest of the page is empty
  R(ftruncate(copy, 3 * PAGE));
  show("shorter and longer", copy);
  // Buffers that are not there.
  char *none = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  R(mprotect(none + PAGE, PAGE, PROT_NONE));
  R(pwrite(copy, none + PAGE, 10, 0));
  R(pwrite(copy, (void *)8, 10, 0));
  R(pwrite(copy, shown + 6 * PAGE, 10, 0)); // behind the end
  R(ftruncate(copy, 0));
  R(unlink("db"));
  return 0;
}
