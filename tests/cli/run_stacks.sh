#!/usr/bin/env bash
# Stacks are read with care: words that point to the edges of segments, holes between them, and stacks of the
# program's own making.
# rooms: runtime/fiber runtime/shadow, quick
. "$(dirname "$0")/run_common"
cat >words.c <<'C'
/* A library function without frame pointers (bsearch) calls back; who called it cannot be told, as it was called through a
 * pointer, so all words up there are looked at. */
#include <elf.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
extern const Elf64_Ehdr __ehdr_start;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int calls;
#ifndef PAD
#define PAD 1
#endif
/* In a section of its own, and so without a gap behind it. */
__attribute__((used, section(".rodata.pad"))) static const char pad[PAD] = {1};
#if FUNCTIONS & 1 /* what describes them moves the end by other steps than the array does */
__attribute__((used)) static int one(int n) { return n + 1; }
#endif
#if FUNCTIONS & 2
__attribute__((used)) static int two(int n) { return n + 2; }
__attribute__((used)) static int three(int n) { return n + 3; }
#endif
static int compare(const void *a, const void *b) {
  pthread_mutex_lock(&m);
  calls++;
  pthread_mutex_unlock(&m);
  return *(const int *)a - *(const int *)b;
}
static void *(*volatile find)(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)) = bsearch;
static void with(uintptr_t word, int n) {
  volatile uintptr_t words[16];
  int two[2] = {1, 2};
  for (int i = 0; i < 16; i++) words[i] = word + (uintptr_t)(i % 3 - 1) * (uintptr_t)n;
  find(two, two, 2, sizeof *two, compare);
}
int main(void) {
  const Elf64_Phdr *ph = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);
  uintptr_t base = (uintptr_t)&__ehdr_start - (ph[0].p_type == PT_PHDR ? ph[0].p_vaddr - ph[0].p_offset : 0);
  for (int i = 0; i < __ehdr_start.e_phnum; i++)
    for (int n = 0; ph[i].p_type == PT_LOAD && n < 20; n++) {
      with(base + ph[i].p_vaddr, n);
      with(base + ph[i].p_vaddr + ph[i].p_memsz, n);
    }
  return calls == 0;
}
C
# Where the read-only part ends with its page, the linker leaves a page out before the code.
edges() { # end of the first segment, start of the second
  readelf -lW words.rec/program | awk '$1 == "LOAD" { print $3, $5 }' | {
    read -r lo size && read -r next _
    echo $((lo + size)) $((next))
  }
}
hole() { [ $((next / 4096)) -gt $(((end - 1) / 4096 + 1)) ]; }
for functions in 0 1 2 3; do
  pad=4096
  for again in 0 1; do
    rm -rf words.rec
    compile words -O0 -DPAD="$pad" -DFUNCTIONS="$functions"
    expect 0 "$omen" run -o words.rec --quiet -- ./words
    expect 0 "$omen" replay --quiet words.rec
    read -r end next < <(edges)
    [ $again = 1 ] || pad=$((4096 + (4096 - end % 4096) / 16 * 16))
  done
  hole && break
done
hole || fail "no hole before the code: $end $next"

cat >coroutine.c <<'C'
/* A stack from malloc, below everything else, with a frame pointer that points nowhere. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static ucontext_t here, there;
static void lock(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}
static void body(void) {
  for (unsigned long wild = 0x600000000000; wild < 0x7ffff0000000; wild += 0x010000000000)
    __asm__ volatile("push %%rbp; push %%rbp; mov %0, %%rbp; mov %%rsp, %%rbx; and $-16, %%rsp; call *%1; mov %%rbx, %%rsp;"
                     "pop %%rbp; pop %%rbp" ::"r"(wild), "r"(lock)
                     : "rbx", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory");
  swapcontext(&there, &here);
}
int main(void) {
  size_t size = 64 << 10;
  getcontext(&there);
  there.uc_stack.ss_sp = malloc(size);
  there.uc_stack.ss_size = size;
  makecontext(&there, body, 0);
  swapcontext(&here, &there);
  puts("back");
  return 0;
}
C
compile coroutine -O1
expect 0 "$omen" run -o co.rec --quiet -- ./coroutine
prints "back"
expect 0 "$omen" replay --quiet co.rec

cat >guard.c <<'C'
/* Dies with a frame pointer that points to memory which is there, but which nobody may read. */
#include <pthread.h>
#include <sys/mman.h>
static void *one(void *guard) {
  __asm__ volatile("mov %0, %%rbp; movb (%%rbp), %%al" ::"r"(guard) : "memory", "rax");
  return guard;
}
int main(void) {
  void *guard = mmap(0, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t; /* its stack comes below */
  pthread_create(&t, 0, one, guard);
  pthread_join(t, 0);
  return 0;
}
C
compile guard -O1
expect 139 "$omen" run -o guard.rec -- ./guard
says "#0 one guard.c"
expect 139 "$omen" replay --quiet guard.rec
done_testing
