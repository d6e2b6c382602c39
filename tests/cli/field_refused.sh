#!/bin/bash
# Where the kernel refuses what the client needs (seccomp), it says so, patches nothing, and the program goes on.
# rooms: field, quick
. "$(dirname "$0")/cc_common"
CLIENT=$(dirname "$OMEN")/../lib/omen/libomen-field.so
cat >prog.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
static int shared;
static void refuse(unsigned number) {
  struct sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                               BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                               BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog filter = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) exit(9);
}
static void *work(void *unused) {
  for (int i = 0; i < 1000; i++) shared = i; // the site
  return unused;
}
int main(int argc, char **argv) {
  pthread_t t[2];
  if (argc > 1) refuse((unsigned)atoi(argv[1]));
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", shared);
  return 0;
}
END
site=$(grep -n '// the site' prog.c | cut -d: -f1)
printf '{"candidates":[{"id":"c","accesses":[%s,%s]}]}\n' {,}"{\"op\":\"write\",\"file\":\"prog.c\",\"line\":$site}" >candidates.json
check "build" "$OMEN" cc -O0 prog.c -o prog
check "ship" "$OMEN" ship prog --candidates candidates.json -o out
run() { # WHAT EXPECTED-NOTE ARGUMENT...
  rm -f results
  same "$1: output" 999 "$(OMEN_TASKS=out.tasks OMEN_RESULTS=results LD_PRELOAD=$CLIENT timeout 20 ./out "${@:3}")"
  grep -q "$2" results || fail "$1: $(cat results)"
}
run "nothing is refused" '"task":"c".*"hits":[1-9]'
run "membarrier" '"note":"cannot patch","why":"membarrier' 324
grep -q '"hits":[1-9]' results && fail "membarrier: sites were reached"
run "unshare" '"note":"cannot patch","why":"descriptors' 272
run "pwrite64" '"note":"cannot patch","why":"code cannot be written' 18
finish
