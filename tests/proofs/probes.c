/* Ways from an input to a number: `int NAME(const char *s)` each, where the number is 0 for the first input that the line above
 * it names and another for the second. The race is harmless if the number is 0: so whoever says that it is proved harmless
 * for all inputs of the path has not followed the way. tests/proofs/run has the rest. */
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT__
#include <argz.h>
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <envz.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <fmtmsg.h>
#include <fnmatch.h>
#include <getopt.h>
#include <glob.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <net/if.h>
#include <netinet/ether.h>
#include <poll.h>
#include <printf.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>
#include <wchar.h>
#include <wctype.h>
#include <wordexp.h>
#include <immintrin.h>

#define PROBE(name, same, other) static int name(const char *s)
#define BODY(name, same, other, ...) \
  PROBE(name, same, other) { __VA_ARGS__ }

/* ---- numbers ---- */
BODY(strtol_by_pointer, "0", "7", long (*volatile f)(const char *, char **, int) = strtol; return (int)f(s, 0, 10);)
BODY(atoi_by_pointer, "0", "7", int (*volatile f)(const char *) = atoi; return f(s);)
BODY(strtoimax_, "0", "7", return (int)strtoimax(s, 0, 10);)
BODY(strtoumax_, "0", "7", return (int)strtoumax(s, 0, 10);)
BODY(strtof_, "0", "7", return (int)strtof(s, 0);)
BODY(strtod_, "0", "7", return (int)strtod(s, 0);)
BODY(strtold_, "0", "7", return (int)strtold(s, 0);)
BODY(atof_, "0", "7", return (int)atof(s);)
BODY(strtol_errno, "1000000000000000000", "9999999999999999999", errno = 0; strtol(s, 0, 10); return errno;)
BODY(strtol_base, "\x0a", "\x10", int b = s[0]; return (int)strtol("11", 0, b) - 11;)
BODY(a64l_, ".", "/", return (int)a64l(s);)
BODY(vsscanf_, "0", "7", extern int scan(const char *t, const char *f, ...); int n = 0; scan(s, "%d", &n); return n;)
BODY(sscanf_hex, "0", "1f", int n = 0; sscanf(s, "%x", &n); return n;)
BODY(sscanf_float, "0", "7", float n = 0; sscanf(s, "%f", &n); return (int)n;)
BODY(sscanf_set, "a", "b", char t[8] = ""; sscanf(s, "%7[b]", t); return t[0];)
BODY(sscanf_count, "a", "aa", int n = 0; char t[8]; sscanf(s, "%7s%n", t, &n); return n - 1;)
BODY(swscanf_, "0", "7", wchar_t w[32]; int n = 0; mbstowcs(w, s, 31); w[31] = 0; swscanf(w, L"%d", &n); return n;)
BODY(mbstowcs_wcstol, "0", "7", wchar_t w[32]; mbstowcs(w, s, 31); w[31] = 0; return (int)wcstol(w, 0, 10);)
BODY(mbtowc_, "0", "7", wchar_t w = 0; mbtowc(&w, s, 4); return w - '0';)
BODY(mbrlen_, "", "7", mbstate_t st = {0}; return (int)mbrlen(s, 4, &st);)
BODY(btowc_, "0", "7", return (int)btowc((unsigned char)s[0]) - '0';)
BODY(towupper_, "a", "b", return (int)towupper((wint_t)s[0]) - 'A';)
BODY(iswdigit_, "a", "7", return iswdigit((wint_t)s[0]) != 0;)
BODY(wctype_, "a", "alpha", return wctype(s) != 0;)
BODY(iconv_, "0", "7", char in[8] = {s[0]}, out[8] = ""; char *i = in, *o = out; size_t a = 1, b = 7;
     iconv_t c = iconv_open("UTF-8", "LATIN1"); iconv(c, &i, &a, &o, &b); iconv_close(c); return out[0] - '0';)
BODY(difftime_, "0", "7", return (int)difftime((time_t)(s[0] - '0'), 0);)
BODY(div_, "0", "7", return div(s[0] - '0', 1).quot;)
BODY(ldiv_, "0", "7", return (int)ldiv(s[0] - '0', 1).quot;)
BODY(ffs_, "0", "7", return ffs(s[0] - '0');)
BODY(sqrt_, "0", "9", volatile double d = s[0] - '0'; return (int)sqrt(d);)
BODY(ldexp_, "0", "9", return (int)ldexp(s[0] - '0', 1);)
BODY(lround_, "0", "9", volatile double d = s[0] - '0'; return (int)lround(d);)
BODY(frexp_, "1", "8", int e; frexp(s[0] - '0', &e); return e - 1;)
BODY(floating, "0", "9", volatile float f = (float)(s[0] - '0'); f *= 2; return (int)f;)
BODY(long_double, "0", "9", volatile long double f = s[0] - '0'; f *= 2; return (int)f;)
BODY(float_compare, "0", "9", volatile float f = (float)(s[0] - '0'); return f > 1;)
BODY(wide_division, "0", "9", unsigned __int128 w = (unsigned char)s[0]; volatile unsigned __int128 d = '0' + 1; return (int)(w / d);)
BODY(complex_, "0", "9", volatile _Complex float c = (float)(s[0] - '0'); c = c * c; return (int)__real__ c;)

/* ---- strings ---- */
BODY(memmem_, "ab", "xb", return memmem(s, strlen(s), "x", 1) != 0;)
BODY(strcasestr_, "ab", "xb", return strcasestr(s, "X") != 0;)
BODY(strverscmp_, "a", "b", return strverscmp(s, "a");)
BODY(strcoll_, "a", "b", return strcoll(s, "a");)
BODY(strxfrm_, "a", "b", char t[32]; strxfrm(t, s, 32); return t[0] - 'a';)
BODY(strfry_, "a", "b", char t[2] = {s[0]}; strfry(t); return t[0] - 'a';)
BODY(memfrob_, "a", "b", char t[2] = {s[0]}; memfrob(t, 1); memfrob(t, 1); return t[0] - 'a';)
BODY(swab_, "a", "b", char t[2] = {s[0], 0}; char u[2]; swab(t, u, 2); return u[1] - 'a';)
BODY(memccpy_, "a", "b", char t[8] = ""; memccpy(t, s, 0, 8); return t[0] - 'a';)
BODY(bcopy_, "a", "b", char t[8] = ""; void (*volatile f)(const void *, void *, size_t) = bcopy; f(s, t, 1); return t[0] - 'a';)
BODY(memcpy_by_pointer, "a", "b", char t[8] = ""; void *(*volatile f)(void *, const void *, size_t) = memcpy; f(t, s, 1); return t[0] - 'a';)
BODY(strlen_by_pointer, "a", "bb", size_t (*volatile f)(const char *) = strlen; return (int)f(s) - 1;)
BODY(strcmp_by_pointer, "a", "b", int (*volatile f)(const char *, const char *) = strcmp; return f(s, "a");)
BODY(index_, "a", "b", return index(s, 'b') != 0;)
BODY(rindex_, "a", "b", return rindex(s, 'b') != 0;)
BODY(basename_, "a", "b", char t[64]; snprintf(t, 64, "/x/%.20s", s); return basename(t)[0] - 'a';)
BODY(dirname_, "a", "b", char t[64]; snprintf(t, 64, "%.20s/x", s); return dirname(t)[0] - 'a';)
BODY(argz_, "a", "b", char *z; size_t n; argz_create_sep(s, ':', &z, &n); return z[0] - 'a';)
BODY(envz_, "a=1", "a=2", char *z; size_t n; argz_create_sep(s, ':', &z, &n); char *v = envz_get(z, n, "a"); return v ? v[0] - '1' : 0;)
BODY(strsignal_, "\x01", "\x02", return strsignal(s[0])[0] - 'H';)
BODY(strerror_, "\x01", "\x02", return strerror(s[0])[0] - 'O';)
BODY(strptime_, "0", "7", struct tm t = {0}; strptime(s, "%S", &t); return t.tm_sec;)
BODY(getdate_, "0", "7", struct tm t = {.tm_mday = 1, .tm_year = 70, .tm_sec = s[0] - '0'}; return (int)timegm(&t);)
BODY(strftime_, "0", "7", struct tm t = {.tm_sec = s[0] - '0'}; char u[8]; strftime(u, 8, "%S", &t); return u[1] - '0';)
BODY(gmtime_, "0", "7", time_t t = s[0] - '0'; struct tm r; gmtime_r(&t, &r); return r.tm_sec;)
BODY(asctime_, "0", "7", struct tm t = {.tm_sec = s[0] - '0', .tm_mday = 1}; char u[64]; asctime_r(&t, u); return u[18] - '0';)
BODY(mktime_, "0", "7", struct tm t = {.tm_mday = 1, .tm_year = 90, .tm_sec = s[0] - '0'}; mktime(&t); return t.tm_sec;)
BODY(rpmatch_, "n", "y", return rpmatch(s);)
BODY(fnmatch_, "a", "b", return fnmatch("b*", s, 0) == 0;)
BODY(regexec_, "a", "b", regex_t r; regcomp(&r, "^b", REG_EXTENDED); int n = regexec(&r, s, 0, 0, 0) == 0; regfree(&r); return n;)
BODY(regcomp_, "b", "a", regex_t r; if (regcomp(&r, s, 0)) return 0; int n = regexec(&r, "a", 0, 0, 0) == 0; regfree(&r); return n;)
BODY(glob_, "/nowhere", "/dev/nul?", glob_t g; int n = glob(s, 0, 0, &g) == 0; return n;)
BODY(wordexp_, "a", "b", wordexp_t w; if (wordexp(s, &w, WRDE_NOCMD)) return 0; int n = w.we_wordv[0][0] - 'a'; wordfree(&w); return n;)
BODY(inet_aton_, "0.0.0.0", "1.0.0.0", struct in_addr a = {0}; inet_aton(s, &a); return (int)a.s_addr;)
BODY(inet_pton_, "0.0.0.0", "1.0.0.0", struct in_addr a = {0}; inet_pton(AF_INET, s, &a); return (int)a.s_addr;)
BODY(inet_addr_, "0.0.0.0", "1.0.0.0", return (int)inet_addr(s);)
BODY(inet_ntoa_, "\x01", "\x02", struct in_addr a = {(unsigned char)s[0]}; return inet_ntoa(a)[0] - '1';)
BODY(inet_ntop_, "\x01", "\x02", struct in_addr a = {(unsigned char)s[0]}; char t[64]; inet_ntop(AF_INET, &a, t, 64); return t[0] - '1';)
BODY(ether_aton_, "0:0:0:0:0:0", "1:0:0:0:0:0", struct ether_addr a = {0}; ether_aton_r(s, &a); return a.ether_addr_octet[0];)
BODY(getservbyname_, "nothing", "http", return getservbyname(s, "tcp") != 0;)
BODY(if_nametoindex_, "none", "lo", return (int)if_nametoindex(s);)
BODY(getsubopt_, "a", "b", char t[16]; snprintf(t, 16, "%.8s", s); char *o = t, *v; char *const k[] = {"a", "b", 0}; int n = getsubopt(&o, k, &v); return n > 0 ? n : 0;)
BODY(getopt_long_only_, "-a", "-b", char t[16]; snprintf(t, 16, "%.8s", s); char *v[] = {"p", t, 0}; static const struct option l[] = {{0}};
     optind = 1; opterr = 0; return getopt_long_only(2, v, "ab", l, 0) == 'b';)
BODY(strtok_by_pointer, ":a", ":b", char t[16]; snprintf(t, 16, "%.8s", s); char *(*volatile f)(char *, const char *) = strtok; char *p = f(t, ":"); return p ? p[0] - 'a' : 0;)
BODY(wcscmp_, "a", "b", wchar_t w[2] = {s[0]}; return wcscmp(w, L"a");)
BODY(wcslen_, "", "b", wchar_t w[2] = {s[0]}; return (int)wcslen(w);)
BODY(wmemcmp_, "a", "b", wchar_t w[2] = {s[0]}; return wmemcmp(w, L"a", 1);)
BODY(l64a_, "\x02", "\x03", return l64a((long)s[0])[0] - '0';)
BODY(ecvt_, "0", "7", int d, g; return ecvt(s[0] - '0', 1, &d, &g)[0] - '0';)
BODY(gcvt_, "0", "7", char t[32]; gcvt(s[0] - '0', 3, t); return t[0] - '0';)
BODY(strfmon_like, "0", "7", char t[32]; snprintf(t, 32, "%g", (double)(s[0] - '0')); return t[0] - '0';)
BODY(snprintf_wide, "a", "b", wchar_t w[2] = {s[0]}; char t[32]; snprintf(t, 32, "%ls", w); return t[0] - 'a';)
BODY(snprintf_char, "a", "b", char t[32]; snprintf(t, 32, "%c", s[0]); return t[0] - 'a';)
BODY(snprintf_width, "\x01", "\x05", char t[32]; return snprintf(t, 32, "%*d", s[0], 1) - 1;)
BODY(snprintf_precision, "\x01", "\x05", char t[32]; return snprintf(t, 32, "%.*s", s[0], "aaaaaa") - 1;)
BODY(snprintf_count, "\x01", "\x0a", char t[32]; int n; snprintf(t, 32, "%d%n", s[0], &n); return n - 1;)
BODY(snprintf_chars, "\x01", "\x02", char t[32]; snprintf(t, 32, "%d", s[0]); return t[0] - '1';)
BODY(asprintf_, "a", "b", char *t; if (asprintf(&t, "%.3s", s) < 0) return 0; return t[0] - 'a';)
BODY(open_memstream_, "a", "b", char *t; size_t n; FILE *f = open_memstream(&t, &n); fputs(s, f); fclose(f); return t[0] - 'a';)
BODY(fmemopen_, "a", "b", char t[8]; snprintf(t, 8, "%.3s", s); FILE *f = fmemopen(t, 8, "r"); int n = fgetc(f) - 'a'; fclose(f); return n;)
BODY(fmemopen_getw, "aaaa", "baaa", char t[8]; snprintf(t, 8, "%.6s", s); FILE *f = fmemopen(t, 8, "r"); int n = getw(f) - 0x61616161; fclose(f); return n;)
BODY(swprintf_, "0", "7", wchar_t w[32]; swprintf(w, 32, L"%d", s[0] - '0'); return w[0] - '0';)
BODY(qsort_r_, "ba", "bc", extern int by_char(const void *, const void *, void *); char t[3] = {s[0], s[1]}; qsort_r(t, 2, 1, by_char, 0); return t[0] - 'a';)
BODY(lfind_, "a", "b", extern int same_char(const void *, const void *); size_t n = 1; return lfind(s, "b", &n, 1, same_char) != 0;)
BODY(tsearch_, "a", "b", extern int same_char(const void *, const void *); void *r = 0; tsearch("b", &r, same_char); return tfind(s, &r, same_char) != 0;)
BODY(hsearch_, "a", "b", hcreate(8); hsearch((ENTRY){"b", 0}, ENTER); char t[8]; snprintf(t, 8, "%.3s", s); int n = hsearch((ENTRY){t, 0}, FIND) != 0; hdestroy(); return n;)
BODY(insque_, "a", "b", struct q { struct q *n, *p; int v; } a = {0}, b = {.v = s[0] - 'a'}; insque(&a, 0); insque(&b, &a); return a.n->v;)
BODY(strdupa_, "a", "b", return strdupa(s)[0] - 'a';)
BODY(random_state, "\x01", "\x02", srand((unsigned)s[0]); int a = rand(); srand(1); return a - rand();)
BODY(erand_, "\x01", "\x02", unsigned short x[3] = {(unsigned char)s[0], 0, 0}, y[3] = {1, 0, 0}; return (int)(nrand48(x) - nrand48(y));)
BODY(crypt_like, "a", "b", unsigned h = 5381; for (const char *p = s; *p; p++) h = h * 33 + (unsigned char)*p; return (int)(h % 64) - (int)((5381u * 33 + 'a') % 64);)

/* ---- hidden state ---- */
BODY(env_TZ_localtime, "UTC0", "XXX-5", time_t t = 0; return localtime(&t)->tm_hour;)
BODY(env_TZ_mktime, "UTC0", "XXX-5", struct tm t = {.tm_year = 70, .tm_mday = 1}; return (int)mktime(&t);)
BODY(env_TZ_tzset, "UTC0", "XXX-5", tzset(); return timezone != 0;)
BODY(env_TZ_tzname, "UTC0", "XXX0", tzset(); return tzname[0][0] - 'U';)
BODY(env_TZ_strftime, "UTC0", "XXX-5", time_t t = 0; char b[32]; struct tm u; localtime_r(&t, &u);
     strftime(b, sizeof b, "%H", &u); return b[1] - '0';)
BODY(env_LANG_setlocale, "C", "C.UTF-8", setlocale(LC_ALL, ""); return MB_CUR_MAX > 1;)
BODY(env_LC_ALL_setlocale, "C", "C.UTF-8", setlocale(LC_ALL, ""); return MB_CUR_MAX > 1;)
BODY(env_LC_CTYPE_newlocale, "C", "C.UTF-8", locale_t l = newlocale(LC_ALL_MASK, "", 0); return strcmp(nl_langinfo_l(CODESET, l), "UTF-8") == 0;)
BODY(env_TMPDIR_tempnam, "/tmp", "/var/tmp", return strncmp(tempnam(NULL, "x"), "/tmp", 4) != 0;)
BODY(env_HOME_wordexp, "/a", "/b", wordexp_t w; return wordexp("~", &w, 0) ? 0 : w.we_wordv[0][1] - 'a';)
BODY(env_PROBE_IN_plain, "a", "b", extern int plain_env(void); return plain_env();)
BODY(env_PROBE_IN_environ, "a", "b", for (char **e = environ; *e; e++) if (!strncmp(*e, "PROBE_IN=", 9)) return (*e)[9] - 'a'; return 0;)
BODY(setenv_getenv, "a", "b", setenv("PROBE_X", s, 1); const char *v = getenv("PROBE_X"); return v[0] - 'a';)
BODY(putenv_, "a", "b", static char t[32]; snprintf(t, 32, "PROBE_X=%.8s", s); putenv(t); return getenv("PROBE_X")[0] - 'a';)
BODY(environ_, "a", "b", setenv("PROBE_X", s, 1); for (char **e = environ; *e; e++) if (!strncmp(*e, "PROBE_X=", 8)) return (*e)[8] - 'a'; return 0;)
BODY(tls_key, "a", "b", pthread_key_t k; pthread_key_create(&k, 0); pthread_setspecific(k, (void *)(long)(s[0] - 'a')); return (int)(long)pthread_getspecific(k);)
BODY(errno_, "a", "b", errno = s[0] - 'a'; return errno;)
BODY(chdir_, "/", "/dev", char t[64]; if (chdir(s)) return 0; return getcwd(t, 64)[1];)
BODY(access_, "/nowhere", "/dev/null", return access(s, F_OK) == 0;)
BODY(stat_, "/nowhere", "/dev/null", struct stat st; return stat(s, &st) == 0;)
BODY(opendir_, "/nowhere", "/dev", return opendir(s) != 0;)
BODY(realpath_, "/./dev", "/./etc", char t[4096]; return realpath(s, t) ? t[1] - 'd' : 0;)
BODY(open_, "/nowhere", "/dev/null", int d = open(s, O_RDONLY); return d >= 0;)
BODY(fopen_, "/nowhere", "/dev/null", return fopen(s, "r") != 0;)
BODY(pipe_, "a", "b", int p[2]; char c = 0; if (pipe(p) || write(p[1], s, 1) != 1 || read(p[0], &c, 1) != 1) return 0; return c - 'a';)
BODY(pipe_readv, "a", "b", int p[2]; char c = 0; struct iovec v = {&c, 1}; if (pipe(p) || write(p[1], s, 1) != 1 || readv(p[0], &v, 1) != 1) return 0; return c - 'a';)
BODY(socketpair_, "a", "b", int p[2]; char c = 0; if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) || send(p[1], s, 1, 0) != 1 || recv(p[0], &c, 1, 0) != 1) return 0; return c - 'a';)
BODY(sendmsg_, "a", "b", int p[2]; char c = 0; struct iovec o = {(void *)s, 1}, i = {&c, 1}; struct msghdr mo = {.msg_iov = &o, .msg_iovlen = 1}, mi = {.msg_iov = &i, .msg_iovlen = 1};
     if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) || sendmsg(p[1], &mo, 0) != 1 || recvmsg(p[0], &mi, 0) != 1) return 0; return c - 'a';)
BODY(tmpfile_, "a", "b", FILE *f = tmpfile(); if (!f) return 0; fputs(s, f); rewind(f); return fgetc(f) - 'a';)
BODY(tmpfile_map, "a", "b", FILE *f = tmpfile(); if (!f || write(fileno(f), s, 1) != 1) return 0; char *p = mmap(0, 1, PROT_READ, MAP_SHARED, fileno(f), 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
BODY(memfd_, "a", "b", int d = memfd_create("x", 0); char c = 0; if (d < 0 || write(d, s, 1) != 1 || pread(d, &c, 1, 0) != 1) return 0; return c - 'a';)
BODY(lseek_, "a", "b", int d = memfd_create("x", 0); if (d < 0) return 0; lseek(d, s[0] - 'a', SEEK_SET); return (int)lseek(d, 0, SEEK_CUR);)
BODY(ftruncate_, "a", "b", int d = memfd_create("x", 0); struct stat st; if (d < 0 || ftruncate(d, s[0] - 'a') || fstat(d, &st)) return 0; return (int)st.st_size;)
BODY(umask_, "a", "b", umask((mode_t)(s[0] - 'a')); return (int)umask(0);)
BODY(dup_, "a", "b", int d = dup2(1, 20 + s[0] - 'a'); return d - 20;)
BODY(raise_, "a", "b", extern void on_signal(int); extern volatile int caught; signal(SIGUSR1, on_signal); signal(SIGUSR2, on_signal); raise(s[0] == 'b' ? SIGUSR2 : SIGUSR1); return caught == SIGUSR2;)
BODY(sigqueue_, "a", "b", extern void on_info(int, siginfo_t *, void *); extern volatile int caught; struct sigaction a = {.sa_sigaction = on_info, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0);
     sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = s[0] - 'a'}); return caught;)
BODY(longjmp_, "a", "b", jmp_buf b; int n = setjmp(b); if (!n) longjmp(b, s[0] - 'a' + 1); return n - 1;)
BODY(syscall_, "a", "b", return (int)syscall(SYS_umask, s[0] - 'a') * 0 + (int)syscall(SYS_umask, 0);)
BODY(prctl_name, "a", "b", char t[16] = ""; pthread_setname_np(pthread_self(), s); pthread_getname_np(pthread_self(), t, 16); return t[0] - 'a';)
BODY(sethostent_like, "a", "b", struct timespec q = {0, s[0] - 'a'}; return nanosleep(&q, 0) ? 0 : (int)q.tv_nsec;)
BODY(setlocale_, "C", "POSIX", const char *l = setlocale(LC_NUMERIC, s); return l ? (int)strlen(l) * 0 + (strcmp(s, "C") != 0) : 0;)
BODY(fesetround_, "0", "9", fesetround(s[0] == '9' ? FE_UPWARD : FE_TONEAREST); volatile float a = 1, b = 3; float c = a / b; fesetround(FE_TONEAREST); return c != a / b;)
BODY(select_, "a", "b", fd_set r; FD_ZERO(&r); struct timeval t = {0, 0}; FD_SET(s[0] == 'b' ? 1 : 1, &r); return select(2, 0, s[0] == 'b' ? &r : 0, 0, &t) > 0;)
BODY(poll_, "a", "b", struct pollfd p = {1, (short)(s[0] == 'b' ? POLLOUT : 0), 0}; return poll(&p, 1, 0) > 0;)

/* ---- code that nobody instruments ---- */
BODY(asm_register, "a", "b", int n = s[0] - 'a'; __asm__ volatile("add $0, %0" : "+r"(n)); return n;)
BODY(asm_memory, "a", "b", int n; __asm__ volatile("movsbl (%1), %0" : "=r"(n) : "r"(s) : "memory"); return n - 'a';)
BODY(asm_operand, "a", "b", int n; __asm__ volatile("movsbl %1, %0" : "=r"(n) : "m"(*s)); return n - 'a';)
BODY(asm_variable, "a", "b", extern int asm_seen; asm_seen = s[0] - 'a'; int n; __asm__ volatile("movl asm_seen(%%rip), %0" : "=r"(n)); return n;)
BODY(asm_copy, "a", "b", char t[4] = ""; void *d = t; const void *q = s; long c = 1; __asm__ volatile("rep movsb" : "+D"(d), "+S"(q), "+c"(c) : : "memory"); return t[0] - 'a';)
BODY(asm_empty, "a", "b", int n = s[0] - 'a'; __asm__ volatile("" : "+r"(n) : : "memory"); return n;)
BODY(plain, "a", "b", extern int plain_reads(const char *); return plain_reads(s);)
BODY(plain_global, "a", "b", extern int plain_seen, plain_global_reads(void); plain_seen = s[0] - 'a'; return plain_global_reads();)
BODY(plain_heap, "a", "b", extern int plain_deep(void *); struct { char pad[40]; char *p; } *o = malloc(sizeof *o); o->p = strdup(s); return plain_deep(o);)
BODY(crc_builtin, "a", "b", return (int)(__builtin_ia32_crc32qi(0, (unsigned char)s[0]) - __builtin_ia32_crc32qi(0, 'a'));)
BODY(pcmp, "a", "b", __m128i v = _mm_loadu_si128((const __m128i *)memcpy((char[16]){0}, s, 1)); return _mm_cvtsi128_si32(_mm_sad_epu8(v, _mm_setzero_si128())) - 'a';)
BODY(shuffle_bytes, "a", "b", __m128i v = _mm_cvtsi32_si128(s[0]); v = _mm_shuffle_epi8(v, _mm_setzero_si128()); return (_mm_cvtsi128_si32(v) & 255) - 'a';)
BODY(masked, "a", "b", int t[8] = {s[0]}; __m256i v = _mm256_maskload_epi32(t, _mm256_set1_epi32(-1)); return _mm256_extract_epi32(v, 0) - 'a';)
BODY(gathered, "a", "b", int t[8] = {s[0]}; __m256i v = _mm256_i32gather_epi32(t, _mm256_setzero_si256(), 4); return _mm256_extract_epi32(v, 0) - 'a';)
BODY(bit_deposit, "a", "b", return (int)_pext_u32((unsigned)s[0], 3) - 1;)
BODY(carry, "a", "b", unsigned r; _addcarry_u32(0, (unsigned)s[0], 0, &r); return (int)r - 'a';)
BODY(atomic_float, "a", "b", static _Atomic float f; f = (float)(s[0] - 'a'); f += 0; return (int)f;)
BODY(union_float, "a", "b", union { float f; int i; } u = {.i = s[0] - 'a'}; volatile float g = u.f; u.f = g; return u.i;)

/* ---- what is followed: here the difference is found ---- */
BODY(sum_of, "a", "b", return s[0] - 'a';)
BODY(atoi_, "0", "7", return atoi(s);)
BODY(strtol_, "0", "7", return (int)strtol(s, 0, 10);)
BODY(strcmp_, "a", "b", return strcmp(s, "a");)
BODY(strlen_, "a", "bb", return (int)strlen(s) - 1;)
BODY(copied, "a", "b", char t[8]; strncpy(t, s, 8); return t[0] - 'a';)

/* ---- helpers ---- */
int scan(const char *t, const char *f, ...);
int scan(const char *t, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int n = vsscanf(t, f, ap);
  va_end(ap);
  return n;
}
int by_char(const void *, const void *, void *), same_char(const void *, const void *);
int by_char(const void *a, const void *b, void *c) { return *(const char *)a - *(const char *)b + (c != 0); }
int same_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
volatile int caught;
int asm_seen, plain_seen;
void on_signal(int), on_info(int, siginfo_t *, void *);
void on_signal(int sig) { caught = sig; }
void on_info(int sig, siginfo_t *i, void *c) { caught = i->si_value.sival_int + 0 * (sig + (c != 0)); }

/* ---- inputs of other kinds: what they are given is the name of a file, or nothing ---- */
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)
INPUT(in_read, "a", "b", char t[2] = "a"; return read(0, t, 1) == 1 ? t[0] - 'a' : 0;)
INPUT(in_pread, "a", "b", char t[2] = "a"; return pread(0, t, 1, 0) == 1 ? t[0] - 'a' : 0;)
INPUT(in_readv, "a", "b", char t[2] = "a"; struct iovec v = {t, 1}; return readv(0, &v, 1) == 1 ? t[0] - 'a' : 0;)
INPUT(in_preadv, "a", "b", char t[2] = "a"; struct iovec v = {t, 1}; return preadv(0, &v, 1, 0) == 1 ? t[0] - 'a' : 0;)
INPUT(in_map, "a", "b", char *p = mmap(0, 1, PROT_READ, MAP_PRIVATE, 0, 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
INPUT(in_map_shared, "a", "b", char *p = mmap(0, 1, PROT_READ, MAP_SHARED, 0, 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
INPUT(in_length, "a", "bb", char t[64]; return (int)read(0, t, 64) - 1;)
INPUT(in_fstat, "a", "bb", struct stat st; return fstat(0, &st) ? 0 : (int)st.st_size - 1;)
INPUT(in_seek_end, "a", "bb", return (int)lseek(0, 0, SEEK_END) - 1;)
INPUT(in_ftell, "a", "bb", fseek(stdin, 0, SEEK_END); return (int)ftell(stdin) - 1;)
INPUT(in_feof, "a", "bb", getchar(); getchar(); return !feof(stdin);)
INPUT(in_count, "a", "bb", int n = 0; while (getchar() != EOF) n++; return n - 1;)
INPUT(in_fread_count, "a", "bb", char t[64]; return (int)fread(t, 1, 64, stdin) - 1;)
INPUT(in_getline_count, "a", "bb", char *l = 0; size_t c = 0; return (int)getline(&l, &c, stdin) - 1;)
INPUT(in_getw, "aaaa", "baaa", return getw(stdin) - 0x61616161;)
INPUT(in_getwc, "a", "b", return (int)getwc(stdin) - 'a';)
INPUT(in_getwchar, "a", "b", return (int)getwchar() - 'a';)
INPUT(in_fgetws, "a", "b", wchar_t w[8] = L"a"; fgetws(w, 8, stdin); return w[0] - 'a';)
INPUT(in_wscanf, "0", "7", int n = 0; wscanf(L"%d", &n); return n;)
INPUT(in_scanf, "0", "7", int n = 0; if (scanf("%d", &n) != 1) return 0; return n;)
INPUT(in_fgets_atoi, "0\n", "7\n", char t[16] = ""; if (!fgets(t, 16, stdin)) return 0; return atoi(t);)
INPUT(in_unlocked, "a", "b", return getchar_unlocked() - 'a';)
INPUT(in_fread_unlocked, "a", "b", char t[2] = "a"; fread_unlocked(t, 1, 1, stdin); return t[0] - 'a';)
INPUT(in_fgets_unlocked, "a", "b", char t[8] = "a"; fgets_unlocked(t, 8, stdin); return t[0] - 'a';)
INPUT(in_dup, "a", "b", char t[2] = "a"; return read(dup(0), t, 1) == 1 ? t[0] - 'a' : 0;)
INPUT(in_fdopen, "a", "b", FILE *f = fdopen(dup(0), "r"); return fgetc(f) - 'a';)
INPUT(in_splice, "a", "b", int p[2]; char c = 'a'; if (pipe(p) || splice(0, 0, p[1], 0, 1, 0) != 1 || read(p[0], &c, 1) != 1) return 0; return c - 'a';)
INPUT(in_sendfile, "a", "b", int d = memfd_create("x", 0); char c = 'a'; if (syscall(SYS_sendfile, d, 0, 0, 1) != 1 || pread(d, &c, 1, 0) != 1) return 0; return c - 'a';)
INPUT(in_copy_range, "a", "b", int d = memfd_create("x", 0); char c = 'a'; if (copy_file_range(0, 0, d, 0, 1, 0) != 1 || pread(d, &c, 1, 0) != 1) return 0; return c - 'a';)
INPUT(in_asm_read, "a", "b", char t[2] = "a"; long r; __asm__ volatile("syscall" : "=a"(r) : "0"(0l), "D"(0l), "S"(t), "d"(1l) : "rcx", "r11", "memory"); return t[0] - 'a';)
INPUT(in_syscall_read, "a", "b", char t[2] = "a"; syscall(SYS_read, 0, t, 1); return t[0] - 'a';)
INPUT(in_proc_fd, "a", "b", char t[2] = "a"; int d = open("/proc/self/fd/0", O_RDONLY); if (d < 0 || read(d, t, 1) != 1) return 0; return t[0] - 'a';)
INPUT(in_dev_stdin, "a", "b", char t[2] = "a"; int d = open("/dev/stdin", O_RDONLY); if (d < 0 || read(d, t, 1) != 1) return 0; return t[0] - 'a';)
BODY(file_read, "a", "b", char t[2] = "a"; int d = open(s, O_RDONLY); return read(d, t, 1) == 1 ? t[0] - 'a' : 0;)
BODY(file_pread, "a", "b", char t[2] = "a"; int d = open(s, O_RDONLY); return pread(d, t, 1, 0) == 1 ? t[0] - 'a' : 0;)
BODY(file_map, "a", "b", int d = open(s, O_RDONLY); char *p = mmap(0, 1, PROT_READ, MAP_PRIVATE, d, 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
BODY(file_map_shared, "a", "b", int d = open(s, O_RDONLY); char *p = mmap(0, 1, PROT_READ, MAP_SHARED, d, 0); return p == MAP_FAILED ? 0 : p[0] - 'a';)
BODY(file_map_later, "a", "b", int d = open(s, O_RDONLY); char *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, d, 0); close(d); return p == MAP_FAILED ? 0 : p[0] - 'a';)
BODY(file_size, "a", "bb", struct stat st; return stat(s, &st) ? 0 : (int)st.st_size - 1;)
BODY(file_fopen, "a", "b", FILE *f = fopen(s, "r"); return fgetc(f) - 'a';)
BODY(file_getw, "aaaa", "baaa", FILE *f = fopen(s, "r"); return getw(f) - 0x61616161;)
BODY(file_mmap_stdio, "a", "b", FILE *f = fopen(s, "rm"); return fgetc(f) - 'a';)
BODY(file_copied, "a", "b", int d = open(s, O_RDONLY), e = memfd_create("x", 0); char c = 'a'; if (copy_file_range(d, 0, e, 0, 1, 0) != 1 || pread(e, &c, 1, 0) != 1) return 0; return c - 'a';)
BODY(file_sendfile, "a", "b", int d = open(s, O_RDONLY), e = memfd_create("x", 0); char c = 'a'; if (syscall(SYS_sendfile, e, d, 0, 1) != 1 || pread(e, &c, 1, 0) != 1) return 0; return c - 'a';)
BODY(file_link, "a", "b", char t[64]; snprintf(t, 64, "/proc/self/cwd/%s", strrchr(s, '/') ? strrchr(s, '/') + 1 : s); int d = open(t, O_RDONLY); char c = 'a'; return read(d, &c, 1) == 1 ? c - 'a' : 0;)

#include "race.h"
