/* symbolic/: values that depend on inputs, as expressions (record/symbolic.h), in runs of the symbolic
 * variant that are contained and have symbolic inputs (record/inputs.h). Elsewhere omrt_sym_on is false, and
 * nothing here does anything.
 *
 *   store.c, simplify.c, bits.c   expressions: hash-consed nodes, each with its value in this run
 *   memory.c       which byte of memory has which expression
 *   ops.c          what the variant's code calls (abi_symbolic.h)
 *   lookup.c       accesses through addresses that depend on inputs
 *   trace.c        decisions, outputs, and the file `symbolic`
 *   input.c        where symbolic bytes come in
 *   output.c       where they go out
 *   model_*.c      library functions
 *
 * Expressions are about what this run does with its inputs. Each has a value in this run; wherever that value
 * is not what the program has there, the expression is wrong (other code wrote there) and is dropped. So a
 * branch's expression, evaluated with the inputs of the run, always gives what was taken. */
#ifndef OMRT_SYMBOLIC_SYMBOLIC_H
#define OMRT_SYMBOLIC_SYMBOLIC_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>

extern bool omrt_sym_on;
extern bool omrt_sym_variant; /* the program is one, whether it is followed in this run or not */

/* At start, before any code of the program, when the inputs are known and strings are where the program finds
 * them. Again: nothing. */
void omrt_sym_init(int argc, char **argv, char **envp);
/* One source of the file `inputs`, number `source` in it; name and data stay where they are. Called before
 * omrt_sym_init, for each. */
struct omen_inputs_source;
void omrt_sym_source(uint32_t source, const struct omen_inputs_source *s, const char *name,
                     const uint8_t *data);
/* Its string was moved from there, where n bytes of it still are, for whoever walks over all strings. */
void omrt_sym_left(uint32_t source, char *at, uint64_t n);
/* Bytes [offset, offset + len) of a source now lie at addr: right after the call that put them there. */
void omrt_sym_arrived(uint32_t source, uint64_t offset, void *addr, uint64_t len);
/* The program learns how long it is: by meeting its end, or (not `end`) by a number, which is libc's own
 * while a model reads. */
void omrt_sym_measured(uint32_t source, bool end);
void omrt_sym_aliased(void); /* an input is opened by a name of its descriptor: nobody follows that */
/* Somebody else (the kernel, the world) wrote there, or the memory is new. */
void omrt_sym_overwritten(const void *addr, uint64_t len);
/* Bytes are, or were just, copied by the runtime: a block that moved. */
void omrt_sym_copied(const void *to, const void *from, uint64_t len);
/* Output to a descriptor, `len` bytes of what iov has, in the order in which it is captured. */
void omrt_sym_wrote(uint32_t fd, const struct iovec *iov, int n, uint64_t len);
void omrt_sym_exits(int status); /* the program ends itself with it */
void omrt_sym_live(void);        /* the recording is left */
/* At the end of the run: the file `symbolic` in the recording folder, or to fd where that is not -1. */
void omrt_sym_move(int fd); /* it goes there: an explorer's plan */
void omrt_sym_finish(void);
/* Which blocks were reached: bits by number, into so many bytes. How many blocks there are. */
uint32_t omrt_sym_covered(uint8_t *bits, uint32_t bytes);
/* A new thread: its function and the expression of that one's argument, as its creator had them; then on the
 * new thread, before the function is called; and what it returned, when it ends. */
struct omrt_sym_thread; /* fiber/fiber.h */
void omrt_sym_create(struct omrt_sym_thread *t, const void *create, const void *start, int arg);
void omrt_sym_begin(const struct omrt_sym_thread *t);
void omrt_sym_ends(struct omrt_sym_thread *t);
void omrt_sym_joined(const struct omrt_sym_thread *t, const void *result, uint64_t size);
/* tail.c: where va_arg would find the next argument of a va_list. `real`: a floating-point number. */
const void *omrt_sym_va_next(const void *va_list, bool real);
#endif
