// A counter in a shared library that is loaded while the program runs.
// OMEN: module libcounter.so parts/counter.c
// OMEN: race count counter.c:COUNT:rw counter.c:COUNT:rw
// OMEN: twin dlopen_ok.c
#include "../corpus.h"
#include <dlfcn.h>
void (*add)(int);
void *worker(void *p) {
  add(1);
  return p;
}
int main(int argc, char **argv) {
  char path[4096];
  const char *slash = strrchr(argv[0], '/');
  snprintf(path, sizeof path, "%.*slibcounter.so", slash ? (int)(slash + 1 - argv[0]) : 0, argv[0]);
  void *lib = dlopen(path, RTLD_NOW);
  MUST(lib);
  add = (void (*)(int))dlsym(lib, "counter_add");
  MUST(add);
  both(worker, worker);
  return 0;
}
