/* Ways from an input to a number by what code that is not followed can reach: memory that libc keeps a pointer to, that is
 * behind a pointer, far away, or of a kind that has no expression; and by what the kernel keeps. See probes.c. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <arpa/nameser.h>
#include <argp.h>
#include <dirent.h>
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <fenv.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <iconv.h>
#include <immintrin.h>
#include <langinfo.h>
#include <libintl.h>
#include <link.h>
#include <locale.h>
#include <math.h>
#include <mqueue.h>
#include <netdb.h>
#include <netinet/in.h>
#include <obstack.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <resolv.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>
#include <wordexp.h>

#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)

/* What some of them need. */
static int hit;
static const char *text;
static int the_argc;
static char **the_argv;
__attribute__((constructor)) static void begin(int c, char **v) { the_argc = c; the_argv = v; }
static char early;
__attribute__((constructor)) static void first(int c, char **v) { if (c > 1) early = v[1][0]; }
static int pick(const struct dirent *d) { return d->d_name[0] == text[0]; }
static int each(struct dl_phdr_info *i, size_t n, void *p) { (void)i; (void)n; return *(const char *)p - 'a'; }
static int each_file(const char *f, const struct stat *st, int flag, struct FTW *w) { (void)f; (void)st; (void)flag; (void)w; return text[0] - 'a'; }
static ssize_t cookie_read(void *c, char *b, size_t n) { (void)n; b[0] = *(const char *)c; return 1; }
static ssize_t cookie_write(void *c, const char *b, size_t n) { *(char *)c = b[0]; return (ssize_t)n; }
static void on_value(int n, siginfo_t *i, void *c) { (void)n; (void)c; hit = i->si_value.sival_int; }
static int thread_value(void *p) { return (int)(long)p; }
static void *exits(void *p) { pthread_exit((void *)((long)*(const char *)p - 'a')); }
static error_t parse_option(int k, char *a, struct argp_state *t) { (void)a; (void)t; if (k == 'b') hit = 1; return 0; }
static void leave_value(int status, void *p) { (void)status; (void)p; }
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
static int by_far(const void *a, const void *b) { return ((const char *)a)[2] - ((const char *)b)[2]; }
static int by_text(const void *a, const void *b) { (void)a; (void)b; return text[0] == 'a' ? -1 : 1; }
static void twalk_with(const void *n, VISIT v, void *p) { (void)n; (void)v; hit = *(const char *)p - 'a'; }
static ucontext_t here;
struct pair { char *a, *b; };
typedef char wide_t __attribute__((ext_vector_type(128)));

/* ---- memory that libc keeps a pointer to ---- */
BODY(keeps_setvbuf, "a", "b", static char b[64]; FILE *f = fmemopen("xy", 2, "r"); setvbuf(f, b, _IOFBF, 64); fgetc(f); b[1] = s[0]; return fgetc(f) - 'a';)
BODY(keeps_setvbuf_fscanf, "0", "5", static char b[64]; FILE *f = fmemopen("x1", 2, "r"); setvbuf(f, b, _IOFBF, 64); fgetc(f); b[1] = s[0]; float n = 0; fscanf(f, "%f", &n); return (int)n;)
BODY(keeps_optarg, "a", "b", optarg = (char *)s; char *v = optarg; return v[0] - 'a';)
BODY(keeps_cookie, "a", "b", char t[2] = {s[0], 0}; FILE *f = fopencookie(t, "r", (cookie_io_functions_t){.read = cookie_read}); return fgetc(f) - 'a';)
BODY(keeps_cookie_write, "a", "b", static char t[2] = "a"; FILE *f = fopencookie(t, "w", (cookie_io_functions_t){.write = cookie_write}); fputc(s[0], f); fclose(f); return t[0] - 'a';)
BODY(keeps_cookie_print, "a", "b", static char t[2] = "0"; FILE *f = fopencookie(t, "w", (cookie_io_functions_t){.write = cookie_write}); fprintf(f, "%d", s[0] - 'a'); fflush(f); return t[0] - '0';)
BODY(keeps_tree, "a", "b", char t[4] = "xq"; void *root = 0; tsearch(t, &root, (int (*)(const void *, const void *))strcmp); t[1] = s[0]; return tfind("xb", &root, (int (*)(const void *, const void *))strcmp) != 0;)
BODY(keeps_obstack, "a", "b", struct obstack o; obstack_init(&o); obstack_printf(&o, "x%s", s); obstack_1grow(&o, 0); return ((char *)obstack_finish(&o))[1] - 'a';)
BODY(keeps_locale, "C", "C.UTF-8", setlocale(LC_CTYPE, s); return MB_CUR_MAX > 1;)
BODY(keeps_textdomain, "a", "b", textdomain(s); return textdomain(0)[0] - 'a';)
BODY(keeps_logmask, "a", "b", setlogmask(s[0] - 'a' + 1); return setlogmask(0) - 1;)
BODY(keeps_signal, "a", "b", signal(SIGUSR1, (void (*)(int))(long)(s[0] - 'a' + 16)); return (int)(long)signal(SIGUSR1, SIG_DFL) - 16;)
BODY(keeps_concurrency, "a", "b", pthread_setconcurrency(s[0] - 'a'); return pthread_getconcurrency();)
BODY(keeps_cancel, "a", "b", int o = 0; pthread_setcancelstate(s[0] == 'a' ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE, 0); pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &o); return o != PTHREAD_CANCEL_ENABLE;)
BODY(keeps_errno, "a", "/", int *e = &errno; *e = 0; chdir(s); return s[0] == 'a' ? 0 : *e == 0;)
BODY(keeps_optind, "a", "b", optind = s[0] - 'a' + 1; char *v[] = {"x", "-q", "-r", 0}; return getopt(3, v, "qr") - 'q';)
BODY(keeps_seed48, "a", "b", unsigned short x[3] = {(unsigned short)s[0], 0, 0}; seed48(x); long r = lrand48(); x[0] = 'a'; seed48(x); return r != lrand48();)
BODY(keeps_fenv, "a", "b", fenv_t e; fegetenv(&e); feraiseexcept(s[0] == 'a' ? 0 : FE_INEXACT); int r = fetestexcept(FE_INEXACT); fesetenv(&e); return r;)

/* ---- behind a pointer, and far away ---- */
BODY(far_heap, "a", "b", char *t = calloc(1, 1 << 20); t[100000] = s[0]; return memmem(t, 1 << 20, "b", 1) != 0;)
BODY(far_global, "a", "b", static char t[1 << 20]; t[100000] = s[0]; return memmem(t, 1 << 20, "b", 1) != 0;)
BODY(far_qsort, "a", "b", static char t[2][8000]; t[0][2] = s[0]; t[1][2] = 'a'; t[0][7000] = 'q'; qsort(t, 2, 8000, by_far); return t[0][7000] != 'q';)
BODY(behind_iconv, "a", "b", char in[8] = {'x', s[0]}, out[8] = "xa"; char *i = in, *o = out; size_t a = 2, b = 7; iconv_t c = iconv_open("UTF-8", "LATIN1"); iconv(c, &i, &a, &o, &b); return out[1] - 'a';)
BODY(behind_mbsrtowcs, "a", "b", char in[8] = {'x', s[0]}; const char *i = in; wchar_t w[8] = L"xa"; mbstate_t st = {0}; mbsrtowcs(w, &i, 8, &st); return w[1] - 'a';)
BODY(behind_getsubopt, "a", "b", char in[8] = {'x', ',', s[0]}; char *i = in, *v = 0; char *t[] = {"x", "b", 0}; getsubopt(&i, t, &v); return getsubopt(&i, t, &v) == 1;)
BODY(behind_strtol_end, "xa", "xb", char in[8] = {'1', s[0], s[1]}; char *e; strtold(in, &e); return e[1] - 'a';)
BODY(behind_argp, "-a", "-b", char w[8] = {'-', s[1]}; char *v[] = {"x", w, 0}; struct argp_option o[] = {{0, 'a', 0, 0, 0, 0}, {0, 'b', 0, 0, 0, 0}, {0}}; struct argp p = {o, parse_option, 0, 0, 0, 0, 0}; argp_parse(&p, 2, v, ARGP_SILENT, 0, 0); return hit;)
BODY(behind_getopt_only, "a", "b", char w[8] = {'-', s[0]}; char *v[] = {"x", w, 0}; struct option o[] = {{"bb", 0, 0, 'b'}, {0}}; opterr = 0; return getopt_long_only(2, v, "", o, 0) == 'b';)
BODY(behind_wordexp, "a", "b", wordexp_t w; char t[8] = {'x', ' ', s[0]}; if (wordexp(t, &w, WRDE_NOCMD)) return 0; return w.we_wordv[1][0] - 'a';)
BODY(behind_glob, "n", "v", glob_t g; char t[16] = "/de?/nul"; t[4] = s[0]; t[3] = 'e'; t[2] = 'd'; t[8] = 0; strcpy(t, "/de"); t[3] = s[0]; strcpy(t + 4, "/nul?"); return glob(t, 0, 0, &g) == 0;)
BODY(behind_writev, "a", "b", struct pair { const char *p; } q = {s}; char buf[8] = "a"; int p[2]; struct iovec v[2] = {{"x", 1}, {(void *)q.p, 1}}; if (pipe(p) || writev(p[1], v, 2) != 2 || read(p[0], buf, 2) != 2) return 0; return buf[1] - 'a';)
BODY(behind_strings, "a", "b", char a[4] = {'x', s[0]}, b[4] = "xa"; char *v[2] = {a, b}; return strcoll(v[0], v[1]);)
BODY(behind_argz, "a", "b", char a[4] = {'x', s[0]}; char *v[] = {"q", a, 0}, *z = 0; size_t n = 0; extern int argz_create(char *const *, char **, size_t *); argz_create(v, &z, &n); return z[3] - 'a';)
BODY(behind_vector, "a", "b", char t[64] = "", u[64]; t[37] = s[0]; struct iovec v = {t, 64}, w = {u, 64}; process_vm_readv(getpid(), &w, 1, &v, 1, 0); return u[37] ? u[37] - 'a' : 0;)

/* ---- calls back ---- */
BODY(back_scandir, "z", ".", struct dirent **d; text = s; int n = scandir("/", &d, pick, alphasort); return n > 0;)
BODY(back_phdr, "a", "b", char t[2] = {s[0], 0}; return dl_iterate_phdr(each, t);)
BODY(back_nftw, "a", "b", text = s; return nftw("/dev/null", each_file, 4, 0);)
BODY(back_qsort, "a", "b", char t[2] = "xy"; text = s; qsort(t, 2, 1, by_text); return t[0] != 'x';)
BODY(back_twalk, "a", "b", void *root = 0; char t[2] = {s[0], 0}; tsearch("q", &root, (int (*)(const void *, const void *))strcmp); twalk_r(root, twalk_with, t); return hit;)
BODY(back_timer, "a", "b", timer_t t; struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1}; e.sigev_value.sival_int = s[0] - 'a'; struct sigaction a = {.sa_sigaction = on_value, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0); timer_create(CLOCK_MONOTONIC, &e, &t); struct itimerspec i = {{0, 0}, {0, 1000}}; timer_settime(t, 0, &i, 0); usleep(20000); return hit;)
BODY(back_thread_exit, "a", "b", pthread_t t; void *r = 0; pthread_create(&t, 0, exits, (void *)s); pthread_join(t, &r); return (int)(long)r;)
BODY(back_thrd, "a", "b", thrd_t t; int r = 0; thrd_create(&t, thread_value, (void *)(long)(s[0] - 'a')); thrd_join(t, &r); return r;)
BODY(back_tss, "a", "b", tss_t k; tss_create(&k, 0); tss_set(k, (void *)(long)(s[0] - 'a')); return (int)(long)tss_get(k);)
BODY(back_sigwait, "a", "b", sigset_t m; siginfo_t i; sigemptyset(&m); sigaddset(&m, SIGUSR1); sigprocmask(SIG_BLOCK, &m, 0); sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = s[0] - 'a'}); sigwaitinfo(&m, &i); return i.si_value.sival_int;)

/* ---- what is trusted not to look ---- */
BODY(trusted_sem_open, "/zq", "/zb", sem_t *b = sem_open("/zb", O_CREAT, 0600, 0), *m = sem_open(s, 0); sem_unlink("/zb"); return m != SEM_FAILED;)
BODY(trusted_demangle, "i", "c", extern char *__cxa_demangle(const char *, char *, size_t *, int *); int st = 0; char *(*f)(const char *, char *, size_t *, int *) = dlsym(RTLD_DEFAULT, "__cxa_demangle"); return f ? f(s, 0, 0, &st)[0] - 'i' : s[0] - 'i';)
BODY(trusted_thrd_sleep, "a", "b", struct timespec a, b, t = {s[0] - 'a', 0}; clock_gettime(CLOCK_MONOTONIC, &a); thrd_sleep(&t, 0); clock_gettime(CLOCK_MONOTONIC, &b); return b.tv_sec - a.tv_sec > 0;)
BODY(trusted_usleep, "a", "b", struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); usleep((unsigned)(s[0] - 'a') * 700000); clock_gettime(CLOCK_MONOTONIC, &b); return (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000 > 500;)
BODY(trusted_time, "a", "b", time_t a = time(0); sleep((unsigned)(s[0] - 'a') * 2); return time(0) - a > 1;)
BODY(trusted_msg_length, "a", "b", int p[2]; struct iovec v = {"xy", (size_t)(s[0] - 'a' + 1)}; char t[4]; if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p)) return 0; writev(p[0], &v, 1); return (int)recv(p[1], t, 4, 0) - 1;)
BODY(trusted_recv_length, "a", "b", int p[2]; char t[4]; struct iovec v = {t, (size_t)(s[0] - 'a' + 1)}; if (pipe(p) || write(p[1], "xy", 2) != 2) return 0; return (int)readv(p[0], &v, 1) - 1;)
BODY(trusted_spin, "a", "b", pthread_spinlock_t l = (s[0] - 'a') ? 1 : 0; pthread_spin_init(&l, 0); return s[0] - 'a' + pthread_spin_trylock(&l);)
BODY(trusted_feof, "a", "b", FILE *f = fmemopen("x", 1, "r"); if (s[0] == 'b') fgetc(f); fgetc(f); return feof(f) != 0;)
BODY(trusted_atexit, "a", "b", return on_exit(leave_value, (void *)s) + s[0] - 'a';)
BODY(trusted_mmap, "a", "b", char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, s[0] == 'a' ? 0 : 1); return p == MAP_FAILED;)
BODY(trusted_mmap_at, "a", "b", char *w = (char *)0x700000000000 + 4096l * (s[0] - 'a'); char *p = mmap(w, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0); return (int)((long)p >> 12) & 1;)

/* ---- the kernel keeps it ---- */
BODY(kernel_epoll, "a", "b", int e = epoll_create1(0), p[2]; struct epoll_event v = {.events = EPOLLOUT}, w = {0}; v.data.u64 = (uint64_t)(s[0] - 'a'); if (pipe(p)) return 0; epoll_ctl(e, EPOLL_CTL_ADD, p[1], &v); if (epoll_wait(e, &w, 1, 0) != 1) return 0; return (int)w.data.u64;)
BODY(kernel_timerfd, "a", "b", int d = timerfd_create(CLOCK_MONOTONIC, 0); struct itimerspec i = {{100 + s[0] - 'a', 0}, {100, 0}}, j = {{0}}; timerfd_settime(d, 0, &i, 0); timerfd_gettime(d, &j); return (int)j.it_interval.tv_sec - 100;)
BODY(kernel_itimer, "a", "b", struct itimerval i = {{100 + s[0] - 'a', 0}, {100, 0}}, j = {{0}}; setitimer(ITIMER_REAL, &i, 0); getitimer(ITIMER_REAL, &j); return (int)j.it_interval.tv_sec - 100;)
BODY(kernel_alarm, "a", "b", alarm((unsigned)(s[0] - 'a') * 50 + 50); return alarm(0) > 60;)
BODY(kernel_timer, "a", "b", timer_t t; timer_create(CLOCK_MONOTONIC, 0, &t); struct itimerspec i = {{100 + s[0] - 'a', 0}, {100, 0}}, j = {{0}}; timer_settime(t, 0, &i, 0); timer_gettime(t, &j); return (int)j.it_interval.tv_sec - 100;)
BODY(kernel_priority, "a", "b", setpriority(PRIO_PROCESS, 0, s[0] - 'a' + 10); return getpriority(PRIO_PROCESS, 0) - 10;)
BODY(kernel_nice, "a", "b", int was = nice(0); return nice(s[0] - 'a') - was;)
BODY(kernel_pdeathsig, "a", "b", int v = 0; prctl(PR_SET_PDEATHSIG, s[0] - 'a' + 10); prctl(PR_GET_PDEATHSIG, &v); return v - 10;)
BODY(kernel_dumpable, "a", "b", prctl(PR_SET_DUMPABLE, s[0] == 'a'); return prctl(PR_GET_DUMPABLE) != 1;)
BODY(kernel_gs, "a", "b", unsigned long g = 0; syscall(SYS_arch_prctl, 0x1001, (unsigned long)(s[0] - 'a')); syscall(SYS_arch_prctl, 0x1004, &g); return (int)g;)
BODY(kernel_owner, "a", "b", int p[2]; if (pipe(p)) return 0; fcntl(p[0], F_SETSIG, s[0] - 'a' + 10); return fcntl(p[0], F_GETSIG) - 10;)
BODY(kernel_pipe_size, "a", "b", int p[2]; if (pipe(p)) return 0; fcntl(p[0], F_SETPIPE_SZ, 4096 << (s[0] - 'a')); return fcntl(p[0], F_GETPIPE_SZ) - 4096;)
BODY(kernel_mode, "a", "b", int d = memfd_create("x", 0); struct stat st; fchmod(d, 0600 + (mode_t)(s[0] - 'a')); fstat(d, &st); return (int)(st.st_mode & 0777) - 0600;)
BODY(kernel_seals, "a", "b", int d = memfd_create("x", MFD_ALLOW_SEALING); fcntl(d, F_ADD_SEALS, s[0] == 'a' ? 0 : F_SEAL_GROW); return fcntl(d, F_GET_SEALS);)
BODY(kernel_signalfd, "a", "b", sigset_t m; struct signalfd_siginfo i = {0}; sigemptyset(&m); sigaddset(&m, SIGUSR1); sigprocmask(SIG_BLOCK, &m, 0); int d = signalfd(-1, &m, SFD_NONBLOCK); sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = s[0] - 'a'}); if (read(d, &i, sizeof i) < 1) return 0; return i.ssi_int;)
BODY(kernel_pending, "a", "b", sigset_t m; sigemptyset(&m); sigaddset(&m, SIGUSR1); sigaddset(&m, SIGUSR2); sigprocmask(SIG_BLOCK, &m, 0); raise(s[0] == 'a' ? SIGUSR1 : SIGUSR2); sigset_t q; sigpending(&q); return sigismember(&q, SIGUSR2);)
BODY(kernel_futex, "a", "b", int f = 'b'; struct timespec t = {0, 1000}; long r = syscall(SYS_futex, &f, 128, s[0], &t, 0, 0); return r == -1 && errno == ETIMEDOUT;)
BODY(kernel_mq, "a", "b", struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 8}; mq_unlink("/prq"); mqd_t q = mq_open("/prq", O_CREAT | O_RDWR, 0600, &a); char t[8] = "a"; unsigned pr = 0; mq_send(q, "x", 1, (unsigned)(s[0] - 'a')); mq_receive(q, t, 8, &pr); mq_unlink("/prq"); return (int)pr;)
BODY(kernel_affinity, "a", "b", cpu_set_t c; CPU_ZERO(&c); CPU_SET(s[0] - 'a', &c); sched_setaffinity(0, sizeof c, &c); CPU_ZERO(&c); sched_getaffinity(0, sizeof c, &c); return CPU_ISSET(1, &c);)
BODY(kernel_rights, "a", "b", int p[2], q[2]; if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p) || pipe(q)) return 0; union { char b[64]; struct cmsghdr h; } u = {{0}}; struct iovec v = {"x", 1}; struct msghdr h = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = u.b, .msg_controllen = CMSG_SPACE(4)}; u.h = (struct cmsghdr){CMSG_LEN(4), SOL_SOCKET, SCM_RIGHTS}; write(q[1], "y", 1); int z[2]; if (pipe(z)) return 0; *(int *)CMSG_DATA(&u.h) = s[0] == 'a' ? z[0] : q[0]; sendmsg(p[0], &h, 0); char t[2]; v.iov_base = t; memset(u.b, 0, 64); h.msg_controllen = 64; recvmsg(p[1], &h, MSG_DONTWAIT); int d = *(int *)CMSG_DATA(&u.h), n = 0; ioctl(d, FIONREAD, &n); return n;)
BODY(kernel_inet, "a", "b", int d = socket(AF_INET, SOCK_DGRAM, 0); struct sockaddr_in i = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000001 + (unsigned)(s[0] - 'a'))}, j = {0}; socklen_t n = sizeof j; bind(d, (void *)&i, sizeof i); getsockname(d, (void *)&j, &n); return j.sin_addr.s_addr != htonl(0x7f000001);)
BODY(kernel_shutdown, "a", "b", int p[2]; char c; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p)) return 0; shutdown(p[0], s[0] == 'a' ? SHUT_RD : SHUT_WR); return recv(p[1], &c, 1, MSG_DONTWAIT) == 0;)
BODY(kernel_fallocate, "a", "b", int d = memfd_create("x", 0); struct stat st; fallocate(d, 0, 0, 100 + s[0] - 'a'); fstat(d, &st); return (int)st.st_size - 100;)
BODY(kernel_sbrk, "a", "b", char *a = sbrk(0); sbrk((s[0] - 'a') * 4096); return (char *)sbrk(0) != a;)
BODY(kernel_mincore, "a", "b", char *p = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p[0] = 1; unsigned char v = 0; mincore(p + 4096 * (s[0] - 'a'), 4096, &v); return !(v & 1);)
BODY(kernel_madvise, "a", "b", char *p = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p[0] = 1; madvise(p, 4096, s[0] == 'a' ? MADV_NORMAL : MADV_DONTNEED); return p[0] == 0;)
BODY(kernel_mprotect, "a", "b", char *p = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); mprotect(p, 4096, s[0] == 'a' ? PROT_READ : PROT_READ | PROT_WRITE); int d = open("/dev/zero", O_RDONLY); return read(d, p, 1) == 1;)
BODY(kernel_uring, "a", "b", return (int)syscall(425, (unsigned)(s[0] - 'a'), 0) == -EFAULT * 0 - 1 && errno == EFAULT && s[0] != 'a';)
BODY(kernel_cwd_fd, "/", "/dev", int d = open(s, O_RDONLY | O_DIRECTORY); fchdir(d); return access("null", F_OK) == 0;)
BODY(kernel_openat, "/", "/dev", int d = open(s, O_PATH | O_DIRECTORY); return faccessat(d, "null", F_OK, 0) == 0;)
BODY(kernel_unlink, "q", "w", close(open("w", O_CREAT | O_WRONLY, 0600)); unlink(s); int r = access("w", F_OK) != 0; unlink("w"); return r;)
BODY(kernel_link, "q", "w", close(open("v", O_CREAT | O_WRONLY, 0600)); link("v", s); int r = access("w", F_OK) == 0; unlink("v"); unlink("q"); unlink("w"); return r;)
BODY(kernel_content, "q", "w", int d = open(s, O_CREAT | O_WRONLY | O_TRUNC, 0600); write(d, "x", 1); close(d); d = open("w", O_RDONLY); char c = 0; int r = read(d, &c, 1) == 1; unlink("q"); unlink("w"); return r;)
BODY(kernel_dirs, "q", "w", int n = 0; close(open(s, O_CREAT | O_WRONLY, 0600)); DIR *d = opendir("."); for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] == 'w' && !e->d_name[1]; unlink(s); return n;)

/* ---- kinds of values ---- */
BODY(kind_fp80, "a", "b", union { long double d; char c[16]; } u = {0}, v; u.d = 1; u.c[0] = s[0] - 'a'; volatile long double x = u.d; v.d = x; return v.c[0];)
BODY(kind_float128, "a", "b", union { __float128 d; char c[16]; } u = {0}, v; u.c[0] = s[0] - 'a'; volatile __float128 x = u.d; v.d = x; return v.c[0];)
BODY(kind_bitint, "a", "b", typedef _BitInt(100) w; volatile w x = (w)(s[0] - 'a') << 70; return (int)(x >> 70);)
BODY(kind_vector, "a", "b", wide_t a = {0}; a[77] = s[0] - 'a'; volatile wide_t b = a; wide_t c = b; return c[77];)
BODY(kind_struct128, "a", "b", struct big { char c[200]; } a = {{0}}, b; a.c[150] = s[0] - 'a'; volatile struct big *p = &b; *p = a; return b.c[150];)
BODY(kind_bool_vector, "a", "b", typedef char v16 __attribute__((vector_size(16))); v16 a = {s[0]}, b = {'b'}; v16 c = a == b; return c[0];)
BODY(kind_x87_asm, "a", "b", int i = s[0] - 'a', r; __asm__ volatile("fildl %1\n fistpl %0" : "=m"(r) : "m"(i)); return r;)
BODY(kind_flags_asm, "a", "b", unsigned char r; int i = s[0]; __asm__("cmpl $98, %1" : "=@ccz"(r) : "r"(i)); return r;)
BODY(kind_swap_asm, "a", "b", int a = s[0] - 'a', b = 0, x, y; __asm__ volatile("" : "=r"(x), "=r"(y) : "0"(b), "1"(a)); return y;)
BODY(kind_goto_asm, "a", "b", int i = s[0]; __asm__ goto("cmpl $98, %0\n je %l[yes]" ::"r"(i) : "cc" : yes); return 0; yes: return 1;)
BODY(kind_red_zone, "a", "b", int r; long t = s[0] - 'a'; __asm__ volatile("push %1\n pop %%rax\n mov %%eax, %0" : "=r"(r) : "r"(t) : "rax", "memory"); return r;)
BODY(kind_stack_asm, "a", "b", volatile int t[4] = {0, 0, 0, s[0] - 'a'}; long at = (long)&t[0] + 12; int r; __asm__ volatile("movl (%1), %0" : "=r"(r) : "r"(at)); return r + 0 * t[3];)
BODY(kind_cmpxchg, "a", "b", static int x = 5; int was = s[0] == 'a' ? 4 : 5; return __atomic_compare_exchange_n(&x, &was, 9, 0, 5, 5);)
BODY(kind_cmpxchg16, "a", "b", static __int128 x __attribute__((aligned(16))); x = (__int128)(s[0] - 'a') << 64; __int128 y = x; return (int)(y >> 64);)
BODY(kind_pun, "a", "b", double d = 0; memcpy(&d, &(long){(long)(s[0] - 'a')}, 8); long l; volatile double e = d; d = e; memcpy(&l, &d, 8); return (int)l;)
BODY(kind_double_neg, "a", "b", union { double d; long l; } u = {.l = s[0] - 'a'}; u.d = -u.d; u.d = -u.d; return (int)u.l;)
BODY(kind_fabs, "a", "b", union { double d; long l; } u = {.l = s[0] - 'a'}; u.d = __builtin_fabs(u.d); return (int)u.l;)
BODY(kind_copysign, "a", "b", union { double d; long l; } u = {.l = (long)(s[0] - 'a') << 63}; return __builtin_copysign(1.0, u.d) < 0;)
BODY(kind_isnan, "a", "b", union { float f; int i; } u = {.i = 0x7f800000 + s[0] - 'a'}; return __builtin_isnan(u.f);)
BODY(kind_select_float, "a", "b", volatile float x = 1, y = 2; float z = s[0] == 'a' ? x : y; return z > 1.5f;)
BODY(kind_phi_pointer, "a", "b", static int a, b = 4; volatile int *p = s[0] == 'a' ? &a : &b; return *p;)
BODY(kind_pointer_difference, "a", "b", const char *p = s; while (*p == 'a') p++; return (int)(p - s) - 1;)
BODY(kind_address_bits, "a", "b", static char t[4096] __attribute__((aligned(4096))); return (int)((uintptr_t)&t[s[0] - 'a'] & 255);)
BODY(kind_table_of_tables, "a", "b", static const int x[2] = {0, 0}, y[2] = {3, 3}; static const int *const t[2] = {x, y}; return t[s[0] - 'a'][1];)
BODY(kind_string_table, "a", "b", static const char *const t[2] = {"a", "b"}; return strcmp(t[s[0] - 'a'], "a");)
BODY(kind_switch, "a", "q", switch (s[0]) { case 'a': return 0; case 'b': return 0; case 'c': return 0; case 'd': return 0; case 'e': return 0; case 'q': return 8; default: return 0; })
BODY(kind_stack_depth, "a", "b", char *volatile p = alloca((size_t)(s[0] - 'a') * 4096 + 16); return (int)(((char *)__builtin_frame_address(0) - p) / 4096);)
BODY(kind_return_two, "a", "b", lldiv_t d = lldiv(s[0] - 'a', 1); return (int)d.quot;)
BODY(kind_remquo, "a", "b", int q; volatile double x = (s[0] - 'a') * 3; remquo(x, 3, &q); return q;)
BODY(kind_modf, "a", "b", double i; volatile double x = s[0] - 'a'; modf(x, &i); return (int)i;)
BODY(kind_lgamma, "a", "b", int g; volatile double x = s[0] == 'a' ? 1 : -0.5; lgamma_r(x, &g); return g != 1;)
BODY(kind_nan, "1", "2", union { double d; long l; } u = {.d = nan(s)}; return (int)u.l - 1;)
BODY(kind_jn, "a", "b", volatile double x = 0; return jn(s[0] - 'a', x) < 0.5;)
BODY(kind_termios, "a", "b", struct termios t = {0}; cfsetospeed(&t, (speed_t)(s[0] == 'a' ? B9600 : B19200)); return cfgetospeed(&t) != B9600;)
BODY(kind_getcontext, "a", "b", static volatile int n; static volatile char was; n = 0; was = s[0]; getcontext(&here); if (n++ < was - 'a') setcontext(&here); return n - 1;)

/* ---- text ---- */
BODY(text_dn_expand, "a", "b", unsigned char m[4] = {1, (unsigned char)s[0], 0, 0}; char t[16] = "a"; dn_expand(m, m + 4, m, t, 16); return t[0] - 'a';)
BODY(text_getnameinfo, "a", "b", struct sockaddr_in i = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x01000000 + (unsigned)(s[0] - 'a'))}; char t[32] = "1.0.0.0"; getnameinfo((void *)&i, sizeof i, t, 32, 0, 0, NI_NUMERICHOST); return t[6] - '0';)
BODY(text_inet_network, "1", "2", return (int)inet_network(s) - 1;)
BODY(text_confstr, "a", "b", char t[64]; return confstr(s[0] == 'a' ? _CS_PATH : _CS_GNU_LIBC_VERSION, t, 64) && t[0] == 'g';)
BODY(text_strerrorname, "\x01", "\x02", return strerrorname_np(s[0])[1] != 'P';)
BODY(text_langinfo, "a", "b", return nl_langinfo(ABDAY_1 + s[0] - 'a')[0] != 'S';)
BODY(text_wcwidth, "a", "\x01", return wcwidth(s[0]) != 1;)
BODY(text_wcstok, "a", "b", wchar_t w[4] = {s[0], ' ', 0}, *q; return wcstok(w, L" ", &q)[0] - 'a';)
BODY(text_percent_n, "a", "bb", int n = 0; char t[80]; snprintf(t, 80, "%s%n", s, &n); return n - 1;)
BODY(text_percent_m, "a", "b", char t[80] = ""; errno = s[0] - 'a' + 1; snprintf(t, 80, "%m"); return t[0] != 'O';)
BODY(text_positional, "a", "b", char t[8]; snprintf(t, 8, "%2$c%1$c", 'x', s[0]); return t[0] - 'a';)
BODY(text_format, "a", "b", char f[4] = {'%', s[0] == 'a' ? 'd' : 'c', 0}, t[16]; snprintf(t, 16, f, '1'); return t[0] != '4';)
BODY(text_scan_format, "a", "b", char f[4] = {'%', s[0] == 'a' ? 'o' : 'd', 0}; int n = 0; sscanf("10", f, &n); return n - 8;)
BODY(text_scan_set, "a", "b", char t[4] = ""; return sscanf(s, "%1[^b]", t) != 1;)
BODY(text_strfry, "ab", "cb", char t[8]; memcpy(t, s, 2); t[2] = 0; memfrob(t, 2); return t[0] - ('a' ^ 42);)
BODY(text_program_name, "a", "b", return the_argv[the_argc - 1][0] - 'a';)
BODY(text_early, "a", "b", return early ? early - 'a' : 0;)
BODY(text_ether, "a", "b", extern int ether_hostton(const char *, void *); char t[16]; return snprintf(t, 16, "%02x", s[0] - 'a') && t[1] != '0';)
BODY(text_getopt_optstring, "a", "b", char o[2] = {s[0], 0}; char *v[] = {"x", "-b", 0}; opterr = 0; optind = 1; return getopt(2, v, o) == 'b';)
BODY(text_mkstemp, "a", "b", char t[16] = "/dev/XXXXXX"; t[1] = s[0] == 'a' ? 'q' : 't'; if (s[0] != 'a') memcpy(t, "/tmp/XXXXXX", 12); int d = mkstemp(t); if (d >= 0) unlink(t); return d >= 0;)
BODY(text_hash_order, "a", "b", unsigned h[4] = {0}; h[(unsigned)s[0] * 2654435761u >> 30] = 1; return !h[(unsigned)'a' * 2654435761u >> 30];)
BODY(text_args_count, "a", "b", return the_argc - 2 + (s[0] - 'a');)

/* ---- standard input and files ---- */
INPUT(in_dev_fd, "a", "b", char c = 'a'; int d = open("/dev/fd/0", O_RDONLY); read(d, &c, 1); return c - 'a';)
INPUT(in_thread_fd, "a", "b", char c = 'a'; int d = open("/proc/thread-self/fd/0", O_RDONLY); read(d, &c, 1); return c - 'a';)
INPUT(in_pid_fd, "a", "b", char c = 'a', t[40]; snprintf(t, 40, "/proc/%d/fd/0", (int)getpid()); int d = open(t, O_RDONLY); read(d, &c, 1); return c - 'a';)
INPUT(in_preadv2_raw, "a", "b", char c = 'a'; struct iovec v = {&c, 1}; syscall(SYS_preadv2, 0, &v, 1, 0, 0, 0); return c - 'a';)
INPUT(in_mmap_exec, "a", "b", int d = memfd_create("x", 0); char t[4096] = "a"; ssize_t n = read(0, t, 4096); write(d, t, (size_t)n); volatile char *p = mmap(0, 4096, PROT_READ, MAP_SHARED, d, 0); return p[0] - 'a';)
INPUT(in_fread_struct, "aaaaaaaa", "aaaabaaa", struct { int a; char b; } x = {0}; fread(&x, sizeof x, 1, stdin); return x.b - 'a';)
INPUT(in_getc_macro, "ab", "aa", getchar(); return getc_unlocked(stdin) - 'b';)
INPUT(in_buffer_peek, "ab", "aa", getchar(); return stdin->_IO_read_ptr[0] - 'b';)
INPUT(in_clearerr, "a", "ab", getchar(); int c = getchar(); clearerr(stdin); return c != EOF;)
INPUT(in_dup_pread, "a", "b", char c = 'a'; int d = fcntl(0, F_DUPFD_CLOEXEC, 30); pread(d, &c, 1, 0); return c - 'a';)
INPUT(in_splice_twice, "a", "b", int p[2], q[2]; char c = 'a'; if (pipe(p) || pipe(q) || splice(0, 0, p[1], 0, 1, 0) != 1 || splice(p[0], 0, q[1], 0, 1, 0) != 1 || read(q[0], &c, 1) != 1) return 0; return c - 'a';)
INPUT(in_ungetc_far, "a", "b", int c = getchar(); ungetc('x', stdin); ungetc(c, stdin); return getchar() - 'a';)
INPUT(in_fgetc_memory, "a", "b", char *l = 0; size_t n = 0; FILE *m = open_memstream(&l, &n); int c; while ((c = getchar()) != EOF) fputc(c, m); fclose(m); return l[0] - 'a';)
BODY(file_times, "a", "bb", FILE *f = fopen(s, "r"); fseek(f, -1, SEEK_END); return fgetc(f) - 'a';)
BODY(file_name_inside, "/nowhere", "/dev/null", char t[64] = ""; int d = open(s, O_RDONLY); read(d, t, 63); return access(t, F_OK) == 0;)
BODY(file_write_back, "a", "b", int d = open(s, O_RDWR); char c = 'a'; pread(d, &c, 1, 0); pwrite(d, &c, 1, 5); c = 'a'; pread(d, &c, 1, 5); return c - 'a';)
BODY(file_truncate, "a", "b", int d = open(s, O_RDWR); ftruncate(d, 10); char *p = mmap(0, 10, PROT_READ, MAP_PRIVATE, d, 0); return p[0] - 'a';)
BODY(file_hard_link, "a", "b", unlink("ln2"); link(s, "ln2"); int d = open("ln2", O_RDONLY); char c = 'a'; read(d, &c, 1); unlink("ln2"); return c - 'a';)
BODY(file_renamed, "a", "b", rename(s, "moved"); int d = open("moved", O_RDONLY); char c = 'a'; read(d, &c, 1); rename("moved", s); return c - 'a';)
BODY(file_symlink, "a", "b", unlink("ln3"); symlink(s, "ln3"); FILE *f = fopen("ln3", "r"); int c = f ? fgetc(f) : 'a'; unlink("ln3"); return c - 'a';)
BODY(file_glob, "a", "b", glob_t g; if (glob("i?", 0, 0, &g)) return 0; FILE *f = fopen(g.gl_pathv[0], "r"); return fgetc(f) - 'a';)
BODY(file_ifstream_like, "a", "b", int d = open(s, O_RDONLY); FILE *f = fdopen(d, "r"); char t[8] = "a"; fscanf(f, "%7s", t); return t[0] - 'a';)
BODY(file_openat_dir, "a", "b", int e = open(".", O_RDONLY | O_DIRECTORY); int d = openat(e, s, O_RDONLY); char c = 'a'; read(d, &c, 1); return c - 'a';)

/* ---- what libc keeps a pointer to, which changes later; far away; written over ---- */
BODY(keeps_putenv, "0", "5", static char t[] = "TZ=XXX-0"; putenv(t); t[7] = s[0]; tzset(); return (int)timezone;)
BODY(keeps_environ, "0", "5", static char t[] = "TZ=XXX-0", *e[] = {t, 0}; t[7] = s[0]; char **was = environ; environ = e; tzset(); environ = was; return (int)timezone;)
BODY(keeps_initstate, "a", "b", static char t[64]; initstate(1, t, 64); int was = (int)random(); setstate(t); initstate(1, t, 64); t[9] ^= s[0] - 'a'; return (int)random() - was;)
BODY(keeps_initstate_rand, "a", "b", static char t[64]; initstate(1, t, 64); int was = rand(); setstate(t); initstate(1, t, 64); t[9] ^= s[0] - 'a'; return rand() - was;)
BODY(keeps_strtok_by_pointer, "ab", "a,", static char t[8] = "x,yz"; char *(*volatile f)(char *, const char *) = strtok; f(t, ","); memcpy(t + 2, s, 2); char *p = f(0, ","); (void)p; return t[3] == 0;)
BODY(keeps_errno_perror, "a", "b", int p[2]; char t[32] = ""; if (pipe(p)) return 0; int was = dup(2); dup2(p[1], 2); errno = s[0] - 'a'; perror("x"); dup2(was, 2); read(p[0], t, 31); return t[3] - 'S';)
BODY(keeps_errno_warn, "a", "b", int p[2]; char t[64] = ""; if (pipe(p)) return 0; int was = dup(2); dup2(p[1], 2); errno = s[0] - 'a'; warn(0); dup2(was, 2); read(p[0], t, 63); return !strstr(t, "Success");)
BODY(keeps_hsearch, "a", "b", char t[8] = "k"; hcreate(4); ENTRY e = {t, 0}; hsearch(e, ENTER); t[0] = s[0] == 'a' ? 'q' : 'k'; int r = hsearch((ENTRY){"k", 0}, FIND) != 0; hdestroy(); return r;)
BODY(keeps_fmemopen, "a", "b", char t[8] = "xy"; FILE *f = fmemopen(t, 8, "r"); t[1] = s[0]; fgetc(f); return fgetc(f) - 'a';)
BODY(keeps_name, "a", "b", static char t[8] = "xxx"; program_invocation_name = t; char *p = 0; size_t n; FILE *was = stderr; stderr = open_memstream(&p, &n); t[0] = s[0]; error(0, 0, "q"); fclose(stderr); stderr = was; return p[0] - 'a';)
BODY(keeps_openlog, "a", "b", static char t[8] = "xxx"; openlog(t, LOG_PERROR, LOG_USER); t[0] = s[0]; int p[2]; char c = 'a'; if (pipe(p)) return 0; int was = dup(2); dup2(p[1], 2); syslog(LOG_ERR, "x"); dup2(was, 2); read(p[0], &c, 1); return c - 'a';)
BODY(far_stack, "a", "b", char t[10000]; memset(t, 'x', sizeof t); t[9000] = s[0]; return memmem(t, sizeof t, "b", 1) != 0;)
BODY(far_map, "a", "b", char *t = mmap(0, 1 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); t[100000] = s[0]; return memmem(t, 1 << 20, "b", 1) != 0;)
BODY(trusted_sendto, "q", "b", int d = socket(AF_UNIX, SOCK_DGRAM, 0), e = socket(AF_UNIX, SOCK_DGRAM, 0); struct sockaddr_un u = {AF_UNIX, {0}}; memcpy(u.sun_path + 1, "proveb", 6); bind(d, (void *)&u, 9); u.sun_path[6] = s[0]; return sendto(e, "x", 1, 0, (void *)&u, 9) == 1;)
BODY(trusted_sendmsg, "q", "b", int d = socket(AF_UNIX, SOCK_DGRAM, 0), e = socket(AF_UNIX, SOCK_DGRAM, 0); struct sockaddr_un u = {AF_UNIX, {0}}; memcpy(u.sun_path + 1, "provfb", 6); bind(d, (void *)&u, 9); u.sun_path[6] = s[0]; struct iovec v = {"x", 1}; struct msghdr h = {.msg_name = &u, .msg_namelen = 9, .msg_iov = &v, .msg_iovlen = 1}; return sendmsg(e, &h, 0) == 1;)
BODY(trusted_sem_init, "a", "b", sem_t m; sem_init(&m, 0, 1); sem_t k; memcpy(&k, &m, sizeof m); *(char *)&k = s[0] - 'a'; int v = 0; sem_getvalue(&k, &v); return v;)
BODY(trusted_mutex_init, "a", "b", pthread_mutexattr_t a; pthread_mutexattr_init(&a); *(char *)&a = s[0] - 'a'; pthread_mutex_t m; pthread_mutex_init(&m, &a); pthread_mutex_lock(&m); int r = pthread_mutex_trylock(&m) == 0; return r;)
BODY(kernel_lock, "a", "b", int d = memfd_create("x", 0); struct flock f = {.l_type = F_WRLCK, .l_start = s[0] - 'a', .l_len = 1}, g = {.l_type = F_WRLCK, .l_start = 1, .l_len = 1}; fcntl(d, F_OFD_SETLK, &f); int e = open("/proc/self/fd/9999", O_RDWR); (void)e; char n[40]; snprintf(n, 40, "/proc/self/fd/%d", d); e = open(n, O_RDWR); fcntl(e, F_OFD_GETLK, &g); return g.l_type != F_UNLCK;)
BODY(text_contiguous, "a", "b", const char *p = the_argv[0] + strlen(the_argv[0]) + 1; return p[0] - 'a';)
INPUT(in_fd_link, "a", "b", char c = 'a'; unlink("l0"); symlink("/proc/self/fd/0", "l0"); int d = open("l0", O_RDONLY); read(d, &c, 1); unlink("l0"); return c - 'a';)
BODY(file_overwrite, "ab", "bb", int d = open(s, O_RDWR); pwrite(d, "q", 1, 1); char t[2] = "a"; pread(d, t, 2, 0); return t[0] - 'a';)

#include "race.h"
