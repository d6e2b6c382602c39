/* The few things that cannot be said in C: the gate through which the runtime's own system calls leave, the way into
 * the runtime from a trapped system call, and the switch between fibers.
 *
 * Rules. 1. Only the gate makes system calls: dispatch stays on all the time, and the kernel lets the gate's address
 * range pass (it compares the address AFTER the instruction, hence the padding). 2. A trapped call is not
 * served inside the signal handler: the handler (on the alternate stack) builds a struct omrt_frame on the program's own
 * stack, below the red zone, and returns to omrt_syscall_entry. So no signal is in progress while a fiber waits, and
 * a small program stack needs no room for the kernel's frame. 3. The first two words of a frame are the caller's
 * rbp and rip: a walk by frame pointers goes through it. */

/* offsets in struct omrt_frame: keep in step with fiber.h, which asserts them */
#define F_RBP 0
#define F_RIP 8
#define F_RSP 16
#define F_RAX 24
#define F_RDI 32
#define F_RSI 40
#define F_RDX 48
#define F_R10 56
#define F_R8 64
#define F_R9 72
#define F_RBX 80
#define F_R12 88
#define F_R13 96
#define F_R14 104
#define F_R15 112
#define F_FLAGS 120
#define XSAVE_SIZE 2752

        .section .text.omrt_gate,"ax",@progbits
        .hidden omrt_gate_start
        .globl omrt_gate_start
omrt_gate_start:
        .hidden omrt_sys
        .globl omrt_sys
        .type omrt_sys,@function
omrt_sys:
        .cfi_startproc
        movq %rdi, %rax
        movq %rsi, %rdi
        movq %rdx, %rsi
        movq %rcx, %rdx
        movq %r8, %r10
        movq %r9, %r8
        movq 8(%rsp), %r9
        syscall
        ret
        .cfi_endproc
        .size omrt_sys,.-omrt_sys
        .balign 16, 0x90
        nop
        .hidden omrt_restore_rt
        .globl omrt_restore_rt
        .type omrt_restore_rt,@function
omrt_restore_rt:                /* exactly glibc's bytes: unwinders know them */
        movq $15, %rax
        syscall
        .fill 16, 1, 0x90
        .hidden omrt_gate_end
        .globl omrt_gate_end
omrt_gate_end:

/* xrstor64 of all that SERVE saved at rsp, in a third of the time: what is saved is loaded by ordinary instructions, if
 * it is where omrt_vectors says that it is (dispatch.c). Parts that were not in use, as xsave has noted, are cleared, so
 * that they are not in use again. x87 is nobody's but other fibers': if it was not in use, and nobody else ran (rbx),
 * it still is not. */
#define X_MXCSR 24
#define X_XMM 160
#define X_STATE 512
#define X_YMM 576
#define X_ZMM 64        /* behind the masks, which are somewhere: omrt_vectors_at */
#define X_HIGH 576
        .macro RESTORE
        movl X_STATE(%rsp), %edx
        movzbl omrt_vectors(%rip), %ecx
        testl %ecx, %ecx
        jz .Lall\@
        testl $1, %edx
        jnz .Lall\@
        cmpq omrt_swaps(%rip), %rbx
        je .Lalone\@
        fninit
.Lalone\@:
        ldmxcsr X_MXCSR(%rsp)
        vzeroupper
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups X_XMM+16*\i(%rsp), %xmm\i
        .endr
        testl $4, %edx
        jz .Lwide\@
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vinsertf128 $1, X_YMM+16*\i(%rsp), %ymm\i, %ymm\i
        .endr
.Lwide\@:
        cmpl $2, %ecx
        jb .Lover\@
        movq omrt_vectors_at(%rip), %rax
        addq %rsp, %rax
        testl $0x40, %edx
        jz .Lhigh\@
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vinserti64x4 $1, X_ZMM+32*\i(%rax), %zmm\i, %zmm\i
        .endr
.Lhigh\@:
        testl $0x80, %edx
        jz .Lclear\@
        .irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vmovdqu64 X_HIGH+64*(\i-16)(%rax), %zmm\i
        .endr
        jmp .Lmasks\@
.Lclear\@:
        .irp i, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vpxord %zmm\i, %zmm\i, %zmm\i
        .endr
.Lmasks\@:
        .irp i, 0, 1, 2, 3, 4, 5, 6, 7
        kmovq 8*\i(%rax), %k\i
        .endr
        jmp .Lover\@
.Lall\@:
        xorl %edx, %edx
        movl $0xe7, %eax
        xrstor64 (%rsp)
.Lover\@:
        .endm

/* Calls a function with the frame that rsp points to (64-byte aligned; it begins with a struct omrt_frame), and keeps
 * all vector registers. The frame is at rbp afterwards. */
        .macro SERVE serve
        .cfi_startproc
        .cfi_signal_frame
        movq %rsp, %rbp
        .cfi_escape 0x0f, 3, 0x76, F_RSP, 0x06          /* CFA = *(rbp + F_RSP) */
        .cfi_escape 0x10, 16, 2, 0x76, F_RIP            /* rip at rbp + F_RIP */
        .cfi_escape 0x10, 6, 2, 0x76, F_RBP
        .cfi_escape 0x10, 3, 3, 0x76, F_RBX+0x80, 0          /* two-byte sleb128 from 64 up */
        .cfi_escape 0x10, 12, 3, 0x76, F_R12+0x80, 0
        .cfi_escape 0x10, 13, 3, 0x76, F_R13+0x80, 0
        .cfi_escape 0x10, 14, 3, 0x76, F_R14+0x80, 0
        .cfi_escape 0x10, 15, 3, 0x76, F_R15+0x80, 0
        subq $XSAVE_SIZE, %rsp
        andq $-64, %rsp
        xorl %eax, %eax
        movq %rax, 512(%rsp)
        movq %rax, 520(%rsp)
        movq %rax, 528(%rsp)
        movq %rax, 536(%rsp)
        movq %rax, 544(%rsp)
        movq %rax, 552(%rsp)
        movq %rax, 560(%rsp)
        movq %rax, 568(%rsp)
        xorl %edx, %edx
        movl $0xe7, %eax
        xsave64 (%rsp)
        movq %rbp, %rdi
        movq omrt_swaps(%rip), %rbx     /* the program's is in the frame */
        call \serve
        RESTORE
        .endm

        .text
/* rsp = struct omrt_frame *, 64-byte aligned. */
        .hidden omrt_syscall_entry
        .globl omrt_syscall_entry
        .type omrt_syscall_entry,@function
        .balign 16
omrt_syscall_entry:
        SERVE omrt_syscall_trapped
        jmp omrt_frame_resume
        .cfi_endproc
        .size omrt_syscall_entry,.-omrt_syscall_entry

/* The same without a trap, from a place that was rewritten (syscall/site.c): rcx = where the program goes on; r11 is
 * free; all else is the program's. Builds the frame where the trap's handler would. It may lie over the two words
 * that are pushed: they are read before. */
        .macro FRAME
        movq %rsp, %r11
        leaq -128(%rsp), %rsp
        pushfq
        pushq %rcx
        leaq -256(%r11), %rcx
        andq $-64, %rcx
        movq %rax, F_RAX(%rcx)
        popq %rax
        movq %rax, F_RIP(%rcx)
        popq %rax
        movq %rax, F_FLAGS(%rcx)
        movq %rcx, %rsp
        movq %rbp, F_RBP(%rsp)
        movq %r11, F_RSP(%rsp)
        movq %rdi, F_RDI(%rsp)
        movq %rsi, F_RSI(%rsp)
        movq %rdx, F_RDX(%rsp)
        movq %r10, F_R10(%rsp)
        movq %r8, F_R8(%rsp)
        movq %r9, F_R9(%rsp)
        movq %rbx, F_RBX(%rsp)
        movq %r12, F_R12(%rsp)
        movq %r13, F_R13(%rsp)
        movq %r14, F_R14(%rsp)
        movq %r15, F_R15(%rsp)
        cld
        .endm

        .hidden omrt_site_entry
        .globl omrt_site_entry
        .type omrt_site_entry,@function
        .balign 16
omrt_site_entry:
        FRAME
        SERVE omrt_syscall_serve
        jmp omrt_frame_resume
        .cfi_endproc
        .size omrt_site_entry,.-omrt_site_entry

/* The program goes on behind its comparison of the result with -4096. */
        .hidden omrt_site_entry_compared
        .globl omrt_site_entry_compared
        .type omrt_site_entry_compared,@function
        .balign 16
omrt_site_entry_compared:
        FRAME
        SERVE omrt_syscall_serve
        movq F_RAX(%rbp), %rax
        cmpq $-4096, %rax
        pushfq
        popq F_FLAGS(%rbp)
        jmp omrt_frame_resume
        .cfi_endproc
        .size omrt_site_entry_compared,.-omrt_site_entry_compared

/* The same for a thread that was stopped anywhere (sched/preempt.c): every register comes back. rsp = struct omrt_stop *,
 * 64-byte aligned. */
#define S_RCX 128
#define S_R11 136
#define S_BACK 144
        .hidden omrt_preempt_entry
        .globl omrt_preempt_entry
        .type omrt_preempt_entry,@function
        .balign 16
omrt_preempt_entry:
        SERVE omrt_preempt_serve
        movq %rbp, %rsp
        movq F_RAX(%rsp), %rax
        movq F_RDI(%rsp), %rdi
        movq F_RSI(%rsp), %rsi
        movq F_RDX(%rsp), %rdx
        movq F_R10(%rsp), %r10
        movq F_R8(%rsp), %r8
        movq F_R9(%rsp), %r9
        movq F_RBX(%rsp), %rbx
        movq F_R12(%rsp), %r12
        movq F_R13(%rsp), %r13
        movq F_R14(%rsp), %r14
        movq F_R15(%rsp), %r15
        movq S_RCX(%rsp), %rcx
        movq S_R11(%rsp), %r11
        movq F_RBP(%rsp), %rbp
        addq $S_BACK, %rsp
        iretq
        .cfi_endproc
        .size omrt_preempt_entry,.-omrt_preempt_entry

/* rbp = struct omrt_frame *: back to where the program was. rcx and r11 are the system call's to destroy. */
        .hidden omrt_frame_resume
        .globl omrt_frame_resume
        .type omrt_frame_resume,@function
omrt_frame_resume:
        movq %rbp, %rcx
        movq F_RDI(%rcx), %rdi
        movq F_RSI(%rcx), %rsi
        movq F_RDX(%rcx), %rdx
        movq F_R10(%rcx), %r10
        movq F_R8(%rcx), %r8
        movq F_R9(%rcx), %r9
        movq F_RBX(%rcx), %rbx
        movq F_R12(%rcx), %r12
        movq F_R13(%rcx), %r13
        movq F_R14(%rcx), %r14
        movq F_R15(%rcx), %r15
        movq F_RAX(%rcx), %rax
        pushq F_FLAGS(%rcx)
        popfq
        movq F_RBP(%rcx), %rbp
        movq F_RSP(%rcx), %rsp
        movq F_RIP(%rcx), %rcx
        jmp *%rcx
        .size omrt_frame_resume,.-omrt_frame_resume

/* The first thing a new fiber runs: rbx = its struct omrt_frame. Whoever ran before may have left numbers on x87's
 * stack; the way to round is the creator's (omrt_fiber_prepare). */
        .hidden omrt_fiber_entry
        .globl omrt_fiber_entry
        .type omrt_fiber_entry,@function
omrt_fiber_entry:
        .cfi_startproc
        .cfi_undefined rip
        movq %rbx, %rbp
        pushq $0
        fnstcw (%rsp)
        fninit
        fldcw (%rsp)
        addq $8, %rsp
        call omrt_fiber_begin
        jmp omrt_frame_resume
        .cfi_endproc
        .size omrt_fiber_entry,.-omrt_fiber_entry

/* void omrt_call_on(void *top, void *function, long a, void *b, void *c): calls it on the stack that ends at top. Walks by
 * frame pointers, and unwinders, go on to the caller's stack. */
        .hidden omrt_call_on
        .globl omrt_call_on
        .type omrt_call_on,@function
        .balign 16
omrt_call_on:
        .cfi_startproc
        pushq %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        movq %rsp, %rbp
        .cfi_def_cfa_register rbp
        andq $-16, %rdi
        movq %rdi, %rsp
        movq %rsi, %rax
        movq %rdx, %rdi
        movq %rcx, %rsi
        movq %r8, %rdx
        call *%rax
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size omrt_call_on,.-omrt_call_on

/* void omrt_fiber_swap(void **save_sp, void *load_sp): callee-saved registers and control words. */
        .hidden omrt_fiber_swap
        .globl omrt_fiber_swap
        .type omrt_fiber_swap,@function
        .balign 16
omrt_fiber_swap:
        .cfi_startproc
        pushq %rbp
        pushq %rbx
        pushq %r12
        pushq %r13
        pushq %r14
        pushq %r15
        subq $8, %rsp
        stmxcsr (%rsp)
        fnstcw 4(%rsp)
        movq %rsp, (%rdi)
        movq %rsi, %rsp
        incq omrt_swaps(%rip)
        ldmxcsr (%rsp)
        fldcw 4(%rsp)
        addq $8, %rsp
        popq %r15
        popq %r14
        popq %r13
        popq %r12
        popq %rbx
        popq %rbp
/* A debugger that steps from switch to switch stops here: the other fiber's stack and registers are there. */
        .hidden omrt_fiber_swapped
        .globl omrt_fiber_swapped
omrt_fiber_swapped:
        ret
        .cfi_endproc
        .size omrt_fiber_swap,.-omrt_fiber_swap

/* bool omrt_guarded(void (*function)(void *), void *argument): a fault on the way (syscall/sigfault.c) goes on at
 * omrt_guard_failed, with the stack as it was here. */
        .hidden omrt_guarded
        .globl omrt_guarded
        .type omrt_guarded,@function
        .balign 16
omrt_guarded:
        .cfi_startproc
        pushq %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        movq %rsp, %rbp
        .cfi_def_cfa_register rbp
        pushq %rbx
        pushq %r12
        pushq %r13
        pushq %r14
        pushq %r15
        subq $8, %rsp
        movq %rsp, omrt_guard_sp(%rip)
        movq %rdi, %rax
        movq %rsi, %rdi
        call *%rax
        movl $1, %eax
.Lguard_over:
        movq $0, omrt_guard_sp(%rip)
        addq $8, %rsp
        popq %r15
        popq %r14
        popq %r13
        popq %r12
        popq %rbx
        popq %rbp
        ret
        .hidden omrt_guard_failed
        .globl omrt_guard_failed
omrt_guard_failed:
        xorl %eax, %eax
        jmp .Lguard_over
        .cfi_endproc
        .size omrt_guarded,.-omrt_guarded
        .section .note.GNU-stack,"",@progbits
