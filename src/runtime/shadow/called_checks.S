/* The checks of abi.h as functions: __omen_check_read4 and the like. The exact variant, which has a check at
 * every access, calls them; so a check is a call, which costs LLVM a small part of what the whole check would.
 * Inlined tests that fail go on at __omen_missed_read4 and the like.
 *
 * Convention preserve_most: r11 alone may change. All of it happens without a frame, and the runtime's own
 * function is jumped to: it finds the stack as if the program had called it. A fault (a cell that is no
 * memory) can only come while the return address is on top of the stack: sigfault.c takes the place from
 * there.
 *
 * Offsets in struct omen_hot, masks and the way to the cell: access.c asserts that they are those of abi.h. */
#define W2 __omen_hot(%rip)
#define R2 8 + __omen_hot(%rip)
#define OWN_READ 56 + __omen_hot(%rip)
#define NOW_READ 64 + __omen_hot(%rip)
#define OWN_ANY 72 + __omen_hot(%rip)
#define SHADOW_SHIFT 0x200000

        .section omen_text,"ax",@progbits
        .hidden omrt_called_start
        .globl omrt_called_start
omrt_called_start:

.macro begin name
        .p2align 4
        .globl __omen_check_\name
        .type __omen_check_\name,@function
__omen_check_\name:
        .cfi_startproc
.endm

.macro finish name
        .cfi_endproc
        .size __omen_check_\name, . - __omen_check_\name
.endm

/* r11: where the cell of byte `at` is, but for the shift. */
.macro cell at
        leaq \at(%rdi), %r11
        xorq way(%rip), %r11
.endm

/* Goes on behind this if the cell, or both, of `bits` from \at, have the id of this segment. */
.macro test bits, read, missed
    .if \bits == 64
        movq -SHADOW_SHIFT(%r11), %r11
        cmpq W2, %r11
    .else
        andq $-4, %r11
        movl -SHADOW_SHIFT(%r11), %r11d
        cmpl W2, %r11d
    .endif
    .if \read
        je 1f
      .if \bits == 64
        cmpq R2, %r11
      .else
        cmpl R2, %r11d
      .endif
        jne \missed
1:
    .else
        jne \missed
    .endif
.endm

/* An access of this thread's in an earlier segment: the new one takes its place. r11: what the cells hold. */
.macro renew_read4 slow
        orl $0x1fe, %r11d
        cmpl OWN_READ, %r11d
        jne \slow
        pushq %rax
        cell 0
        movl NOW_READ, %eax
        movl %eax, -SHADOW_SHIFT(%r11)
        popq %rax
        ret
.endm
.macro renew_write4 slow
        orl $0x1ff, %r11d
        cmpl OWN_ANY, %r11d
        jne \slow
        pushq %rax
        cell 0
        movl W2, %eax
        movl %eax, -SHADOW_SHIFT(%r11)
        popq %rax
        ret
.endm
.macro renew_read8 slow
        orq masks(%rip), %r11
        cmpq OWN_READ, %r11
        jne \slow
        pushq %rax
        cell 0
        movq NOW_READ, %rax
        movq %rax, -SHADOW_SHIFT(%r11)
        popq %rax
        ret
.endm
.macro renew_write8 slow
        orq 8 + masks(%rip), %r11
        cmpq OWN_ANY, %r11
        jne \slow
        pushq %rax
        cell 0
        movq W2, %rax
        movq %rax, -SHADOW_SHIFT(%r11)
        popq %rax
        ret
.endm

/* Inside one cell, or in whole ones. */
.macro small name, read
begin \name
        cell 0
        test 32, \read, 2f
        ret
2:      jmp __omen_\name
finish \name
.endm
.macro whole name, size, read
begin \name
        cell 0
        test 8 * \size, \read, 2f
        ret
        .globl __omen_missed_\name
        .type __omen_missed_\name,@function
__omen_missed_\name:
        cell 0
    .if \size == 8
        movq -SHADOW_SHIFT(%r11), %r11
    .else
        movl -SHADOW_SHIFT(%r11), %r11d
    .endif
2:      renew_\name __omen_\name
finish \name
.endm
.macro wide name, read
begin \name
        cell 0
        test 64, \read, 2f
        cell 8
        test 64, \read, 2f
        ret
2:      jmp __omen_\name
finish \name
.endm

/* At any alignment: the cell of the last byte, too. */
.macro across name, size, read
begin \name
        cell 0
    .if \size < 8
        test 32, \read, 2f
    .else
        andq $-4, %r11
        test 64, \read, 2f
    .endif
    .if \size == 16
        cell 8
        andq $-4, %r11
        test 64, \read, 2f
    .endif
        cell \size - 1
        test 32, \read, 2f
        ret
2:      jmp __omen_\name
finish \name
.endm

        small read1, 1
        small read2, 1
        whole read4, 4, 1
        whole read8, 8, 1
        wide read16, 1
        across read2u, 2, 1
        across read4u, 4, 1
        across read8u, 8, 1
        across read16u, 16, 1
        small write1, 0
        small write2, 0
        whole write4, 4, 0
        whole write8, 8, 0
        wide write16, 0
        across write2u, 2, 0
        across write4u, 4, 0
        across write8u, 8, 0
        across write16u, 16, 0

        .hidden omrt_called_end
        .globl omrt_called_end
omrt_called_end:

        .p2align 3
way:    .quad 0x500000000000
masks:  .quad 0x000001fe000001fe, 0x000001ff000001ff

        .section .note.GNU-stack,"",@progbits
