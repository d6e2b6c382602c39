/* What the symbolic variant's code calls: see abi_symbolic.h. */
#include "runtime/symbolic/symbolic.h"
#include "runtime/abi_symbolic.h"
#include "record/inputs.h"
#include "runtime/rt.h"
#include <sys/mman.h>
#include <sys/syscall.h>

bool omen_sym_on;
OMEN_API struct omen_sym_hot __omen_sym_hot;

void omen_sym_init(int argc, char **argv, char **envp) {
  (void)argc, (void)argv, (void)envp;
  OMEN_SYS6(SYS_mmap, OMEN_SYM_FLAGS, 1ull << (47 - OMEN_SYM_SHIFT), PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}
void omen_sym_source(uint32_t source, const struct omen_inputs_source *s, const char *name,
                     const uint8_t *data) {
  (void)source, (void)s, (void)name, (void)data;
}
void omen_sym_arrived(uint32_t source, uint64_t offset, void *addr, uint64_t len) {
  (void)source, (void)offset, (void)addr, (void)len;
}
void omen_sym_overwritten(const void *addr, uint64_t len) { (void)addr, (void)len; }
void omen_sym_wrote(uint32_t fd, const struct iovec *iov, int n, uint64_t len) {
  (void)fd, (void)iov, (void)n, (void)len;
}
void omen_sym_live(void) {}
void omen_sym_move(int fd) { (void)fd; }
void omen_sym_finish(void) {}

#define NONE(name, ...)                                                                                      \
  uint32_t name(__VA_ARGS__) { return 0; }
#pragma clang diagnostic ignored "-Wunused-parameter"
NONE(__omen_sym_load, const void *addr, uint64_t size)
NONE(__omen_sym_binary, uint32_t op, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv)
NONE(__omen_sym_compare, uint32_t p, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv)
NONE(__omen_sym_cast, uint32_t op, uint32_t to_bits, uint32_t a)
NONE(__omen_sym_select, uint32_t c, uint32_t cv, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
     uint64_t bv)
NONE(__omen_sym_extract, uint32_t a, uint32_t from_bit, uint32_t bits)
NONE(__omen_sym_byteswap, uint32_t a, uint32_t bits)
NONE(__omen_sym_gep, uint32_t base, uint64_t base_value, uint32_t i, uint64_t index, uint32_t index_bits,
     uint64_t scale)
NONE(__omen_sym_load_at, uint32_t address, const void *addr, uint64_t size, uint32_t site)
NONE(__omen_sym_argc, void)
void __omen_sym_store(void *addr, uint64_t size, uint32_t e) {}
void __omen_sym_branch(uint32_t c, uint32_t taken, uint32_t site) {}
void __omen_sym_switch(uint32_t e, uint32_t bits, uint64_t value, uint32_t n, const uint64_t *cases,
                       uint32_t site) {}
void __omen_sym_store_at(uint32_t address, void *addr, uint64_t size, uint32_t site) {}
void __omen_sym_divisor(uint32_t b, uint32_t bits, uint64_t bv, uint32_t site) {}
void __omen_sym_pin(uint32_t e, uint32_t bits, uint64_t value, uint32_t site) {}
void __omen_sym_lost(uint32_t e, uint32_t site) {}
void __omen_sym_copy(void *to, const void *from, uint64_t n) {}
void __omen_sym_fill(void *to, uint64_t n, uint32_t byte) {}
void __omen_sym_module(const uint8_t *covered, uint32_t n) {}
