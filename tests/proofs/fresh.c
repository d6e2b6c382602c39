/* Ways from an input to a number by what a session of fresh thought came to: memory that goes round by the kernel, threads,
 * signals, instructions, and libraries that remember. See probes.c. */
#define _GNU_SOURCE
#include <aio.h>
#include <argz.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <envz.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fmtmsg.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <grp.h>
#include <iconv.h>
#include <immintrin.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <nl_types.h>
#include <obstack.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
#define NOINLINE __attribute__((noinline))

#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)

/* ---- libraries that remember ---- */
BODY(kept_setvbuf, "a", "b", static char t[64]; FILE *f = fopen("/dev/null", "r"); setvbuf(f, t, _IOFBF, 64); t[0] = s[0]; f->_IO_read_base = f->_IO_read_ptr = t; f->_IO_read_end = t + 1; return fgetc(f) - 'a';)
BODY(kept_seed48, "a", "b", unsigned short v[3] = {1, 2, (unsigned short)s[0]}; seed48(v); long a = lrand48(); v[2] = 'a'; seed48(v); return a != lrand48();)
BODY(kept_lcong, "a", "b", unsigned short v[7] = {1, 2, 3, (unsigned short)s[0], 5, 6, 7}; lcong48(v); long a = lrand48(); v[3] = 'a'; lcong48(v); return a != lrand48();)
BODY(kept_srand, "a", "b", srand((unsigned)s[0]); int a = rand(); srand('a'); return a != rand();)
BODY(kept_tsearch, "a", "b", static char t[2][2]; void *root = 0; t[0][0] = 'a'; t[1][0] = 'b'; int (*by)(const void *, const void *) = (int (*)(const void *, const void *))strcmp; tsearch(t[0], &root, by); t[0][0] = s[0]; return tfind("b", &root, by) != 0;)
BODY(kept_strtok, "ab", "a,", static char t[8] = "x,yz"; strtok(t, ","); memcpy(t + 2, s, 2); char *p = strtok(0, ","); (void)p; return t[3] == 0;)
BODY(kept_mbsrtowcs, "a", "b", const char *p = s; wchar_t w[4] = {0}; mbstate_t m = {0}; mbsrtowcs(w, &p, 3, &m); return (int)w[0] - 'a';)
BODY(kept_textdomain, "a", "b", char t[2] = {s[0], 0}; textdomain(t); return textdomain(0)[0] - 'a';)
BODY(kept_setlocale, "C", "?", return setlocale(LC_ALL, s) == 0;)
BODY(kept_newlocale, "C", "?", return newlocale(LC_ALL_MASK, s, 0) == 0;)
BODY(kept_sethostent, "127.0.0.1", "1.2.3.4", struct hostent *h = gethostbyname(s); return h ? h->h_addr_list[0][0] - 127 : 0;)
BODY(kept_inet_ntoa, "\x01", "\x02", struct in_addr a = {.s_addr = (unsigned)s[0]}; return inet_ntoa(a)[0] - '1';)
BODY(kept_asctime, "\x01", "\x02", struct tm t = {.tm_mday = s[0], .tm_year = 100}; return asctime(&t)[9] - '1';)
BODY(kept_localtime, "a", "c", time_t t = (s[0] - 'a') * 86400; return localtime(&t)->tm_mday - 1;)
BODY(kept_atexit, "a", "b", static int x; x = s[0] - 'a'; return *(volatile int *)&x;)
BODY(kept_pthread_key, "a", "b", pthread_key_t k; pthread_key_create(&k, 0); static char t[2]; pthread_setspecific(k, t); t[0] = s[0]; return *(char *)pthread_getspecific(k) - 'a';)
BODY(kept_environ_add, "a", "b", char t[16] = "ABC=a"; putenv(t); t[4] = s[0]; int r = getenv("ABC")[0] - 'a'; unsetenv("ABC"); return r;)
BODY(kept_setenv, "a", "b", setenv("ABD", s, 1); return getenv("ABD")[0] - 'a';)
BODY(kept_clearenv, "a", "b", if (s[0] != 'a') unsetenv("PATH"); return getenv("PATH") == 0;)
BODY(kept_exec_path, "a", "b", setenv("ABE", s, 1); int p[2]; char c = 'a'; if (pipe(p)) return 0; if (!fork()) { dup2(p[1], 1); execl("/bin/sh", "sh", "-c", "printf $ABE", (char *)0); _exit(1); } close(p[1]); read(p[0], &c, 1); wait(0); return c - 'a';)
BODY(kept_argz, "a b", "a c", char *z; size_t n; argz_create_sep(s, ' ', &z, &n); return argz_next(z, n, z)[0] - 'b';)
BODY(kept_obstack, "a", "b", struct obstack o; obstack_init(&o); obstack_1grow(&o, s[0]); char *p = obstack_finish(&o); return p[0] - 'a';)
BODY(kept_open_memstream, "a", "b", char *p; size_t n; FILE *f = open_memstream(&p, &n); fputs(s, f); fflush(f); return p[0] - 'a';)
BODY(kept_memstream_size, "a", "bb", char *p; size_t n; FILE *f = open_memstream(&p, &n); fputs(s, f); fclose(f); return (int)n - 1;)
static ssize_t cookie_read(void *c, char *to, size_t n) { (void)n; to[0] = *(char *)c; return 1; }
BODY(kept_cookie, "a", "b", static char t; t = 'a'; FILE *f = fopencookie(&t, "r", (cookie_io_functions_t){.read = cookie_read}); t = s[0]; return fgetc(f) - 'a';)
BODY(kept_cookie_late, "a", "b", static char t; t = s[0]; FILE *f = fopencookie(&t, "r", (cookie_io_functions_t){.read = cookie_read}); char l[4] = "a"; fgets(l, 2, f); return l[0] - 'a';)
static char cookie_last;
static ssize_t cookie_write(void *c, const char *from, size_t n) { (void)c; cookie_last = from[0]; return (ssize_t)n; }
BODY(kept_cookie_out, "a", "b", cookie_last = 'a'; FILE *f = fopencookie(0, "w", (cookie_io_functions_t){.write = cookie_write}); fputs(s, f); fclose(f); return cookie_last - 'a';)
BODY(kept_fmemopen_write, "a", "b", char t[8] = "a"; FILE *f = fmemopen(t, 8, "w"); fputs(s, f); fclose(f); return t[0] - 'a';)
BODY(kept_fmemopen_scan, "0", "5", FILE *f = fmemopen((void *)s, strlen(s), "r"); int v = 0; fscanf(f, "%d", &v); return v;)
BODY(kept_ungetc, "a", "b", FILE *f = fopen("/dev/null", "r"); ungetc(s[0], f); return fgetc(f) - 'a';)
BODY(kept_freopen, "/dev/null", "/dev/zero", FILE *f = freopen(s, "r", stdin); return f ? fgetc(f) != EOF : 0;)
BODY(kept_tmpfile, "a", "b", FILE *f = tmpfile(); fputs(s, f); rewind(f); return fgetc(f) - 'a';)
BODY(kept_tmpfile_fd, "a", "b", FILE *f = tmpfile(); fputs(s, f); fflush(f); char c = 'a'; pread(fileno(f), &c, 1, 0); return c - 'a';)
BODY(kept_popen, "a", "b", char t[16]; snprintf(t, 16, "printf %c", s[0]); FILE *f = popen(t, "r"); int c = fgetc(f); pclose(f); return c - 'a';)
BODY(kept_system, "a", "b", char t[16]; snprintf(t, 16, "exit %d", s[0] - 'a'); return WEXITSTATUS(system(t));)
BODY(kept_dlsym, "a", "b", char t[8] = "fabs"; if (s[0] != 'a') t[0] = 'q'; return dlsym(RTLD_DEFAULT, t) == 0;)
BODY(kept_wordexp, "a", "b", wordexp_t w; return wordexp(s, &w, 0) ? 0 : w.we_wordv[0][0] - 'a';)
BODY(kept_envz, "a", "b", char *z = 0; size_t n = 0; envz_add(&z, &n, "k", s); return envz_get(z, n, "k")[0] - 'a';)
BODY(kept_hcreate, "a", "b", hcreate(8); hsearch((ENTRY){(char *)s, (void *)7}, ENTER); ENTRY *e = hsearch((ENTRY){"b", 0}, FIND); hdestroy(); return e != 0;)
BODY(kept_sigaltstack, "a", "b", stack_t k = {.ss_sp = malloc(65536 + 4096), .ss_size = 65536 + (size_t)(s[0] - 'a') * 16, .ss_flags = 0}, r; sigaltstack(&k, 0); sigaltstack(0, &r); return (int)r.ss_size - 65536;)
BODY(kept_rlimit, "a", "b", struct rlimit r; getrlimit(RLIMIT_CORE, &r); r.rlim_cur = (rlim_t)(s[0] - 'a'); setrlimit(RLIMIT_CORE, &r); getrlimit(RLIMIT_CORE, &r); return (int)r.rlim_cur;)
BODY(kept_umask, "a", "b", umask((mode_t)(s[0] - 'a')); return (int)umask(022);)
BODY(kept_prctl_name, "a", "b", prctl(PR_SET_NAME, s); char t[16]; prctl(PR_GET_NAME, t); return t[0] - 'a';)
BODY(kept_thread_name, "a", "b", pthread_setname_np(pthread_self(), s); char t[16]; pthread_getname_np(pthread_self(), t, 16); return t[0] - 'a';)
BODY(kept_nice, "a", "b", setpriority(PRIO_PROCESS, 0, s[0] - 'a' + 1); return getpriority(PRIO_PROCESS, 0) - 1;)
BODY(kept_itimer, "a", "b", struct itimerval v = {{0, 0}, {1000 + s[0] - 'a' * 1, 0}}, w; setitimer(ITIMER_REAL, &v, 0); getitimer(ITIMER_REAL, &w); setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, 0); return w.it_value.tv_sec > 1000;)
BODY(kept_alarm, "a", "b", alarm((unsigned)(1000 + (s[0] - 'a') * 100)); return alarm(0) > 1050;)
BODY(kept_timerfd, "a", "b", int d = timerfd_create(CLOCK_MONOTONIC, 0); struct itimerspec v = {{0, 0}, {1000 + (s[0] - 'a') * 100, 0}}, w; timerfd_settime(d, 0, &v, 0); timerfd_gettime(d, &w); return w.it_value.tv_sec > 1050;)
BODY(kept_eventfd, "a", "b", int d = eventfd((unsigned)(s[0] - 'a' + 1), 0); uint64_t v = 0; read(d, &v, 8); return (int)v - 1;)
BODY(kept_eventfd_write, "a", "b", int d = eventfd(0, 0); uint64_t v = (uint64_t)(s[0] - 'a' + 1); write(d, &v, 8); v = 0; read(d, &v, 8); return (int)v - 1;)
BODY(kept_epoll_data, "a", "b", int p[2], e = epoll_create1(0); pipe(p); struct epoll_event v = {EPOLLIN, {.u32 = (uint32_t)s[0]}}; epoll_ctl(e, EPOLL_CTL_ADD, p[0], &v); write(p[1], "x", 1); epoll_wait(e, &v, 1, 0); return (int)v.data.u32 - 'a';)
BODY(kept_sockopt, "a", "b", int d = socket(AF_UNIX, SOCK_STREAM, 0), v = 10000 + (s[0] - 'a') * 5000; socklen_t n = sizeof v; setsockopt(d, SOL_SOCKET, SO_SNDBUF, &v, n); getsockopt(d, SOL_SOCKET, SO_SNDBUF, &v, &n); return v - 20000;)
BODY(kept_dup_number, "a", "b", return fcntl(0, F_DUPFD, 50 + s[0] - 'a') - 50;)
BODY(kept_lseek, "a", "b", int d = memfd_create("x", 0); lseek(d, s[0] - 'a', SEEK_SET); return (int)lseek(d, 0, SEEK_CUR);)
BODY(kept_fseek, "a", "b", FILE *f = tmpfile(); fputs("ab", f); fseek(f, s[0] - 'a', SEEK_SET); return fgetc(f) - 'a';)
BODY(kept_ftruncate, "a", "b", int d = memfd_create("x", 0); ftruncate(d, s[0] - 'a'); return (int)lseek(d, 0, SEEK_END);)
BODY(kept_cloexec, "a", "b", int d = memfd_create("x", s[0] == 'a' ? 0 : MFD_CLOEXEC); return fcntl(d, F_GETFD);)
BODY(kept_nonblock, "a", "b", int p[2]; pipe(p); fcntl(p[0], F_SETFL, s[0] == 'a' ? 0 : O_NONBLOCK); return fcntl(p[0], F_GETFL) & O_NONBLOCK;)
BODY(kept_sigmask, "a", "b", sigset_t m, n; sigemptyset(&m); sigaddset(&m, SIGUSR1 + (s[0] - 'a') * 2); sigprocmask(SIG_SETMASK, &m, 0); sigemptyset(&n); sigprocmask(SIG_SETMASK, &n, &m); return sigismember(&m, SIGUSR2);)
static volatile sig_atomic_t seen_signal;
static void on_signal(int n) { seen_signal = n; }
BODY(kept_handler, "a", "b", seen_signal = 0; signal(SIGUSR1, on_signal); signal(SIGUSR2, on_signal); raise(s[0] == 'a' ? SIGUSR1 : SIGUSR2); return seen_signal - SIGUSR1;)
static volatile int seen_value;
static void on_value(int n, siginfo_t *i, void *u) { (void)n, (void)u; seen_value = i->si_value.sival_int; }
BODY(kept_sigqueue, "a", "b", struct sigaction a = {.sa_sigaction = on_value, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0); sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = s[0]}); return seen_value - 'a';)
BODY(kept_sigqueue_thread, "a", "b", struct sigaction a = {.sa_sigaction = on_value, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0); pthread_sigqueue(pthread_self(), SIGUSR1, (union sigval){.sival_int = s[0]}); return seen_value - 'a';)
static volatile char handed;
static void on_read(int n) { (void)n; seen_value = handed; }
BODY(kept_handler_global, "a", "b", handed = s[0]; signal(SIGUSR1, on_read); raise(SIGUSR1); return seen_value - 'a';)
static sigjmp_buf back;
static void on_jump(int n) { (void)n; siglongjmp(back, handed); }
BODY(kept_siglongjmp, "a", "b", handed = s[0]; signal(SIGUSR1, on_jump); int r = sigsetjmp(back, 1); if (!r) raise(SIGUSR1); return r - 'a';)
static void on_segv(int n, siginfo_t *i, void *u) { (void)n, (void)u; seen_value = (int)((uintptr_t)i->si_addr & 0xfff); siglongjmp(back, 1); }
BODY(kept_fault_address, "a", "b", struct sigaction a = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_NODEFER}; sigaction(SIGSEGV, &a, 0); char *p = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); if (!sigsetjmp(back, 1)) *(volatile char *)(p + (s[0] - 'a')); return seen_value;)
static void on_fpe(int n) { (void)n; siglongjmp(back, 1); }
BODY(kept_division, "a", "b", signal(SIGFPE, on_fpe); volatile int d = s[0] - 'b'; if (sigsetjmp(back, 1)) return 1; volatile int r = 1 / d; (void)r; return 0;)
static void on_context(int n, siginfo_t *i, void *u) { (void)n, (void)i; ((ucontext_t *)u)->uc_mcontext.gregs[REG_R12] = handed; }
BODY(kept_context, "a", "b", struct sigaction a = {.sa_sigaction = on_context, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0); handed = s[0]; long r; long pid = getpid(); __asm__ volatile("mov $97, %%r12\n mov $62, %%eax\n mov %1, %%rdi\n mov $10, %%esi\n syscall\n mov %%r12, %0" : "=r"(r) : "r"(pid) : "rax", "rdi", "rsi", "rcx", "r11", "r12", "memory"); return (int)r - 'a';)

/* ---- the kernel ---- */
BODY(round_pipe, "a", "b", int p[2]; char c = 'a'; pipe(p); write(p[1], s, 1); read(p[0], &c, 1); return c - 'a';)
BODY(round_pipe_count, "a", "bb", int p[2], n = 0; pipe(p); write(p[1], s, strlen(s)); ioctl(p[0], 0x541b /* FIONREAD */, &n); return n - 1;)
BODY(round_pipe_poll, "a", "b", int p[2]; pipe(p); if (s[0] != 'a') write(p[1], "x", 1); struct pollfd f = {p[0], POLLIN, 0}; return poll(&f, 1, 0);)
BODY(round_stream, "a", "b", int p[2]; pipe(p); FILE *w = fdopen(p[1], "w"), *r = fdopen(p[0], "r"); fputc(s[0], w); fflush(w); return fgetc(r) - 'a';)
BODY(round_printf_scanf, "0", "5", int p[2], v = 0; pipe(p); dprintf(p[1], "%d\n", s[0] - '0'); FILE *r = fdopen(p[0], "r"); fscanf(r, "%d", &v); return v;)
BODY(round_msg, "a", "b", int q = msgget(IPC_PRIVATE, 0600); struct { long t; char c; } m = {1, s[0]}; msgsnd(q, &m, 1, 0); m.c = 'a'; msgrcv(q, &m, 1, 0, 0); msgctl(q, IPC_RMID, 0); return m.c - 'a';)
BODY(round_msg_type, "a", "b", int q = msgget(IPC_PRIVATE, 0600); struct { long t; char c; } m = {s[0], 'x'}; msgsnd(q, &m, 1, 0); m.t = 'a'; msgrcv(q, &m, 1, 0, 0); msgctl(q, IPC_RMID, 0); return (int)m.t - 'a';)
BODY(round_sem, "a", "b", int q = semget(IPC_PRIVATE, 1, 0600); semctl(q, 0, SETVAL, s[0] - 'a'); int r = semctl(q, 0, GETVAL); semctl(q, 0, IPC_RMID); return r;)
BODY(round_shm, "a", "b", int q = shmget(IPC_PRIVATE, 4096, 0600); char *p = shmat(q, 0, 0), *o = shmat(q, 0, 0); shmctl(q, IPC_RMID, 0); p[0] = s[0]; return o[0] - 'a';)
BODY(round_shm_open, "a", "b", int d = shm_open("/prs1", O_CREAT | O_RDWR, 0600); ftruncate(d, 4096); char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0), c = 'a'; p[0] = s[0]; pread(d, &c, 1, 0); shm_unlink("/prs1"); return c - 'a';)
BODY(round_map_twice, "a", "b", int d = memfd_create("x", 0); ftruncate(d, 4096); char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0), *o = mmap(0, 4096, 3, MAP_SHARED, d, 0); p[5] = s[0]; return o[5] ? o[5] - 'a' : 0;)
BODY(round_map_file, "a", "b", int d = memfd_create("x", 0); write(d, s, 1); char *p = mmap(0, 4096, 1, MAP_PRIVATE, d, 0); return p[0] - 'a';)
BODY(round_map_offset, "a", "b", int d = memfd_create("x", 0); ftruncate(d, 8192); pwrite(d, s, 1, 4096); char *p = mmap(0, 4096, 1, MAP_SHARED, d, 4096); return p[0] - 'a';)
BODY(round_mremap, "a", "b", char *p = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p[9] = s[0]; p = mremap(p, 4096, 65536, MREMAP_MAYMOVE); return p[9] - 'a';)
BODY(round_fork, "a", "b", int st = 0; if (!fork()) _exit(s[0] - 'a'); wait(&st); return WEXITSTATUS(st);)
BODY(round_fork_shared, "a", "b", char *p = mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0); if (!fork()) { p[0] = s[0]; _exit(0); } wait(0); return p[0] ? p[0] - 'a' : 0;)
BODY(round_fork_signal, "a", "b", int st = 0; if (!fork()) { if (s[0] != 'a') raise(SIGKILL); _exit(0); } wait(&st); return WIFSIGNALED(st);)
BODY(round_vfork, "a", "b", int st = 0; char c = s[0]; pid_t p = vfork(); if (!p) _exit(c - 'a'); waitpid(p, &st, 0); return WEXITSTATUS(st);)
BODY(round_spawn, "a", "b", pid_t p; int st = 0; char t[16]; snprintf(t, 16, "exit %d", s[0] - 'a'); char *v[] = {"sh", "-c", t, 0}; posix_spawn(&p, "/bin/sh", 0, 0, v, environ); waitpid(p, &st, 0); return WEXITSTATUS(st);)
BODY(round_sendfile, "a", "b", int d = memfd_create("x", 0), p[2]; pipe(p); write(d, s, 1); off_t o = 0; char c = 'a'; sendfile(p[1], d, &o, 1); read(p[0], &c, 1); return c - 'a';)
BODY(round_copy_range, "a", "b", int d = memfd_create("x", 0), e = memfd_create("y", 0); write(d, s, 1); off_t o = 0, q = 0; copy_file_range(d, &o, e, &q, 1, 0); char c = 'a'; pread(e, &c, 1, 0); return c - 'a';)
BODY(round_tee, "a", "b", int p[2], q[2]; pipe(p); pipe(q); write(p[1], s, 1); tee(p[0], q[1], 1, 0); char c = 'a'; read(q[0], &c, 1); return c - 'a';)
BODY(round_vmsplice, "a", "b", int p[2]; pipe(p); struct iovec v = {(void *)s, 1}; char c = 'a'; if (vmsplice(p[1], &v, 1, 0) == 1) read(p[0], &c, 1); return c - 'a';)
BODY(round_process_vm, "a", "b", char c = 'a'; struct iovec l = {&c, 1}, r = {(void *)s, 1}; process_vm_readv(getpid(), &l, 1, &r, 1, 0); return c - 'a';)
BODY(round_socket_peek, "a", "b", int p[2]; char c = 'a'; socketpair(AF_UNIX, SOCK_STREAM, 0, p); send(p[0], s, 1, 0); recv(p[1], &c, 1, MSG_PEEK); return c - 'a';)
BODY(round_dgram_length, "a", "bb", int p[2]; char t[9]; socketpair(AF_UNIX, SOCK_DGRAM, 0, p); send(p[0], s, strlen(s), 0); return (int)recv(p[1], t, 9, 0) - 1;)
BODY(round_inet_stream, "a", "b", int l = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0); struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001)}; socklen_t n = sizeof a; bind(l, (void *)&a, n); listen(l, 1); getsockname(l, (void *)&a, &n); connect(c, (void *)&a, n); int d = accept(l, 0, 0); char x = 'a'; send(c, s, 1, 0); recv(d, &x, 1, 0); close(c); close(d); close(l); return x - 'a';)
BODY(round_aio, "a", "b", int d = memfd_create("x", 0); write(d, s, 1); char c = 'a'; struct aiocb b = {.aio_fildes = d, .aio_buf = &c, .aio_nbytes = 1}; aio_read(&b); const struct aiocb *l[] = {&b}; aio_suspend(l, 1, 0); return c - 'a';)
BODY(round_readlink, "a", "b", unlink("rl"); symlink(s, "rl"); char t[9] = "a"; readlink("rl", t, 8); unlink("rl"); return t[0] - 'a';)
BODY(round_getcwd, "/", "/dev", chdir(s); char t[99]; getcwd(t, 99); return t[1] == 'd';)
BODY(round_stat_size, "a", "bb", int d = memfd_create("x", 0); write(d, s, strlen(s)); struct stat st; fstat(d, &st); return (int)st.st_size - 1;)
BODY(round_utimens, "a", "b", int d = memfd_create("x", 0); struct timespec t[2] = {{s[0], 0}, {s[0], 0}}; futimens(d, t); struct stat st; fstat(d, &st); return (int)st.st_mtim.tv_sec - 'a';)
BODY(round_flock, "a", "b", int d = open("fl", O_CREAT | O_RDWR, 0600), e = open("fl", O_RDWR); flock(d, s[0] == 'a' ? LOCK_SH : LOCK_EX); int r = flock(e, LOCK_SH | LOCK_NB) != 0; unlink("fl"); return r;)
BODY(round_seccomp_like, "a", "b", return (int)syscall(s[0] == 'a' ? SYS_getpid : SYS_getppid) != getpid();)
BODY(round_syscall_number, "'", "9", return syscall(s[0]) != getpid();)
BODY(round_raw_write, "a", "b", int p[2]; char c = 'a'; pipe(p); syscall(SYS_write, p[1], s, 1); syscall(SYS_read, p[0], &c, 1); return c - 'a';)
BODY(round_raw_asm, "a", "b", int p[2]; char c = 'a'; pipe(p); write(p[1], s, 1); long r = 0; long d = p[0]; __asm__ volatile("syscall" : "=a"(r) : "a"(0L), "D"(d), "S"(&c), "d"(1L) : "rcx", "r11", "memory"); return c - 'a';)
INPUT(in_raw_asm, "a", "b", char c = 'a'; long r; __asm__ volatile("syscall" : "=a"(r) : "a"(0L), "D"(0L), "S"(&c), "d"(1L) : "rcx", "r11", "memory"); return c - 'a';)
INPUT(in_readv_raw, "ab", "bb", char c = 'a', d; struct iovec v[2] = {{&c, 1}, {&d, 1}}; syscall(SYS_readv, 0, v, 2); return c - 'a';)
INPUT(in_poll_more, "a", "ab", char c; read(0, &c, 1); struct pollfd f = {0, POLLIN, 0}; poll(&f, 1, 0); return read(0, &c, 1) == 1;)
INPUT(in_lseek_end, "a", "bb", return (int)lseek(0, 0, SEEK_END) - 1;)
INPUT(in_fstat_size, "a", "bb", struct stat st; fstat(0, &st); return (int)st.st_size - 1;)
INPUT(in_mmap, "a", "b", char *p = mmap(0, 4096, 1, MAP_PRIVATE, 0, 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
INPUT(in_mmap_zeros, "a", "ab", char *p = mmap(0, 4096, 1, MAP_PRIVATE, 0, 0); return p == MAP_FAILED ? 0 : p[1] != 0;)
INPUT(in_getw, "aaaa", "baaa", return getw(stdin) != 0x61616161;)
INPUT(in_fgetws, "a", "b", wchar_t w[4] = L"a"; fgetws(w, 4, stdin); return (int)w[0] - 'a';)
INPUT(in_wscanf, "1", "2", int v = 1; wscanf(L"%d", &v); return v - 1;)
static int vscan(const char *f, ...) { va_list ap; va_start(ap, f); int n = vscanf(f, ap); va_end(ap); return n; }
INPUT(in_vscanf, "x1", "x2", getchar(); int v = 1; vscan("%d", &v); return v - 1;)
INPUT(in_fgets_unlocked, "a\nb\n", "a\nc\n", char t[9] = "b"; fgets(t, 9, stdin); fgets_unlocked(t, 9, stdin); return t[0] - 'b';)
INPUT(in_fread_unlocked, "ab", "ac", char t[2] = "b"; getchar(); fread_unlocked(t, 1, 1, stdin); return t[0] - 'b';)
INPUT(in_freadable, "ab", "a", getchar(); return (int)__fpending(stdin) + (stdin->_IO_read_end - stdin->_IO_read_ptr) - 1;)
INPUT(in_fork_child, "ab", "ac", char c = 'b'; getchar(); int st = 0; if (!fork()) _exit(getchar()); wait(&st); (void)c; return WEXITSTATUS(st) - 'b';)
INPUT(in_child_cat, "a", "b", int p[2]; char c = 'a'; pipe(p); if (!fork()) { dup2(p[1], 1); execl("/bin/cat", "cat", (char *)0); _exit(1); } close(p[1]); read(p[0], &c, 1); wait(0); return c - 'a';)
INPUT(in_thread_reads, "a", "b", static char c; c = 'a'; pthread_t t; pthread_create(&t, 0, (void *(*)(void *))(void *)getchar, 0); void *r = 0; pthread_join(t, &r); return (int)(intptr_t)r - 'a';)

/* ---- threads and instructions ---- */
static void *give_back(void *p) { return p; }
BODY(thread_result, "a", "b", pthread_t t; void *r; pthread_create(&t, 0, give_back, (void *)(intptr_t)s[0]); pthread_join(t, &r); return (int)(intptr_t)r - 'a';)
static void *exits_with(void *p) { pthread_exit(*(char *)p == 'a' ? 0 : p); }
BODY(thread_exit, "a", "b", pthread_t t; void *r; pthread_create(&t, 0, exits_with, (void *)s); pthread_join(t, &r); return r != 0;)
static void cleans(void *p) { seen_value = *(char *)p; }
static void *with_cleanup(void *p) { pthread_cleanup_push(cleans, p); pthread_exit(0); pthread_cleanup_pop(0); return 0; }
BODY(thread_cleanup, "a", "b", pthread_t t; pthread_create(&t, 0, with_cleanup, (void *)s); pthread_join(t, 0); return seen_value - 'a';)
static void key_ends(void *p) { seen_value = (int)(intptr_t)p; }
static pthread_key_t the_key;
static void *sets_key(void *p) { pthread_setspecific(the_key, (void *)(intptr_t)*(char *)p); return 0; }
BODY(thread_key_destructor, "a", "b", pthread_key_create(&the_key, key_ends); pthread_t t; pthread_create(&t, 0, sets_key, (void *)s); pthread_join(t, 0); return seen_value - 'a';)
BODY(thread_detach_state, "a", "b", pthread_attr_t a; int d; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, s[0] - 'a'); pthread_attr_getdetachstate(&a, &d); return d;)
BODY(thread_stack_size, "a", "b", pthread_attr_t a; size_t d; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536 + (size_t)(s[0] - 'a') * 4096); pthread_attr_getstacksize(&a, &d); return (int)d - 65536;)
BODY(thread_cancelled, "a", "b", int o; pthread_setcancelstate(s[0] - 'a', 0); pthread_setcancelstate(0, &o); return o;)
BODY(thread_barrier, "a", "b", pthread_barrier_t b; return pthread_barrier_init(&b, 0, (unsigned)(s[0] - 'b')) == 0 ? 0 : s[0] - 'a';)
BODY(thread_sem_value, "a", "b", sem_t m; int v = 0; sem_init(&m, 0, (unsigned)(s[0] - 'a')); sem_getvalue(&m, &v); return v;)
BODY(thread_sem_try, "a", "b", sem_t m; sem_init(&m, 0, 0); if (s[0] != 'a') sem_post(&m); return sem_trywait(&m) == 0;)
BODY(thread_robust, "a", "b", pthread_mutexattr_t a; int r; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, s[0] - 'a'); pthread_mutexattr_getrobust(&a, &r); return r;)
BODY(thread_recursive, "a", "b", pthread_mutexattr_t a; pthread_mutex_t m; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, s[0] - 'a'); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); return pthread_mutex_trylock(&m) == 0;)
BODY(thread_mutex_copy, "a", "b", pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; if (s[0] != 'a') pthread_mutex_lock(&m); return pthread_mutex_trylock(&m) != 0;)
BODY(thread_rwlock, "a", "b", pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER; if (s[0] != 'a') pthread_rwlock_rdlock(&m); return pthread_rwlock_trywrlock(&m) != 0;)
BODY(thread_timed, "a", "b", pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); struct timespec t = {0, (s[0] - 'a') * 2000000000l}; return pthread_mutex_timedlock(&m, &t) == EINVAL;)
BODY(thread_c11, "a", "b", thrd_t t; int r = 0; thrd_create(&t, (thrd_start_t)(void *)give_back, (void *)(intptr_t)s[0]); thrd_join(t, &r); return r - 'a';)
BODY(thread_tss, "a", "b", tss_t k; tss_create(&k, 0); tss_set(k, (void *)(intptr_t)s[0]); return (int)(intptr_t)tss_get(k) - 'a';)
BODY(insn_crc, "a", "b", return _mm_crc32_u8(0, (unsigned char)s[0]) != _mm_crc32_u8(0, 'a');)
BODY(insn_pext, "a", "b", return (int)_pext_u32((unsigned)s[0], 3) - 1;)
BODY(insn_shuffle, "a", "b", __m128i v = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), m = _mm_set1_epi8((char)(s[0] - 'a')); return _mm_extract_epi8(_mm_shuffle_epi8(v, m), 3);)
BODY(insn_movemask, "a", "b", return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_set1_epi8(s[0]), _mm_set1_epi8('b')));)
BODY(insn_cmpistri, "a", "b", __m128i v = _mm_setr_epi8(s[0], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), w = _mm_set1_epi8('b'); return _mm_cmpistrc(w, v, 0);)
BODY(insn_gather, "a", "b", static const int t[4] = {0, 5, 6, 7}; __m128i i = _mm_set1_epi32(s[0] - 'a'); return _mm_extract_epi32(_mm_i32gather_epi32(t, i, 4), 2);)
BODY(insn_maskstore, "a", "b", int t[4] = {0}; _mm_maskstore_epi32(t, _mm_set1_epi32(s[0] == 'a' ? 0 : -1), _mm_set1_epi32(9)); return t[1];)
BODY(insn_nontemporal, "a", "b", static int t[4] __attribute__((aligned(16))); _mm_stream_si32(t, s[0] - 'a'); _mm_sfence(); return t[0];)
BODY(insn_sad, "a", "b", return _mm_cvtsi128_si32(_mm_sad_epu8(_mm_set1_epi8(s[0]), _mm_set1_epi8('a')));)
BODY(insn_float, "a", "b", return _mm_cvtss_si32(_mm_set_ss((float)(s[0] - 'a')));)
BODY(insn_rounding, "a", "b", unsigned was = _mm_getcsr(); _mm_setcsr((was & ~0x6000u) | (unsigned)(s[0] - 'a') << 14); volatile float a = 1, b = 3; float r = a / b; _mm_setcsr(was); volatile float q = a / b; return r != q;)
BODY(insn_addcarry, "a", "b", unsigned r; return _addcarry_u32(0, (unsigned)s[0] + 0xffffff9eu, 0, &r);)
BODY(insn_asm_memory, "a", "b", int r; __asm__ volatile("movsbl (%1), %0" : "=r"(r) : "r"(s)); return r - 'a';)
BODY(insn_asm_string, "a", "b", char c = 'a'; const char *p = s; char *q = &c; long n = 1; __asm__ volatile("rep movsb" : "+S"(p), "+D"(q), "+c"(n)::"memory"); return c - 'a';)
BODY(insn_asm_stack, "a", "b", long v = s[0]; long r; __asm__ volatile("sub $128, %%rsp\n push %1\n pop %0\n add $128, %%rsp" : "=&r"(r) : "r"(v)); return (int)r - 'a';)
__asm__(".data\nhidden_byte: .byte 97\n.text\nhidden_get: movsbl hidden_byte(%rip), %eax\n ret\nhidden_set: movb %dil, hidden_byte(%rip)\n ret\n");
extern int hidden_get(void);
extern void hidden_set(int);
BODY(insn_asm_function, "a", "b", hidden_set(s[0]); return hidden_get() - 'a';)
BODY(insn_setjmp_register, "a", "b", jmp_buf j; volatile int n = 0; int r = setjmp(j); if (n++ == 0) longjmp(j, s[0]); return r - 'a';)
BODY(insn_vla, "a", "b", char t[s[0] - 'a' + 1]; return (int)sizeof t - 1;)
BODY(insn_alloca_gap, "a", "b", char *p = __builtin_alloca(64); memset(p, 0, 64); p[s[0] - 'a'] = 1; return p[1];)
BODY(insn_frame, "a", "b", volatile int v = s[0]; return ((volatile int *)&v)[0] - 'a';)
static NOINLINE int many(int n, ...) { va_list ap; va_start(ap, n); int r = 0; for (int i = 0; i < n; i++) r = va_arg(ap, int); va_end(ap); return r; }
BODY(insn_va_int, "a", "b", return many(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, s[0]) - 'a';)
BODY(insn_va_count, "a", "b", return many(s[0] - 'a' + 1, 0, 5);)
static NOINLINE int va_pass(const char *f, ...) { va_list ap, b; va_start(ap, f); va_copy(b, ap); char t[16] = ""; vsnprintf(t, 16, f, b); va_end(b); va_end(ap); return t[0]; }
BODY(insn_va_copy, "a", "b", return va_pass("%c", s[0]) - 'a';)
typedef int (*ifunc)(void);
static int zero(void) { return 0; }
static int five(void) { return 5; }
BODY(insn_table_call, "a", "b", static const ifunc t[2] = {zero, five}; return t[s[0] - 'a']();)
BODY(insn_goto_table, "a", "b", static const void *const t[2] = {&&x, &&y}; goto *t[s[0] - 'a']; x: return 0; y: return 1;)
BODY(insn_qsort_context, "a", "b", int v[2] = {1, 2}; static char c; c = s[0]; return v[0] - 1 + (c - 'a');)
BODY(insn_union_float, "a", "b", union { float f; unsigned u; } x = {.f = (float)s[0]}; return x.u != 0x42c20000;)
BODY(insn_long_double, "a", "b", long double d = s[0]; d /= 97; return d != 1;)
BODY(insn_bitfield, "a", "b", struct { unsigned a : 3, b : 9; } x = {0}; x.b = (unsigned)s[0]; return (int)x.b - 'a';)

#include "race.h"
