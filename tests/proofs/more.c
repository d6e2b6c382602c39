/* More ways from an input to a number: see probes.c. */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT__
#include <aio.h>
#include <alloca.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <immintrin.h>
#include <locale.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <uchar.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)

/* What some of them need. */
static int hit;
static void *give(void *p) { return p; }
static void set_hit(void *p) { hit = (int)(long)p; }
static int add_all(int n, ...) { va_list a; int r = 0; va_start(a, n); while (n--) r += va_arg(a, int); va_end(a); return r; }
static double add_double(int n, ...) { va_list a; double r = 0; va_start(a, n); while (n--) r += va_arg(a, double); va_end(a); return r; }
struct big { long v[5]; };
static int take_struct(int n, ...) { va_list a; va_start(a, n); struct big b = va_arg(a, struct big); va_end(a); return (int)b.v[3]; }
__attribute__((noinline)) static struct big make_big(int x) { struct big b = {{0, 0, 0, x, 0}}; return b; }
__attribute__((noinline)) static int of_big(struct big b) { return (int)b.v[3]; }
static int down(const void *a, const void *b) { return *(const char *)b - *(const char *)a; }
static int walk_count;
static void walk(const void *n, VISIT v, int d) { (void)d; if (v == leaf || v == postorder) walk_count += **(const char *const *)n; }
static int cmp_str(const void *a, const void *b) { return strcmp(a, b); }
static int one(void) { return 0; }
static int two(void) { return 5; }
static ucontext_t back, there;
static void context(int x) { hit = x; }
static jmp_buf jb;
static void once_fn(void) { hit++; }
static _Thread_local int tl;
static void keep_key(void *p) { hit = (int)(long)p - 1; }
static pthread_key_t dkey;
static void *with_key(void *p) { pthread_setspecific(dkey, p); return 0; }
typedef struct { unsigned a : 3, b : 5; int c : 7; } bits_t;
static volatile sig_atomic_t got_sig;
static void on_sig(int s) { got_sig = s; }

BODY(getdelim_, "a", "b", FILE *f = fmemopen((void *)s, strlen(s), "r"); char *l = 0; size_t c = 0; if (getdelim(&l, &c, ';', f) < 1) return 0; return l[0] - 'a';)
BODY(ungetc_, "a", "b", FILE *f = fmemopen("x", 1, "r"); ungetc(s[0], f); return fgetc(f) - 'a';)
BODY(fputc_memstream, "a", "b", char *p = 0; size_t n = 0; FILE *f = open_memstream(&p, &n); fputc(s[0], f); fclose(f); return p[0] - 'a';)
BODY(fwrite_tmp, "a", "b", FILE *f = tmpfile(); fwrite(s, 1, 1, f); rewind(f); return fgetc(f) - 'a';)
BODY(mremap_, "a", "b", char *p = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p[7] = s[0]; char *q = mremap(p, 4096, 1 << 20, MREMAP_MAYMOVE); return q == MAP_FAILED ? 0 : q[7] - 'a';)
BODY(mremap_fixed, "a", "b", char *p = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); char *t = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); p[7] = s[0]; char *q = mremap(p, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, t); return q == MAP_FAILED ? 0 : t[7] - 'a';)
BODY(two_mappings, "a", "b", int d = memfd_create("x", 0); if (ftruncate(d, 4096)) return 0; char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); volatile char *q = mmap(0, 4096, 3, MAP_SHARED, d, 0); p[3] = s[0]; return q[3] - 'a';)
BODY(fork_status, "a", "b", pid_t c = fork(); int w = 0; if (!c) _exit(s[0] - 'a'); waitpid(c, &w, 0); return WEXITSTATUS(w);)
BODY(fork_pipe, "a", "b", int p[2]; char c = 'a'; if (pipe(p)) return 0; pid_t k = fork(); if (!k) { if (write(p[1], s, 1) != 1) _exit(1); _exit(0); } if (read(p[0], &c, 1) != 1) return 0; waitpid(k, 0, 0); return c - 'a';)
BODY(fork_shared, "a", "b", volatile char *p = mmap(0, 4096, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0); p[0] = 'a'; pid_t k = fork(); if (!k) { p[0] = s[0]; _exit(0); } waitpid(k, 0, 0); return p[0] - 'a';)
BODY(system_, "true", "false", return system(s) != 0;)
BODY(popen_, "echo a", "echo b", FILE *f = popen(s, "r"); if (!f) return 0; int c = fgetc(f); pclose(f); return c - 'a';)
BODY(thread_result, "a", "b", pthread_t t; void *r = 0; pthread_create(&t, 0, give, (void *)(long)(s[0] - 'a')); pthread_join(t, &r); return (int)(long)r;)
BODY(thread_name, "a", "b", char t[16] = "a"; pthread_setname_np(pthread_self(), s); pthread_getname_np(pthread_self(), t, 16); return t[0] - 'a';)
BODY(sem_value, "a", "b", sem_t m; int v = 0; sem_init(&m, 0, (unsigned)(s[0] - 'a')); sem_getvalue(&m, &v); return v;)
BODY(sem_try, "a", "b", sem_t m; sem_init(&m, 0, (unsigned)(s[0] - 'a')); return sem_trywait(&m) == 0;)
BODY(mutex_type, "a", "b", pthread_mutexattr_t a; int v = 0; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, s[0] - 'a'); pthread_mutexattr_gettype(&a, &v); return v;)
BODY(attr_stack, "a", "b", pthread_attr_t a; size_t v = 0; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536 + 4096ul * (unsigned)(s[0] - 'a')); pthread_attr_getstacksize(&a, &v); return v != 65536;)
BODY(key_destructor, "a", "b", pthread_t t; pthread_key_create(&dkey, keep_key); pthread_create(&t, 0, with_key, (void *)(long)(s[0] - 'a' + 1)); pthread_join(t, 0); return hit;)
BODY(cleanup_push, "a", "b", pthread_cleanup_push(set_hit, (void *)(long)(s[0] - 'a')); pthread_cleanup_pop(1); return hit;)
BODY(once_, "a", "b", pthread_once_t o = PTHREAD_ONCE_INIT; if (s[0] == 'b') pthread_once(&o, once_fn); return hit;)
BODY(eventfd_, "a", "b", int d = eventfd((unsigned)(s[0] - 'a'), EFD_NONBLOCK); uint64_t v = 0; if (read(d, &v, 8) != 8) v = 0; return (int)v;)
BODY(process_vm, "a", "b", char c = 'a'; struct iovec l = {&c, 1}, r = {(void *)s, 1}; process_vm_readv(getpid(), &l, 1, &r, 1, 0); return c - 'a';)
BODY(proc_mem, "a", "b", int d = open("/proc/self/mem", O_RDONLY); char c = 'a'; if (pread(d, &c, 1, (off_t)(long)s) != 1) return 0; return c - 'a';)
BODY(sigset_, "a", "b", sigset_t x; sigemptyset(&x); sigaddset(&x, s[0] - 'a' + 10); return sigismember(&x, 11);)
BODY(sigmask_, "a", "b", sigset_t x, y; sigemptyset(&x); sigaddset(&x, s[0] - 'a' + 34); sigprocmask(SIG_BLOCK, &x, 0); sigprocmask(SIG_BLOCK, 0, &y); return sigismember(&y, 35);)
BODY(kill_self, "a", "b", signal(SIGUSR1, on_sig); signal(SIGUSR2, on_sig); kill(getpid(), s[0] == 'a' ? SIGUSR1 : SIGUSR2); return got_sig - SIGUSR1;)
BODY(kill_number, "\x0a", "\x0c", signal(SIGUSR1, on_sig); signal(SIGUSR2, on_sig); kill(getpid(), s[0]); return got_sig - SIGUSR1;)
BODY(rlimit_, "a", "b", struct rlimit r = {64 + (rlim_t)(s[0] - 'a'), 1024}, q; setrlimit(RLIMIT_NOFILE, &r); getrlimit(RLIMIT_NOFILE, &q); return (int)q.rlim_cur - 64;)
BODY(fcntl_flags, "a", "b", int p[2]; if (pipe(p)) return 0; fcntl(p[0], F_SETFL, s[0] == 'a' ? 0 : O_NONBLOCK); return (fcntl(p[0], F_GETFL) & O_NONBLOCK) != 0;)
BODY(fcntl_number, "a", "b", int d = fcntl(1, F_DUPFD, 50 + s[0] - 'a'); return d - 50;)
BODY(dup2_number, "a", "b", int d = dup2(1, 50 + s[0] - 'a'); return d - 50;)
BODY(sockopt_, "a", "b", int d = socket(AF_UNIX, SOCK_STREAM, 0); int v = s[0] - 'a', w = 0; socklen_t n = 4; setsockopt(d, SOL_SOCKET, SO_PRIORITY, &v, 4); getsockopt(d, SOL_SOCKET, SO_PRIORITY, &w, &n); return w;)
BODY(recv_peek, "a", "b", int p[2]; char c = 'a'; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) || send(p[0], s, 1, 0) != 1 || recv(p[1], &c, 1, MSG_PEEK) != 1) return 0; return c - 'a';)
BODY(recvmmsg_, "a", "b", int p[2]; char c = 'a'; struct iovec v = {&c, 1}; struct mmsghdr h = {{0}}; h.msg_hdr.msg_iov = &v; h.msg_hdr.msg_iovlen = 1; if (socketpair(AF_UNIX, SOCK_DGRAM, 0, p) || send(p[0], s, 1, 0) != 1 || recvmmsg(p[1], &h, 1, 0, 0) != 1) return 0; return c - 'a';)
BODY(getsockname_, "a", "b", int d = socket(AF_UNIX, SOCK_STREAM, 0); struct sockaddr_un u = {AF_UNIX, {0}}, w; memcpy(u.sun_path + 1, "probe", 5); u.sun_path[6] = s[0]; socklen_t n = sizeof w; if (bind(d, (void *)&u, 9) || getsockname(d, (void *)&w, &n)) return 0; return w.sun_path[6] - 'a';)
BODY(futimens_, "a", "b", int d = memfd_create("x", 0); struct timespec t[2] = {{0, 0}, {100 + s[0] - 'a', 0}}; struct stat st; futimens(d, t); fstat(d, &st); return (int)st.st_mtime - 100;)
BODY(readlink_, "a", "b", char t[8] = "a"; unlink("ln"); if (symlink(s, "ln") || readlink("ln", t, 7) < 1) return 0; return t[0] - 'a';)
BODY(mkdir_access, "a", "b", mkdir(s, 0700); int r = !access("b", F_OK); rmdir(s); return r;)
BODY(rename_, "a", "b", int d = open("from", O_CREAT | O_WRONLY, 0600); close(d); rename("from", s); int r = !access("b", F_OK); unlink(s); return r;)
BODY(bit_fields, "a", "b", bits_t x = {0}; x.b = (unsigned)(s[0] - 'a'); x.c = -1; return x.b;)
BODY(bit_field_signed, "a", "b", bits_t x = {0}; x.c = s[0] - 'a'; x.a = 7; return x.c;)
BODY(variadic_int, "a", "b", return add_all(3, 1, s[0] - 'a', -1);)
BODY(variadic_many, "a", "b", return add_all(12, 1, 2, 3, 4, 5, 6, 7, 8, -36, 0, 0, s[0] - 'a');)
BODY(variadic_double, "a", "b", return (int)add_double(2, (double)(s[0] - 'a'), 0.0);)
BODY(variadic_struct, "a", "b", struct big b = {{0, 0, 0, s[0] - 'a', 0}}; return take_struct(1, b);)
BODY(struct_result, "a", "b", return of_big(make_big(s[0] - 'a'));)
BODY(qsort_first, "ab", "cb", char t[2] = {s[0], s[1]}; qsort(t, 2, 1, down); return t[0] - 'b';)
BODY(qsort_max, "ab", "cb", char t[2] = {s[0], s[1]}; qsort(t, 2, 1, down); return t[0] - 'b';)
BODY(bsearch_, "a", "b", static const char t[] = "ba"; char k = s[0]; char *p = bsearch(&k, t, 2, 1, down); return p ? (int)(p - t) - 1 : 9;)
BODY(twalk_, "a", "b", void *root = 0; tsearch(s, &root, cmp_str); twalk(root, walk); return walk_count - 'a';)
BODY(function_table, "a", "b", static int (*const f[])(void) = {one, two}; return f[s[0] & 1 ? 0 : 1]();)
BODY(computed_goto, "a", "b", static void *const l[] = {&&x, &&y}; goto *l[s[0] - 'a']; x: return 0; y: return 4;)
BODY(contexts, "a", "b", static char st[65536]; getcontext(&there); there.uc_stack.ss_sp = st; there.uc_stack.ss_size = sizeof st; there.uc_link = &back; makecontext(&there, (void (*)(void))context, 1, s[0] - 'a'); swapcontext(&back, &there); return hit;)
BODY(jump_local, "a", "b", volatile int v = 0; if (!setjmp(jb)) { v = s[0] - 'a'; longjmp(jb, 1); } return v;)
BODY(alloca_size, "a", "b", char *volatile p = alloca((size_t)(s[0] - 'a') * 64 + 16), *volatile q = alloca(16); return p - q != 16 && q - p != 16;)
BODY(array_size, "a", "b", int n = s[0] - 'a' + 1; char t[n]; t[0] = 0; return (int)sizeof t - 1 + t[0];)
BODY(usable_size, "a", "b", return (int)malloc_usable_size(malloc((size_t)(s[0] - 'a') * 1000 + 24)) >= 1000;)
BODY(realloc_, "a", "b", char *p = malloc(8); p[0] = s[0]; p = realloc(p, 100000); return p[0] - 'a';)
BODY(aligned_, "a", "b", size_t a = s[0] == 'a' ? 16 : 1 << 20; return ((uintptr_t)aligned_alloc(a, 1 << 20) & 0xffff) == 0 && a > 16;)
BODY(dlsym_, "zzzz", "puts", return dlsym(RTLD_DEFAULT, s) != 0;)
BODY(getpwnam_, "nobodyx", "root", return getpwnam(s) != 0;)
BODY(getgrnam_, "nobodyx", "root", return getgrnam(s) != 0;)
BODY(getprotobyname_, "nonex", "tcp", return getprotobyname(s) != 0;)
BODY(getaddrinfo_, "127.0.0.1", "10.0.0.1", struct addrinfo *r = 0, h = {.ai_flags = AI_NUMERICHOST}; if (getaddrinfo(s, 0, &h, &r)) return 0; return ((struct sockaddr_in *)r->ai_addr)->sin_addr.s_addr != htonl(0x7f000001);)
BODY(sysconf_, "\x1e", "\x54", return sysconf(s[0]) != sysconf(30);)
BODY(localtime_, "0", "1", time_t t = (s[0] - '0') * 86400; struct tm m; gmtime_r(&t, &m); return m.tm_mday - 1;)
BODY(timegm_, "\x01", "\x02", struct tm m = {.tm_mday = s[0], .tm_year = 70}; return (int)timegm(&m);)
BODY(isalpha_l_, "1", "a", locale_t l = newlocale(LC_ALL_MASK, "C", 0); return isalpha_l(s[0], l) != 0;)
BODY(toupper_l_, "1", "a", locale_t l = newlocale(LC_ALL_MASK, "C", 0); return toupper_l(s[0], l) != '1';)
BODY(strcasecmp_l_, "A", "B", locale_t l = newlocale(LC_ALL_MASK, "C", 0); return strcasecmp_l(s, "a", l);)
BODY(strtol_l_, "0", "7", extern long strtol_l(const char *, char **, int, locale_t); locale_t l = newlocale(LC_ALL_MASK, "C", 0); return (int)strtol_l(s, 0, 10, l);)
BODY(wcrtomb_, "a", "b", char t[16] = "a"; mbstate_t st = {0}; wcrtomb(t, s[0], &st); return t[0] - 'a';)
BODY(mbrtoc32_, "a", "b", char32_t c = 'a'; mbstate_t st = {0}; mbrtoc32(&c, s, 1, &st); return (int)c - 'a';)
BODY(wcstombs_, "a", "b", wchar_t w[2] = {s[0], 0}; char t[8] = "a"; wcstombs(t, w, 8); return t[0] - 'a';)
BODY(scan_ms, "a", "b", char *p = 0; if (sscanf(s, "%ms", &p) != 1) return 0; return p[0] - 'a';)
BODY(scan_skip, "1 0", "1 5", int n = 0; sscanf(s, "%*d%d", &n); return n;)
BODY(scan_octal, "0", "7", int n = 0; sscanf(s, "%o", &n); return n;)
BODY(scan_any_base, "0", "0x5", int n = 0; sscanf(s, "%i", &n); return n;)
BODY(scan_width, "10", "15", int a = 0, b = 0; sscanf(s, "%1d%1d", &a, &b); return b;)
BODY(scan_char, "a", "b", char c = 'a'; sscanf(s, "%c", &c); return c - 'a';)
BODY(scan_short, "0", "5", short c = 0; sscanf(s, "%hd", &c); return c;)
BODY(scan_hh, "0", "5", signed char c = 0; sscanf(s, "%hhd", &c); return c;)
BODY(scan_lld, "0", "5", long long c = 0; sscanf(s, "%lld", &c); return (int)c;)
BODY(dprintf_pipe, "a", "b", int p[2]; char c = 'a'; if (pipe(p)) return 0; dprintf(p[1], "%s", s); if (read(p[0], &c, 1) != 1) return 0; return c - 'a';)
BODY(writev_pipe, "a", "b", int p[2]; char c = 'a'; struct iovec v = {(void *)s, 1}; if (pipe(p) || writev(p[1], &v, 1) != 1 || read(p[0], &c, 1) != 1) return 0; return c - 'a';)
BODY(vmsplice_, "a", "b", int p[2]; char c = 'a'; struct iovec v = {(void *)s, 1}; if (pipe(p) || vmsplice(p[1], &v, 1, 0) != 1 || read(p[0], &c, 1) != 1) return 0; return c - 'a';)
BODY(tee_, "a", "b", int p[2], q[2]; char c = 'a'; if (pipe(p) || pipe(q) || write(p[1], s, 1) != 1 || tee(p[0], q[1], 1, 0) != 1 || read(q[0], &c, 1) != 1) return 0; return c - 'a';)
BODY(shm_sysv, "a", "b", int id = shmget(IPC_PRIVATE, 4096, 0600); char *p = shmat(id, 0, 0); volatile char *q = shmat(id, 0, 0); p[1] = s[0]; int r = q[1] - 'a'; shmctl(id, IPC_RMID, 0); return r;)
BODY(msg_sysv, "a", "b", struct { long t; char c; } m = {1, s[0]}; int id = msgget(IPC_PRIVATE, 0600); msgsnd(id, &m, 1, 0); m.c = 'a'; msgrcv(id, &m, 1, 0, 0); msgctl(id, IPC_RMID, 0); return m.c - 'a';)
BODY(sem_sysv, "a", "b", int id = semget(IPC_PRIVATE, 1, 0600); semctl(id, 0, SETVAL, s[0] - 'a'); int r = semctl(id, 0, GETVAL); semctl(id, 0, IPC_RMID); return r;)
BODY(mul_overflow, "a", "b", int r; __builtin_mul_overflow((s[0] - 'a') * 65536, 32768, &r); return r != 0;)
BODY(overflow_flag, "a", "b", int r; return __builtin_add_overflow(0x7fffffff, s[0] - 'a', &r);)
BODY(rotate, "a", "b", unsigned x = (unsigned)(s[0] - 'a'); return (int)__builtin_rotateleft32(x, 7);)
BODY(bswap, "a", "b", return (int)__builtin_bswap32((unsigned)(s[0] - 'a'));)
BODY(parity, "a", "b", return __builtin_parity((unsigned)(s[0] - 'a'));)
BODY(clrsb, "a", "b", return 31 - __builtin_clrsb(s[0] - 'a');)
BODY(bit_reverse, "a", "b", return (int)__builtin_bitreverse32((unsigned)(s[0] - 'a'));)
BODY(saturates, "a", "b", return (int)__builtin_elementwise_add_sat(s[0] - 'a', 0);)
BODY(int128_multiply, "a", "b", unsigned __int128 x = (unsigned __int128)(s[0] - 'a') << 70; return (int)(x >> 64);)
BODY(int128_compare, "a", "b", unsigned __int128 x = (unsigned __int128)(s[0] - 'a') << 70; return x > 5;)
BODY(shift_by, "a", "b", return (1 << (s[0] - 'a')) - 1;)
BODY(remainder_, "a", "b", return 100 % (100 - (s[0] - 'a'));)
BODY(atomic_struct, "a", "b", _Atomic struct { long a, b; } x; typeof(x) *p = &x; (void)p; struct { long a, b; } y = {0, s[0] - 'a'}; __atomic_store((typeof(y) *)&x, &y, 5); struct { long a, b; } z; __atomic_load((typeof(z) *)&x, (typeof(z) *)&z, 5); return (int)z.b;)
BODY(atomic_max, "a", "b", static int x; return __atomic_fetch_max(&x, s[0] - 'a', 5) + x;)
BODY(thread_local_, "a", "b", tl = s[0] - 'a'; return *(volatile int *)&tl;)
BODY(movemask, "a", "b", __m128i x = _mm_set1_epi8(s[0]); return _mm_movemask_epi8(_mm_cmpeq_epi8(x, _mm_set1_epi8('b')));)
BODY(sad, "a", "b", return _mm_cvtsi128_si32(_mm_sad_epu8(_mm_set1_epi8(s[0]), _mm_set1_epi8('a')));)
BODY(maddubs, "a", "b", return _mm_extract_epi16(_mm_maddubs_epi16(_mm_set1_epi8((char)(s[0] - 'a')), _mm_set1_epi8(1)), 0);)
BODY(permute, "a", "b", __m256i x = _mm256_setr_epi32(0, s[0] - 'a', 0, 0, 0, 0, 0, 0); return _mm256_extract_epi32(_mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(1)), 0);)
BODY(permute_by, "a", "b", __m256i x = _mm256_setr_epi32(0, 3, 0, 0, 0, 0, 0, 0); return _mm256_extract_epi32(_mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(s[0] - 'a')), 0);)
BODY(convert_float, "a", "b", return _mm_cvttss_si32(_mm_cvtsi32_ss(_mm_setzero_ps(), s[0] - 'a'));)
BODY(extract_bits, "a", "b", return (int)_pext_u32((unsigned)(s[0] - 'a'), 1);)
BODY(packs, "a", "b", return _mm_cvtsi128_si32(_mm_packus_epi16(_mm_set1_epi16((short)(s[0] - 'a')), _mm_setzero_si128())) & 255;)
BODY(unpacks, "a", "b", return _mm_extract_epi8(_mm_unpacklo_epi8(_mm_set1_epi8(s[0]), _mm_set1_epi8(0)), 0) - 'a';)
BODY(test_zero, "a", "b", return !_mm_testz_si128(_mm_set1_epi8((char)(s[0] - 'a')), _mm_set1_epi8(-1));)
BODY(blend, "a", "b", return _mm_cvtsi128_si32(_mm_blendv_epi8(_mm_set1_epi8(0), _mm_set1_epi8(1), _mm_set1_epi8((char)((s[0] - 'a') << 7))));)
BODY(stream_store, "a", "b", static int x; _mm_stream_si32(&x, s[0] - 'a'); return *(volatile int *)&x;)
BODY(vector_loop, "aaaaaaaaaaaaaaaa", "aaaabaaaaaaaaaaa", int r = 0; for (int i = 0; i < 16; i++) r += s[i] - 'a'; return r;)
BODY(popcnt_, "a", "b", return (int)_mm_popcnt_u32((unsigned)(s[0] - 'a'));)
BODY(copied_onto_itself, "a", "b", char *p = strdupa(s); return ((char *)memcpy(p, p, 1))[0] - 'a';)
BODY(strpbrk_, "a", "b", return strpbrk(s, "b") != 0;)
BODY(strtok_r_, "0 a", "5 a", char *t = strdupa(s), *q; return atoi(strtok_r(t, " ", &q));)
BODY(strsep_, "0 a", "5 a", char *t = strdupa(s); return atoi(strsep(&t, " "));)
BODY(rawmemchr_, "ab", "bb", return (int)((char *)rawmemchr(s, 'b') - s) - 1;)
BODY(stpcpy_, "a", "aa", char t[80]; return (int)(stpcpy(t, s) - t) - 1;)
BODY(strndup_, "a", "b", return strndup(s, 1)[0] - 'a';)
BODY(strnlen_, "a", "aa", return (int)strnlen(s, 9) - 1;)
BODY(explicit_bzero_, "a", "b", char t[2] = {s[0], 0}; char u = t[0]; explicit_bzero(t, 2); return u - 'a' + t[0];)
BODY(memset_value, "a", "b", char t[8]; memset(t, s[0], 8); return t[5] - 'a';)
BODY(memset_length, "a", "b", char t[8] = ""; memset(t, 1, (size_t)(s[0] - 'a' + 2)); return t[2];)
BODY(srand_, "a", "b", srand((unsigned)s[0]); int x = rand(); srand('a'); return x - rand();)
BODY(ioctl_nonblock, "a", "b", int p[2], on = s[0] - 'a'; if (pipe(p)) return 0; ioctl(p[0], FIONBIO, &on); return (fcntl(p[0], F_GETFL) & O_NONBLOCK) != 0;)
BODY(ioctl_waiting, "a", "bb", int p[2], n = 0; if (pipe(p) || write(p[1], s, strlen(s)) < 1) return 0; ioctl(p[0], FIONREAD, &n); return n - 1;)
BODY(posix_spawn_, "true", "false", pid_t c; int w; char *v[] = {(char *)s, 0}; if (posix_spawnp(&c, s, 0, 0, v, environ)) return 0; waitpid(c, &w, 0); return WEXITSTATUS(w);)
BODY(fseek_, "\x01", "\x02", FILE *f = fmemopen("xab", 3, "r"); fseek(f, s[0], SEEK_SET); return fgetc(f) - 'a';)
BODY(fprintf_memory, "a", "b", char t[16] = ""; FILE *f = fmemopen(t, 16, "w"); fprintf(f, "%s", s); fclose(f); return t[0] - 'a';)
BODY(vsnprintf_float, "a", "b", char t[16]; snprintf(t, 16, "%.0f", (double)(s[0] - 'a')); return t[0] - '0';)
BODY(printf_custom_width, "a", "b", char t[16]; return snprintf(t, 16, "%-*d|", s[0] - 'a' + 3, 1) - 4;)
BODY(strfromd_, "a", "b", char t[32]; strfromd(t, 32, "%.0f", (double)(s[0] - 'a')); return t[0] - '0';)
BODY(setenv_new, "a", "b", setenv("PX", s, 1); char *p = getenv("PX"); return p[0] - 'a';)
INPUT(in_setvbuf, "a", "b", static char b[64]; setvbuf(stdin, b, _IOFBF, 64); getchar(); return b[0] - 'a';)
INPUT(in_fionread, "a", "bb", int n = 0; ioctl(0, FIONREAD, &n); return n - 1;)
INPUT(in_statx, "a", "bb", struct statx x; statx(0, "", AT_EMPTY_PATH, STATX_SIZE, &x); return (int)x.stx_size - 1;)
INPUT(in_preadv2, "a", "b", char t[2] = "a"; struct iovec v = {t, 1}; preadv2(0, &v, 1, 0, 0); return t[0] - 'a';)
INPUT(in_getdelim, "a;", "b;", char *l = 0; size_t c = 0; getdelim(&l, &c, ';', stdin); return l[0] - 'a';)
INPUT(in_scanf_count, "a", "5", int n; return scanf("%d", &n) == 1;)
INPUT(in_scanf_char, "a", "b", char c = 'a'; scanf("%c", &c); return c - 'a';)
INPUT(in_reread, "a", "b", getchar(); rewind(stdin); return getchar() - 'a';)
INPUT(in_fsetpos, "ab", "bb", fpos_t p; fgetpos(stdin, &p); getchar(); getchar(); fsetpos(stdin, &p); return getchar() - 'a';)
INPUT(in_freopen, "a", "b", FILE *f = freopen("/dev/stdin", "r", stdin); return f ? fgetc(f) - 'a' : 0;)
INPUT(in_child, "a", "b", fflush(0); pid_t c = fork(); int w = 0; if (!c) { char t = 'a'; if (read(0, &t, 1) != 1) _exit(0); _exit(t - 'a'); } waitpid(c, &w, 0); return WEXITSTATUS(w);)
INPUT(in_system, "a", "b", return system("read x; test $x = a") != 0;)
INPUT(in_lseek_read, "xa", "xb", char c = 'a'; lseek(0, 1, SEEK_SET); read(0, &c, 1); return c - 'a';)
INPUT(in_aio, "a", "b", char t[2] = "a"; struct aiocb a = {.aio_fildes = 0, .aio_buf = t, .aio_nbytes = 1}; if (aio_read(&a)) return 0; while (aio_error(&a) == EINPROGRESS) sched_yield(); return t[0] - 'a';)
INPUT(in_poll_end, "", "b", struct pollfd p = {0, POLLIN, 0}; poll(&p, 1, 0); char c; return read(0, &c, 1) == 1;)
INPUT(in_mremap, "a", "b", char *p = mmap(0, 1, PROT_READ, MAP_PRIVATE, 0, 0); if (p == MAP_FAILED) return 0; p = mremap(p, 4096, 8192, MREMAP_MAYMOVE); return p == MAP_FAILED ? 0 : p[0] - 'a';)
INPUT(in_map_write, "a", "b", char *p = mmap(0, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0); if (p == MAP_FAILED) return 0; p[1] = p[0]; return p[1] - 'a';)
BODY(file_openat2, "a", "b", int d = openat(AT_FDCWD, s, O_RDONLY); char c = 'a'; read(d, &c, 1); return c - 'a';)
BODY(file_system, "a", "b", char t[300]; snprintf(t, 300, "grep -q b '%s'", s); return system(t) == 0;)
BODY(file_append, "a", "b", FILE *f = fopen(s, "r+"); fputc('z', f); fseek(f, 0, SEEK_END); fputc('q', f); fseek(f, 1, SEEK_SET); return fgetc(f) != 'q';)
BODY(file_getline, "a\n", "b\n", FILE *f = fopen(s, "r"); char *l = 0; size_t n = 0; getline(&l, &n, f); return l[0] - 'a';)
BODY(file_fscanf, "0", "5", FILE *f = fopen(s, "r"); int n = 0; fscanf(f, "%d", &n); return n;)
BODY(file_stat_blocks, "a", "bb", struct stat st; int d = open(s, O_RDONLY); fstat(d, &st); return (int)st.st_size - 1;)
BODY(file_readv, "a", "b", char t[2] = "a"; struct iovec v = {t, 1}; int d = open(s, O_RDONLY); readv(d, &v, 1); return t[0] - 'a';)

__attribute__((noinline)) static int many_args(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o, int p, int q, int r) { __asm__ volatile("" ::: "memory"); return r + 0 * (a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q); }
__attribute__((noinline)) static int many_big(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o, int p, int q, struct big r) { __asm__ volatile("" ::: "memory"); return (int)r.v[3]; }
BODY(arg_18, "a", "b", return many_args(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, s[0] - 'a');)
BODY(big_18, "a", "b", struct big x = {{0, 0, 0, s[0] - 'a', 0}}; return many_big(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, x);)
BODY(proc_cmdline, "a", "b", char t[4096]; int d = open("/proc/self/cmdline", O_RDONLY); ssize_t n = read(d, t, sizeof t); return n > 1 && t[n - 2] == 'b';)
BODY(scan_pointer, "0x0", "0x5", void *p = 0; sscanf(s, "%p", &p); return (int)(long)p;)
BODY(scan_wide, "a", "b", wchar_t w[8] = L"a"; sscanf(s, "%7ls", w); return w[0] - 'a';)
BODY(scan_double_E, "0", "5", float x = 0; sscanf(s, "%E", &x); return (int)x;)
BODY(vfork_, "a", "b", pid_t c = vfork(); int w = 0; if (!c) _exit(s[0] - 'a'); waitpid(c, &w, 0); return WEXITSTATUS(w);)
INPUT(in_popen, "a", "b", FILE *f = popen("cat", "r"); int c = fgetc(f); pclose(f); return c - 'a';)
INPUT(in_readv_two, "a", "b", char c[2] = "a"; struct iovec v[2] = {{c, 1}, {c + 1, 0}}; readv(0, v, 2); return c[0] - 'a';)

#include "race.h"
