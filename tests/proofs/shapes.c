/* Ways as in probes.c, and two more shapes: LATE, a way that only the reader of the race goes, and only in one order; OUT, a number
 * that is followed (o) and told the outside in some way. See race.h. */
#define _GNU_SOURCE
#include <ctype.h>
#include <emmintrin.h>
#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <inttypes.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <regex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <syslog.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <x86intrin.h>

static int o;
#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)
#define WAYS_HAVE_O

/* ---- library functions that are called by others ---- */
BODY(start_atoi, "0", "7", pthread_t t; void *r; pthread_create(&t, 0, (void *(*)(void *))(void *)atoi, (void *)s); pthread_join(t, &r); return (int)(long)r;)
BODY(start_strlen_thrd, "0", "7", thrd_t t; int r; thrd_create(&t, (thrd_start_t)(void *)atoi, (void *)s); thrd_join(t, &r); return r;)
BODY(compare_by_libc, "a", "z", char t[3][4] = {"q", "x", "m"}; t[0][0] = s[0]; qsort(t, 3, 4, (int (*)(const void *, const void *))(void *)strcmp); return t[2][0] == 'z';)
BODY(start_by_table, "0", "7", static void *(*const f[])(void *) = {(void *(*)(void *))(void *)atoi}; pthread_t t; void *r; pthread_create(&t, 0, f[strlen(s) - 1], (void *)s); pthread_join(t, &r); return (int)(long)r;)
BODY(destructor_by_libc, "a", "b", int p[2]; pipe(p); int old = dup(1); dup2(p[1], 1); pthread_key_t k; extern void *set_and_leave(void *); pthread_key_create(&k, (void (*)(void *))(void *)puts); void *v[2] = {&k, (void *)s}; pthread_t t; pthread_create(&t, 0, set_and_leave, v); pthread_join(t, 0); fflush(stdout); dup2(old, 1); char c = 0; read(p[0], &c, 1); return c - 'a';)
void *set_and_leave(void *p) { pthread_setspecific(*(pthread_key_t *)((void **)p)[0], ((void **)p)[1]); return 0; }
BODY(compare_by_collate, "a", "z", char t[3][4] = {"q", "x", "m"}; t[0][0] = s[0]; int (*volatile f)(const char *, const char *) = strcoll; qsort(t, 3, 4, (int (*)(const void *, const void *))(void *)f); return t[2][0] == 'z';)
BODY(search_by_libc, "a", "q", char t[3][4] = {"c", "m", "q"}; char k[4] = {s[0], 0}; return bsearch(k, t, 3, 4, (int (*)(const void *, const void *))(void *)strcmp) != 0;)
BODY(handler_by_libc, "a", "b", static jmp_buf j; if (setjmp(j)) return 0; int r = s[0] - 'a'; volatile int k = r; return k;)
__attribute__((constructor)) static void early_constructor(int c, char **v, char **e);
static char early_byte;
static void early_constructor(int c, char **v, char **e) { (void)e; if (c > 1) early_byte = v[1][0]; }
BODY(early_argv, "a", "b", (void)s; return early_byte == 'b';)
static int resolved_one(int x) { return x - 'a'; }
static int (*resolve(void))(int) { return resolved_one; }
int by_ifunc(int x) __attribute__((ifunc("resolve")));
BODY(insn_ifunc, "a", "b", return by_ifunc(s[0]);)
static int aliased(int x) { return x - 'a'; }
int by_alias(int x) __attribute__((alias("aliased")));
BODY(insn_alias, "a", "b", return by_alias(s[0]);)
__asm__(".text\npeek_cell:\n movl peeked_cell(%rip),%eax\n ret\n");
int peeked_cell;
extern int peek_cell(void);
BODY(insn_peek, "a", "b", peeked_cell = s[0] - 'a'; return peek_cell();)
static int must_b(int x, int y) { return x * y; }
static int must_a(int x, int y) { if (y > 5) return 0; __attribute__((musttail)) return must_b(x, y + 1); }
BODY(insn_musttail, "a", "b", return must_a(s[0] - 'a', 1);)
__attribute__((ms_abi, noinline)) static int ms_plain(int a, long b, char c) { return a + (int)b + c; }
BODY(insn_ms_abi, "a", "b", return ms_plain(-'a', 0, s[0]);)
__attribute__((regcall, noinline)) static int reg_plain(int a, long b, char c, int d, int e, int f, int g, int h) { return a + (int)b + c + d + e + f + g + h; }
BODY(insn_regcall, "a", "b", return reg_plain(0, 0, 0, 0, 0, 0, -'a', s[0]);)
struct odd { float f; int i; };
__attribute__((noinline)) static struct odd odd_of(int v) { return (struct odd){1.5f, v}; }
BODY(insn_odd_struct, "a", "b", struct odd (*volatile f)(int) = odd_of; return f(s[0] - 'a').i;)
struct big40 { long a[5]; };
__attribute__((noinline)) static int big40_of(struct big40 b) { return (int)b.a[3]; }
BODY(insn_byval, "a", "b", int (*volatile f)(struct big40) = big40_of; struct big40 b = {{0, 0, 0, s[0] - 'a', 0}}; return f(b);)
__attribute__((noinline)) static _Complex int complex_of(int v) { _Complex int c; __real__ c = 0; __imag__ c = v; return c; }
BODY(insn_complex_int, "a", "b", _Complex int c = complex_of(s[0] - 'a'); return __imag__ c;)
BODY(insn_float16, "a", "b", volatile _Float16 h = (_Float16)(s[0] - 'a'); return (int)h;)
BODY(insn_packed, "a", "b", struct __attribute__((packed)) { char p; int v; short q; } x[2] = {{1, 2, 3}, {4, 0, 5}}; x[1].v = s[0] - 'a'; volatile char *c = (char *)&x; return *(int *)(void *)(c + 8);)
BODY(insn_overlap, "a", "b", union { uint64_t q; uint8_t b[8]; uint32_t d[2]; } u; u.q = 0; u.b[5] = (uint8_t)(s[0] - 'a'); volatile uint32_t *d = u.d; return (int)(d[1] >> 8);)
BODY(insn_builtin_setjmp, "a", "b", void *volatile j[5]; volatile int k = s[0]; if (!__builtin_setjmp((void **)j)) k -= 'a'; return k;)
BODY(insn_mxcsr, "a", "b", unsigned c = _mm_getcsr(); _mm_setcsr((c & ~0x6000u) | (unsigned)(s[0] - 'a') << 13); unsigned d = _mm_getcsr(); _mm_setcsr(c); return (int)(d >> 13 & 3);)
BODY(insn_fldcw, "a", "b", unsigned short c, d; __asm__("fnstcw %0" : "=m"(c)); d = (unsigned short)((c & ~0xc00) | (s[0] - 'a') << 10); __asm__ volatile("fldcw %0" : : "m"(d)); volatile long double v = 0.6L; long r = lrintl(v); __asm__ volatile("fldcw %0" : : "m"(c)); return r == 0;)
BODY(insn_eflags, "a", "b", unsigned long f = __readeflags(); __writeeflags((f & ~1ul) | (unsigned long)(s[0] - 'a')); return (int)(__readeflags() & 1);)
BODY(insn_fxsave, "a", "b", static char b[512] __attribute__((aligned(64))); __m128i v = _mm_set1_epi8((char)(s[0] - 'a')); __asm__ volatile("movdqa %0, %%xmm7" : : "x"(v) : "xmm7"); _fxsave(b); return b[160 + 7 * 16];)
BODY(insn_aes, "a", "b", __m128i k = _mm_setzero_si128(), v = _mm_set1_epi8(s[0]), w = _mm_aesenc_si128(v, k), u = _mm_aesenc_si128(_mm_set1_epi8('a'), k); return _mm_cvtsi128_si32(w) != _mm_cvtsi128_si32(u);)
BODY(insn_clmul, "a", "b", __m128i v = _mm_set_epi64x(0, s[0] - 'a'), w = _mm_clmulepi64_si128(v, _mm_set_epi64x(0, 3), 0); return _mm_cvtsi128_si32(w);)
BODY(insn_testc, "a", "b", return _mm_testc_si128(_mm_set1_epi8('a'), _mm_set1_epi8(s[0])) ? 0 : 1;)
BODY(insn_madd, "a", "b", return _mm_cvtsi128_si32(_mm_madd_epi16(_mm_set1_epi16(s[0] - 'a'), _mm_set1_epi16(3)));)
BODY(insn_mulhi, "a", "b", return _mm_cvtsi128_si32(_mm_mulhi_epu16(_mm_set1_epi16((short)((s[0] - 'a') << 14)), _mm_set1_epi16(0x7000)));)
BODY(insn_avg, "a", "c", return _mm_cvtsi128_si32(_mm_avg_epu8(_mm_set1_epi8(s[0] - 'a'), _mm_setzero_si128())) & 0xff;)
BODY(insn_min_u8, "a", "b", return _mm_cvtsi128_si32(_mm_min_epu8(_mm_set1_epi8(s[0] - 'a'), _mm_set1_epi8(9))) & 0xff;)
BODY(insn_srl_count, "b", "a", return _mm_cvtsi128_si32(_mm_srl_epi32(_mm_set1_epi32(1), _mm_cvtsi32_si128(s[0] - 'a')));)
BODY(insn_sllv, "a", "b", return _mm_cvtsi128_si32(_mm_sllv_epi32(_mm_set1_epi32(2), _mm_set1_epi32(s[0] - 'a'))) & 4;)
BODY(insn_alignr, "a", "b", __m128i v = _mm_alignr_epi8(_mm_set1_epi8(s[0] - 'a'), _mm_setzero_si128(), 14); return _mm_extract_epi8(v, 3);)
BODY(insn_minpos, "a", "b", return _mm_cvtsi128_si32(_mm_minpos_epu16(_mm_set1_epi16(s[0] - 'a'))) & 0xffff;)
BODY(insn_mpsadbw, "a", "b", return _mm_cvtsi128_si32(_mm_mpsadbw_epu8(_mm_set1_epi8(s[0]), _mm_set1_epi8('a'), 0));)
BODY(insn_hadd, "a", "b", return _mm_cvtsi128_si32(_mm_hadd_epi16(_mm_set1_epi16(s[0] - 'a'), _mm_setzero_si128()));)
BODY(insn_comi, "a", "b", return _mm_comigt_ss(_mm_cvtsi32_ss(_mm_setzero_ps(), s[0]), _mm_set_ss(97.f));)
BODY(insn_blendv, "a", "b", return _mm_cvtsi128_si32(_mm_blendv_epi8(_mm_setzero_si128(), _mm_set1_epi8(1), _mm_set1_epi8((char)(s[0] == 'b' ? 0x80 : 0))));)
BODY(insn_maskmoveu, "a", "b", char t[16] = {0}; _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8((char)((s[0] - 'a') << 7)), t); return t[3];)
BODY(insn_expand, "a", "b", return (int)_pdep_u32((unsigned)(s[0] - 'a'), 0xf0);)
BODY(insn_bzhi, "a", "b", return (int)_bzhi_u32(1, (unsigned)(s[0] - 'a'));)
BODY(insn_andn, "a", "b", return (int)(_andn_u32((unsigned)s[0], 2) ^ 2);)
BODY(insn_f16c, "a", "b", return _cvtss_sh((float)(s[0] - 'a'), 0) != 0;)
BODY(insn_xadd_asm, "a", "b", int v = s[0] - 'a', w = 1; __asm__ volatile("lock xaddl %0, %1" : "+r"(w), "+m"(v)); return w;)
BODY(insn_rep_stos, "a", "b", char t[16]; char *d = t; long n = 16; __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(s[0] - 'a') : "memory"); return t[9];)
BODY(insn_rep_movs, "a", "b", char t[16]; char *d = t; long n = 2; const char *f = s; __asm__ volatile("rep movsb" : "+D"(d), "+S"(f), "+c"(n) : : "memory"); return t[0] - 'a';)
BODY(insn_cpuid, "b", "a", unsigned a, b, c, d; __asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(s[0] - 'a'), "c"(0)); return a == 0 ? 0 : s[0] == 'a';)
BODY(insn_and_fetch, "a", "b", _Atomic unsigned char v = 0x41; return atomic_fetch_xor(&v, s[0]), (v ^ 0x41) != 'a';)
BODY(insn_nand, "a", "b", int v = -1; __sync_fetch_and_nand(&v, s[0] - 'a'); return v != -1;)
BODY(insn_atomic_long_double, "a", "b", _Atomic double v = 0; v += s[0] - 'a'; return (int)v;)
BODY(insn_atomic_uinc, "a", "b", _Atomic int v = s[0] - 'a'; int e = 1; return atomic_compare_exchange_strong(&v, &e, 5);)
BODY(insn_atomic_bits, "a", "b", _Atomic uint64_t v = 1; atomic_fetch_or(&v, (uint64_t)(s[0] - 'a') << 40); return (int)(v >> 40);)
BODY(insn_atomic_16, "a", "b", struct { long a, b; } __attribute__((aligned(16))) v = {1, s[0] - 'a'}, w; __atomic_load(&v, &w, 5); return (int)w.b;)
BODY(insn_goto_many, "a", "b", static void *t[] = {&&x, &&y}; int i = s[0] == 'b'; goto *t[i]; x: return 0; y: return 1;)
BODY(insn_va_forward, "0", "7", char t[8]; snprintf(t, 8, "%.1s", s); int v = 0; return sscanf(t, "%d", &v), v;)
BODY(insn_vla_two, "a", "b", int n = s[0] - 'a' + 1; char t[n][3]; return (int)sizeof t - 3;)
BODY(insn_bit_struct, "a", "b", struct { unsigned a : 3, b : 7, c : 22; } x = {1, 2, 3}; x.b = (unsigned)s[0]; return x.b != 'a';)
BODY(insn_bool_bit, "a", "b", struct { bool a : 1, b : 1; } x = {0, 0}; x.b = s[0] & 2; return x.b;)
BODY(insn_enum_shift, "a", "b", int64_t v = INT64_MIN >> (s[0] - 'a'); return v != INT64_MIN;)
BODY(insn_int128_div, "a", "b", unsigned __int128 v = ((unsigned __int128)(s[0] - 'a') << 70) / 3; return (int)(v >> 64);)
BODY(insn_int128_shift, "a", "b", unsigned __int128 v = (unsigned __int128)1 << (s[0] - 'a' + 63); return (int)(v >> 64);)
BODY(insn_long_double_cmp, "a", "b", volatile long double v = s[0]; return v > 97.5L;)
BODY(insn_ldmxcsr_asm, "a", "b", return (int)(sqrt(s[0] - 'a') + 0.5);)

/* ---- what libraries keep ---- */
BODY(buffer_read_poke, "a", "b", char b[64]; FILE *f = tmpfile(); fputs("aaaa", f); rewind(f); setvbuf(f, b, _IOFBF, 64); getc(f); b[1] = s[0]; return getc(f) - 'a';)
BODY(pending_, "a", "b", FILE *f = tmpfile(); for (int i = 0; i < s[0] - 'a' + 1; i++) putc('x', f); return (int)__fpending(f) - 1;)
BODY(purge_, "a", "b", FILE *f = tmpfile(); fputs(s, f); int n = (int)__fpending(f); __fpurge(f); fseek(f, 0, SEEK_SET); return n - 1 + (s[0] - 'a');)
BODY(own_stdin, "a", "b", FILE *f = tmpfile(); putc(s[0], f); rewind(f); stdin = f; return getchar() - 'a';)
BODY(own_stdin_gets, "0", "7", FILE *f = fmemopen((void *)s, 1, "r"); stdin = f; int v = 0; scanf("%d", &v); return v;)
BODY(stdin_number, "a", "b", int p[2]; pipe(p); write(p[1], s, 1); dup2(p[0], 0); return getchar() - 'a';)
BODY(strtok_null, "a", "b", char t[8] = "x "; strtok(t, " "); t[2] = s[0]; t[3] = 0; char *(*volatile f)(char *, const char *) = strtok; char *q = f(NULL, "a"); return q != 0;)
BODY(getopt_by_pointer, "-a", "-b", char *v[] = {"p", (char *)s, 0}; int (*volatile f)(int, char *const *, const char *) = getopt; optind = 1; return f(2, v, "ab") == 'b';)
BODY(wordy_locale, "a", "b", char t[8] = "C"; t[0] = (char)('C' + s[0] - 'a'); return setlocale(LC_ALL, t) == 0;)
BODY(syslog_ident, "a", "b", static char t[8] = "a"; openlog(t, 0, LOG_USER); t[0] = s[0]; syslog(LOG_INFO, "x"); return t[0] - 'a';)

/* ---- the kernel's ---- */
BODY(kernel_inotify, "a", "b", int d = inotify_init1(IN_NONBLOCK); mkdir("w", 0700); inotify_add_watch(d, "w", IN_CREATE); char p[8] = "w/"; p[2] = s[0]; p[3] = 0; close(creat(p, 0600)); char b[512] = {0}; read(d, b, sizeof b); return ((struct inotify_event *)(void *)b)->name[0] != 'a';)
BODY(kernel_inotify_mask, "a", "b", int d = inotify_init1(IN_NONBLOCK); mkdir("w", 0700); inotify_add_watch(d, "w", s[0] == 'b' ? IN_CREATE : IN_DELETE_SELF); close(creat("w/x", 0600)); char b[512]; return read(d, b, sizeof b) > 0;)
BODY(kernel_pty, "a", "b", int a, b; if (openpty(&a, &b, 0, 0, 0)) return s[0] - 'a'; write(a, s, 1); write(a, "\n", 1); char c = 0; read(b, &c, 1); return c - 'a';)
BODY(kernel_winsize, "a", "b", int a, b; if (openpty(&a, &b, 0, 0, 0)) return s[0] - 'a'; struct winsize w = {(unsigned short)s[0], 1, 1, 1}, v; ioctl(a, TIOCSWINSZ, &w); ioctl(b, TIOCGWINSZ, &v); return v.ws_row - 'a';)
BODY(kernel_comm, "a", "b", int d = open("/proc/self/comm", O_RDWR); write(d, s, 1); char b[20] = {0}; lseek(d, 0, SEEK_SET); read(d, b, 16); return b[0] == 'b';)
BODY(kernel_slack, "a", "b", prctl(PR_SET_TIMERSLACK, (unsigned long)s[0]); return prctl(PR_GET_TIMERSLACK) != 'a';)
BODY(kernel_xattr, "a", "b", close(creat("x", 0600)); if (setxattr("x", "user.v", s, 1, 0)) return s[0] - 'a'; char b[4] = {0}; getxattr("x", "user.v", b, 4); return b[0] - 'a';)
BODY(kernel_unix_name, "a", "b", struct sockaddr_un u = {AF_UNIX, {0, s[0], 'q', 'z', '7'}}; int a = socket(AF_UNIX, SOCK_STREAM, 0), b = socket(AF_UNIX, SOCK_STREAM, 0); bind(a, (void *)&u, 7); listen(a, 1); u.sun_path[1] = 'a'; return connect(b, (void *)&u, 7) != 0;)
BODY(kernel_packet, "a", "b", int p[2]; pipe2(p, O_DIRECT); write(p[1], "xxxx", (size_t)(s[0] - 'a' + 1)); char b[9]; return (int)read(p[0], b, 9) - 1;)
BODY(kernel_link_count, "a", "b", close(creat("x", 0600)); if (s[0] == 'b') link("x", "y"); struct stat t; stat("x", &t); return (int)t.st_nlink - 1;)
BODY(kernel_personality, "a", "b", personality(s[0] == 'b' ? ADDR_COMPAT_LAYOUT : 0); return personality(0xffffffff) != 0;)
BODY(kernel_seek_hole, "a", "b", int d = memfd_create("x", 0); pwrite(d, "x", 1, (s[0] - 'a') * 8192); return lseek(d, 0, SEEK_DATA) != 0;)
BODY(kernel_rcvlowat, "b", "c", int v = s[0] - 'a', w = 0, p[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, p); setsockopt(p[0], SOL_SOCKET, SO_RCVLOWAT, &v, 4); socklen_t n = 4; getsockopt(p[0], SOL_SOCKET, SO_RCVLOWAT, &w, &n); return w - 1;)
BODY(kernel_eventfd_self, "a", "b", int d = eventfd(0, EFD_NONBLOCK); uint64_t v = (uint64_t)(s[0] - 'a' + 1); write(d, &v, 8); v = 0; read(d, &v, 8); return (int)v - 1;)
BODY(kernel_timerfd_fires, "a", "b", int d = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK); struct itimerspec i = {{0, 0}, {s[0] == 'b' ? 0 : 1000, 1000}}; timerfd_settime(d, 0, &i, 0); usleep(20000); uint64_t v; return read(d, &v, 8) == 8;)
BODY(kernel_sendmsg_two, "a", "b", int p[2]; socketpair(AF_UNIX, SOCK_DGRAM, 0, p); char x[2] = "q"; struct iovec v[2] = {{x, 1}, {(void *)s, 1}}; struct msghdr m = {.msg_iov = v, .msg_iovlen = 2}; sendmsg(p[0], &m, 0); char c[4] = {0}; recv(p[1], c, 4, 0); return c[1] - 'a';)
BODY(kernel_splice_pipe, "a", "b", int p[2], q[2]; pipe(p); pipe(q); write(p[1], s, 1); splice(p[0], 0, q[1], 0, 1, 0); char c = 0; read(q[0], &c, 1); return c - 'a';)
BODY(kernel_sendfile_memfd, "a", "b", int d = memfd_create("x", 0), e = memfd_create("y", 0); write(d, s, 1); off_t z = 0; sendfile(e, d, &z, 1); char c = 0; pread(e, &c, 1, 0); return c - 'a';)
BODY(kernel_map_shared_fd, "a", "b", int d = memfd_create("x", 0); ftruncate(d, 4096); char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); p[7] = s[0]; char c = 0; pread(d, &c, 1, 7); return c - 'a';)
BODY(kernel_fd_map_shared, "a", "b", int d = memfd_create("x", 0); ftruncate(d, 4096); char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); pwrite(d, s, 1, 7); return p[7] - 'a';)
BODY(kernel_shmat_twice, "a", "b", int d = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT); volatile char *p = shmat(d, 0, 0), *q = shmat(d, 0, 0); shmctl(d, IPC_RMID, 0); p[3] = s[0]; return q[3] - 'a';)
BODY(kernel_dontneed, "a", "b", char *p = mmap(0, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(p, 1, 8192); madvise(p + 4096 * (s[0] - 'a'), 4096, MADV_DONTNEED); return p[0];)
BODY(kernel_signalfd_value, "a", "b", sigset_t m; sigemptyset(&m); sigaddset(&m, SIGUSR1); pthread_sigmask(SIG_BLOCK, &m, 0); int d = signalfd(-1, &m, SFD_NONBLOCK); sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = s[0] - 'a'}); struct signalfd_siginfo i = {0}; read(d, &i, sizeof i); return i.ssi_int;)
BODY(kernel_epoll_ptr, "a", "b", int p[2]; pipe(p); int e = epoll_create1(0); struct epoll_event v = {EPOLLIN, {.u32 = (unsigned)s[0]}}, w = {0}; epoll_ctl(e, EPOLL_CTL_ADD, p[0], &v); write(p[1], "x", 1); epoll_wait(e, &w, 1, 100); return (int)w.data.u32 - 'a';)
BODY(kernel_poll_mask, "a", "b", int p[2]; pipe(p); struct pollfd f = {p[1], (short)(s[0] == 'b' ? POLLOUT : 0), 0}; return poll(&f, 1, 0);)
BODY(kernel_cloexec_exec, "a", "b", int d = open("/dev/null", O_RDONLY); fcntl(d, F_SETFD, s[0] - 'a'); return fcntl(d, F_GETFD);)
BODY(kernel_write_count, "a", "b", int p[2]; pipe(p); return (int)write(p[1], "abcdef", (size_t)(s[0] - 'a'));)
BODY(kernel_rusage_like, "a", "b", struct timespec t = {0, s[0] == 'b' ? 30000000 : 0}, a, b; clock_gettime(CLOCK_MONOTONIC, &a); nanosleep(&t, 0); clock_gettime(CLOCK_MONOTONIC, &b); return (b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec >= 30000000;)
BODY(kernel_tgsig, "a", "b", siginfo_t i = {.si_signo = SIGUSR1, .si_code = SI_QUEUE}; i.si_value.sival_int = s[0] - 'a'; sigset_t m; sigemptyset(&m); sigaddset(&m, SIGUSR1); pthread_sigmask(SIG_BLOCK, &m, 0); syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), SIGUSR1, &i); siginfo_t r; sigwaitinfo(&m, &r); return r.si_value.sival_int;)
BODY(kernel_exit_status, "a", "b", pid_t p = fork(); if (!p) _exit(s[0] - 'a'); int st; waitpid(p, &st, 0); return WEXITSTATUS(st);)
BODY(kernel_readlink_fd, "a", "b", char t[8] = "f"; t[1] = s[0]; int d = creat(t, 0600); char p[64], b[300]; snprintf(p, 64, "/proc/self/fd/%d", d); ssize_t n = readlink(p, b, 299); return n > 0 && b[n - 1] == 'b';)

/* ---- models, at their edges ---- */
BODY(edge_strncpy, "ab", "cb", char t[8]; memset(t, 1, 8); strncpy(t, s, 4); return t[0] - 'a';)
BODY(edge_strncat, "a", "b", char t[8] = "x"; strncat(t, s, 1); return t[1] - 'a';)
BODY(edge_snprintf_size, "b", "c", char t[8] = ""; snprintf(t, (size_t)(s[0] - 'a' + 1), "xyz"); return (int)strlen(t) - 1;)
BODY(edge_snprintf_result, "9", "a", return snprintf(0, 0, "%d", s[0] == 'a' ? 10 : 9) - 1;)
BODY(edge_memchr_n, "a", "b", return memchr("xxy", 'y', (size_t)(s[0] - 'a' + 2)) != 0;)
BODY(edge_strncmp_n, "a", "b", return strncmp("xa", "xb", (size_t)(s[0] - 'a' + 1)) != 0;)
BODY(edge_fgets_n, "b", "c", FILE *f = tmpfile(); fputs("xyz", f); rewind(f); char t[8]; fgets(t, s[0] - 'a' + 1, f); return (int)strlen(t) - 1;)
BODY(edge_fread_n, "b", "c", FILE *f = tmpfile(); fputs("xyz", f); rewind(f); char t[8]; return (int)fread(t, 1, (size_t)(s[0] - 'a'), f) - 1;)
BODY(edge_getdelim, "y", "z", FILE *f = tmpfile(); fputs("xyzt", f); rewind(f); char *t = 0; size_t n = 0; return (int)getdelim(&t, &n, s[0], f) - 2;)
BODY(edge_calloc, "a", "b", char *p = calloc((size_t)(s[0] - 'a' + 1), 64); return malloc_usable_size(p) > 100;)
BODY(edge_strtol_sign, "+0", "-7", return (int)strtol(s, 0, 10);)
BODY(edge_strtol_hex, "0x0", "0xf", return (int)strtol(s, 0, 0);)
BODY(edge_strtol_end, "1x", "1y", char *e; strtol(s, &e, 10); return *e - 'x';)
BODY(edge_strtoul_big, "0", "7", return (int)(strtoul(s, 0, 10) << 3);)
BODY(edge_strtol_range, "99999999999999999990", "11", errno = 0; strtol(s, 0, 10); return errno == 0;)
BODY(edge_strspn, "ab", "cb", return (int)strspn(s, "ab") != 2;)
BODY(edge_strstr, "ab", "xy", return strstr("xyz", s) != 0;)
BODY(edge_toupper, "a", "b", return toupper(s[0]) - 'A';)
BODY(edge_isspace, "a", " ", return isspace((unsigned char)s[0]) != 0;)
BODY(edge_qsort_n, "b", "c", int t[3] = {3, 2, 1}; extern int compare_ints(const void *, const void *); qsort(t, (size_t)(s[0] - 'a' + 1), 4, compare_ints); return t[0] - 2;)
int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
BODY(edge_printf_n, "a", "b", int n = 0; char t[16]; sprintf(t, "%*d%n", s[0] - 'a' + 1, 1, &n); return n - 1;)
BODY(edge_sprintf_s_prec, "a", "b", char t[16]; sprintf(t, "%.*s", s[0] - 'a', "xyz"); return (int)strlen(t);)
BODY(edge_memmove, "ab", "cb", char t[8] = {0}; strcpy(t, s); memmove(t + 1, t, 3); return t[1] - 'a';)
BODY(edge_scanf_set, "ab", "zb", char t[8] = "x"; return sscanf(s, "%[a-c]", t) != 1;)
BODY(edge_scanf_width, "12", "34", int a = 0; sscanf(s, "%1d", &a); return a - 1;)
BODY(edge_scanf_i, "010", "019", int a = 0; sscanf(s, "%i", &a); return a - 8;)
BODY(edge_scanf_hh, "0", "7", signed char a = 0; sscanf(s, "%hhd", &a); return a;)
BODY(edge_scanf_star, "1 0", "1 7", int a = 0; sscanf(s, "%*d %d", &a); return a;)
BODY(edge_scanf_count, "x0", "yy", int a = 0; return sscanf(s, "x%d", &a) - 1;)
INPUT(in_edge_getc_eof, "a", "b", char t[4] = {0}; fgets(t, 3, stdin); clearerr(stdin); return t[0] - 'a';)
INPUT(in_edge_scanf_n, "12", "123", int v, n = 0; scanf("%d%n", &v, &n); return n - 2;)
INPUT(in_edge_getchar_unlocked, "a", "b", return getchar_unlocked() - 'a';)
INPUT(in_edge_vfscanf, "0", "7", int v = 0; fscanf(stdin, " %d", &v); return v;)
INPUT(in_edge_dprintf, "a", "b", char c = 0; read(0, &c, 1); int p[2]; pipe(p); dprintf(p[1], "%c", c); char d = 0; read(p[0], &d, 1); return d - 'a';)
INPUT(in_edge_fcntl_dup, "a", "b", int d = fcntl(0, F_DUPFD, 10); char c = 0; read(d, &c, 1); return c - 'a';)
INPUT(in_edge_recv_style, "a", "b", char c[2] = {0}; struct iovec v[2] = {{c + 1, 1}, {c, 1}}; readv(0, v, 2); return c[1] - 'a';)
INPUT(in_edge_map_stat, "aa", "ab", struct stat t; fstat(0, &t); char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, 0, 0); return p == MAP_FAILED ? 0 : p[1] - 'a';)

/* ---- a way that is gone in one order only ---- */
BODY(late_strtol_by_pointer, "0", "7", long (*volatile f)(const char *, char **, int) = strtol; return (int)f(s, 0, 10);)
BODY(late_regexec, "a", "b", regex_t r; regcomp(&r, "^b", 0); return regexec(&r, s, 0, 0, 0) == 0;)
BODY(late_pipe, "a", "b", int p[2]; pipe(p); write(p[1], s, 1); char c = 0; read(p[0], &c, 1); return c - 'a';)
BODY(late_strtod, "0", "7", return (int)strtod(s, 0);)
BODY(late_branch, "a", "b", return s[0] == 'b';)
BODY(late_asm, "a", "b", int r; __asm__("movzbl (%1), %0" : "=r"(r) : "r"(s)); return r - 'a';)
BODY(late_getenv_like, "a", "b", setenv("QQ", s, 1); char *v = getenv("QQ"); return v[0] - 'a';)
BODY(late_fork, "a", "b", pid_t p = fork(); if (!p) _exit(s[0] - 'a'); int st; waitpid(p, &st, 0); return WEXITSTATUS(st);)
BODY(late_table, "a", "b", static const char t[256] = {['b'] = 1}; return t[(unsigned char)s[0]];)
BODY(late_crash_like, "a", "b", static int v[2]; return v[s[0] - 'a' > 5] + (s[0] - 'a');)
BODY(late_length, "a", "aaa", return strlen(s) > 2;)
BODY(late_float, "a", "b", return (int)((s[0] - 'a') * 1.5);)
INPUT(in_late_read, "a", "b", char c = 0; read(0, &c, 1); return c - 'a';)
INPUT(in_late_getchar, "a", "b", return getchar() - 'a';)

/* ---- how a number gets out: o is 0 in both orders while the first byte is 'a' ---- */
BODY(out_length, "a", "b", (void)s; write(1, "xxxxxxxx", (size_t)o & 7); return 0;)
BODY(out_descriptor, "a", "b", (void)s; write(1 + (o & 1), "x", 1); return 0;)
BODY(out_printf, "a", "b", (void)s; printf("%d\n", o); return 0;)
BODY(out_double, "a", "b", (void)s; printf("%g\n", (double)o); return 0;)
BODY(out_width, "a", "b", (void)s; printf("%*d", (o & 7) + 1, 1); return 0;)
BODY(out_precision, "a", "b", (void)s; printf("%.*s", o & 7, "abcdefgh"); return 0;)
BODY(out_format, "a", "b", (void)s; static const char *const f[] = {"x", "y"}; printf(f[o & 1], 0); return 0;)
BODY(out_text, "a", "b", (void)s; puts("abcdefgh" + (o & 7)); return 0;)
BODY(out_table, "a", "b", (void)s; static const char *const f[] = {"no", "yes"}; fputs(f[o & 1], stdout); return 0;)
BODY(out_putc, "a", "b", (void)s; putchar('a' + (o & 7)); return 0;)
BODY(out_wide, "a", "b", (void)s; wprintf(L"%d\n", o); return 0;)
BODY(out_putwc, "a", "b", (void)s; putwchar(L'a' + (o & 7)); return 0;)
BODY(out_dprintf, "a", "b", (void)s; dprintf(1, "%d", o); return 0;)
BODY(out_fwrite_n, "a", "b", (void)s; fwrite("xxxxxxxx", 1, (size_t)(o & 7), stdout); return 0;)
BODY(out_exit, "a", "b", (void)s; exit(o & 7); return 0;)
BODY(out_underscore_exit, "a", "b", (void)s; _exit(o & 7); return 0;)
BODY(out_exit_group, "a", "b", (void)s; syscall(SYS_exit_group, o & 7); return 0;)
BODY(out_signal, "a", "b", (void)s; signal(SIGUSR1, SIG_IGN); static const int f[] = {SIGUSR1, SIGTERM}; raise(f[o & 1]); return 0;)
BODY(out_kill, "a", "b", (void)s; kill(getpid(), o & 1 ? SIGTERM : 0); return 0;)
BODY(out_null, "a", "b", (void)s; static char c; char *f[] = {&c, 0}; *(volatile char *)f[o & 1] = 1; return 0;)
BODY(out_divide, "a", "b", (void)s; volatile int z = 1 - (o & 1), v = 5 / z; (void)v; return 0;)
BODY(out_index, "a", "b", (void)s; int v[2] = {7, 8}; volatile int r = v[o & 1]; dprintf(1, "%d", r); return 0;)
BODY(out_file, "a", "b", (void)s; int d = creat("out", 0600); char c = (char)o; write(d, &c, 1); close(d); return 0;)
BODY(out_stream_file, "a", "b", (void)s; FILE *f = fopen("out", "w"); fprintf(f, "%d", o); fclose(f); return 0;)
BODY(out_pwrite, "a", "b", (void)s; int d = creat("out", 0600); pwrite(d, "x", 1, o & 7); close(d); return 0;)
BODY(out_map, "a", "b", (void)s; int d = open("out", O_RDWR | O_CREAT, 0600); ftruncate(d, 4096); char *p = mmap(0, 4096, 3, MAP_SHARED, d, 0); p[5] = (char)o; munmap(p, 4096); return 0;)
BODY(out_truncate, "a", "b", (void)s; int d = creat("out", 0600); ftruncate(d, o & 7); close(d); return 0;)
BODY(out_mkdir, "a", "b", (void)s; char t[8] = "d"; t[1] = (char)('a' + (o & 7)); mkdir(t, 0700); return 0;)
BODY(out_chmod, "a", "b", (void)s; close(creat("out", 0600)); chmod("out", 0600 | (mode_t)(o & 7)); return 0;)
BODY(out_unlink, "a", "b", (void)s; close(creat("out", 0600)); unlink(o & 1 ? "out" : "none"); return 0;)
BODY(out_system, "a", "b", (void)s; char t[32]; snprintf(t, 32, "echo %d", o); system(t); return 0;)
BODY(out_exec, "a", "b", (void)s; char t[32]; snprintf(t, 32, "%d", o); execlp("echo", "echo", t, (char *)0); return 0;)
BODY(out_fork, "a", "b", (void)s; pid_t p = fork(); if (!p) { dprintf(1, "%d", o); _exit(0); } waitpid(p, 0, 0); return 0;)
BODY(out_popen, "a", "b", (void)s; FILE *f = popen("cat", "w"); fprintf(f, "%d\n", o); pclose(f); return 0;)
BODY(out_writev, "a", "b", (void)s; struct iovec v = {&o, 4}; writev(1, &v, 1); return 0;)
BODY(out_writev_length, "a", "b", (void)s; struct iovec v = {"xxxxxxxx", (size_t)(o & 7)}; writev(1, &v, 1); return 0;)
BODY(out_sendfile, "a", "b", (void)s; int d = memfd_create("m", 0); write(d, &o, 4); off_t z = 0; sendfile(1, d, &z, 4); return 0;)
BODY(out_splice, "a", "b", (void)s; int p[2]; pipe(p); write(p[1], &o, 4); splice(p[0], 0, 1, 0, 4, 0); return 0;)
BODY(out_raw, "a", "b", (void)s; syscall(SYS_write, 1, &o, 4); return 0;)
BODY(out_asm, "a", "b", (void)s; long r; __asm__ volatile("syscall" : "=a"(r) : "0"(1l), "D"(1l), "S"(&o), "d"(4l) : "rcx", "r11", "memory"); return 0;)
BODY(out_perror, "a", "b", (void)s; errno = (o & 7) + 1; perror("x"); return 0;)
BODY(out_strerror, "a", "b", (void)s; puts(strerror((o & 7) + 1)); return 0;)
BODY(out_psignal, "a", "b", (void)s; psignal((o & 7) + 1, "x"); return 0;)
BODY(out_memstream, "a", "b", (void)s; char *p; size_t n; FILE *f = open_memstream(&p, &n); fprintf(f, "%d", o); fclose(f); write(1, p, n); return 0;)
BODY(out_strftime, "a", "b", (void)s; struct tm t = {.tm_mon = o & 7, .tm_mday = 1}; char b[64]; strftime(b, 64, "%b", &t); puts(b); return 0;)
BODY(out_sprintf_hex, "a", "b", (void)s; char b[64]; sprintf(b, "%#x %o", (unsigned)o, (unsigned)o); puts(b); return 0;)
BODY(out_sprintf_part, "a", "b", (void)s; char b[64]; sprintf(b, "%05d", o); write(1, b + 3, 2); return 0;)
BODY(out_sprintf_length, "a", "b", (void)s; char b[64]; int n = sprintf(b, "%d", o * 1000); write(1, "xxxxxxxxxxxx", (size_t)n); return 0;)
BODY(out_sprintf_digit, "a", "b", (void)s; char b[64]; sprintf(b, "%d", o & 7); putchar(b[0] == '1' ? 'y' : 'n'); return 0;)
BODY(out_strlen, "a", "b", (void)s; char b[16] = "aaa"; b[1] = (char)(o ? 0 : 'b'); printf("%zu", strlen(b)); return 0;)
BODY(out_malloc, "a", "b", (void)s; char *p = malloc((size_t)(o & 1) * 1000 + 1); printf("%d", malloc_usable_size(p) > 500); return 0;)
BODY(out_sleep, "a", "b", (void)s; struct timespec t = {0, (o & 1) * 10000000}; clock_nanosleep(CLOCK_MONOTONIC, 0, &t, 0); return 0;)
BODY(out_alarm, "a", "b", (void)s; if (o & 1) alarm(1); if (o & 1) pause(); return 0;)
BODY(out_thread, "a", "b", (void)s; thrd_t t; extern int out_of_thread(void *); thrd_create(&t, out_of_thread, (void *)(long)o); int r; thrd_join(t, &r); return 0;)
int out_of_thread(void *p) { dprintf(1, "%ld", (long)p); return 0; }
BODY(out_on_exit, "a", "b", (void)s; extern void out_at_end(int, void *); on_exit(out_at_end, (void *)(long)o); return 0;)
void out_at_end(int s, void *p) { (void)s; dprintf(1, "%ld", (long)p); }
BODY(out_handler, "a", "b", (void)s; extern void out_by_value(int, siginfo_t *, void *); struct sigaction a = {.sa_sigaction = out_by_value, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0); sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = o}); return 0;)
void out_by_value(int s, siginfo_t *i, void *c) { (void)s; (void)c; char b = (char)i->si_value.sival_int; write(1, &b, 1); }
BODY(out_longjmp, "a", "b", (void)s; jmp_buf j; int r = setjmp(j); if (!r) longjmp(j, (o & 7) + 1); char b = (char)r; write(1, &b, 1); return 0;)
BODY(out_float_bytes, "a", "b", (void)s; float f = (float)o; write(1, &f, 4); return 0;)
BODY(out_vector, "a", "b", (void)s; __m128i v = _mm_set1_epi32(o); write(1, &v, 16); return 0;)
BODY(out_long_double, "a", "b", (void)s; long double v = o; printf("%Lg", v); return 0;)
BODY(out_int128, "a", "b", (void)s; __int128 v = (__int128)o << 100; write(1, (char *)&v + 12, 4); return 0;)
BODY(out_setvbuf, "a", "b", (void)s; static char b[256]; setvbuf(stdout, b, _IOFBF, 256); printf("%d", o); b[0] ^= 1; fflush(stdout); return 0;)
BODY(out_assert, "a", "b", (void)s; if (o & 1) abort(); return 0;)
BODY(out_socket, "a", "b", (void)s; int p[2]; socketpair(AF_UNIX, SOCK_STREAM, 0, p); send(p[0], &o, 4, 0); int v; recv(p[1], &v, 4, 0); write(1, &v, 4); return 0;)
BODY(out_syslog, "a", "b", (void)s; openlog("x", LOG_PERROR, LOG_USER); syslog(LOG_INFO, "%d", o); return 0;)

#include "race.h"
