/* Where a replay stood when it was cut, and how a process goes on from there; a function on another stack. The offsets
 * are those of struct omrt_context (checkpoint.h). */
        .text
        .hidden omrt_context_save
        .globl omrt_context_save
        .type omrt_context_save,@function
omrt_context_save:
        .cfi_startproc
        movq %rbx, 0(%rdi)
        movq %rbp, 8(%rdi)
        movq %r12, 16(%rdi)
        movq %r13, 24(%rdi)
        movq %r14, 32(%rdi)
        movq %r15, 40(%rdi)
        leaq 8(%rsp), %rax
        movq %rax, 48(%rdi)
        movq (%rsp), %rax
        movq %rax, 56(%rdi)
        stmxcsr 64(%rdi)
        fnstcw 68(%rdi)
        xorl %eax, %eax
        ret
        .cfi_endproc
        .size omrt_context_save,.-omrt_context_save

        .hidden omrt_context_resume
        .globl omrt_context_resume
        .type omrt_context_resume,@function
omrt_context_resume:
        .cfi_startproc
        .cfi_undefined rip
        movq 0(%rdi), %rbx
        movq 8(%rdi), %rbp
        movq 16(%rdi), %r12
        movq 24(%rdi), %r13
        movq 32(%rdi), %r14
        movq 40(%rdi), %r15
        movq 48(%rdi), %rsp
        ldmxcsr 64(%rdi)
        fldcw 68(%rdi)
        movl $1, %eax
        jmpq *56(%rdi)
        .cfi_endproc
        .size omrt_context_resume,.-omrt_context_resume

/* void omrt_on_stack(void *top, void (*run)(void *), void *arg) */
        .hidden omrt_on_stack
        .globl omrt_on_stack
        .type omrt_on_stack,@function
omrt_on_stack:
        .cfi_startproc
        .cfi_undefined rip
        movq %rdi, %rsp
        andq $-16, %rsp
        xorl %ebp, %ebp
        movq %rdx, %rdi
        call *%rsi
        ud2
        .cfi_endproc
        .size omrt_on_stack,.-omrt_on_stack
        .section .note.GNU-stack,"",@progbits
