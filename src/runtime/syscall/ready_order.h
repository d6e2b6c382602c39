/* syscall/ready_order.h: who is told that a descriptor can be read comes after who put there what there is to
 * read, also before it is read. Told after the call, with what the call found. */
#ifndef OMRT_SYSCALL_READY_ORDER_H
#define OMRT_SYSCALL_READY_ORDER_H
#include <stdint.h>

void omrt_ready_polled(const void *list, uint64_t n);                   /* struct pollfd */
void omrt_ready_selected(const void *set, uint64_t below);              /* fd_set */
void omrt_ready_control(const uint64_t a[6]);                           /* before epoll_ctl(2) */
void omrt_ready_epolled(uint64_t epoll, const void *events, int64_t n); /* struct epoll_event */
void omrt_order_ready(uint64_t fd);                                     /* call_order.c: fd can be read */
#endif
