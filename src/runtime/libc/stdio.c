/* Input and output of buffers: descriptors and streams. Streams lock inside libc. */
#include "runtime/libc/libc.h"
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/output.h"
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

OMEN_API int __omen_lib_puts(uint32_t site, const char *s);
OMEN_API int __omen_lib_fputs(uint32_t site, const char *s, FILE *f);
OMEN_API size_t __omen_lib_fwrite(uint32_t site, const void *p, size_t size, size_t n, FILE *f);
OMEN_API size_t __omen_lib_fread(uint32_t site, void *p, size_t size, size_t n, FILE *f);
OMEN_API char *__omen_lib_fgets(uint32_t site, char *s, int n, FILE *f);
OMEN_API ssize_t __omen_lib_read(uint32_t site, int fd, void *p, size_t n);
OMEN_API ssize_t __omen_lib_write(uint32_t site, int fd, const void *p, size_t n);
OMEN_API ssize_t __omen_lib_pread(uint32_t site, int fd, void *p, size_t n, off_t at);
OMEN_API ssize_t __omen_lib_pwrite(uint32_t site, int fd, const void *p, size_t n, off_t at);
OMEN_API ssize_t __omen_lib_send(uint32_t site, int fd, const void *p, size_t n, int flags);
OMEN_API ssize_t __omen_lib_recv(uint32_t site, int fd, void *p, size_t n, int flags);

int __omen_lib_puts(uint32_t site, const char *s) {
  OMRT_MODEL(__omen_lib_puts);
  size_t n = strlen(s);
  OMRT_READS(s, n + 1);
  uint64_t since = omrt_stream_place(stdout), place = follows ? omrt_output_place(stdout) : 0;
  int ret = puts(s);
  omrt_stream_put(stdout, since, __builtin_frame_address(0));
  if (follows) {
    omrt_model_string(&model, s, n, true);
    if (ret >= 0) omrt_model_put(stdout, place, s, n, true);
  }
  return ret;
}

int __omen_lib_fputs(uint32_t site, const char *s, FILE *f) {
  OMRT_MODEL(__omen_lib_fputs);
  size_t n = strlen(s);
  OMRT_READS(s, n + 1);
  uint64_t since = omrt_stream_place(f), place = follows ? omrt_output_place(f) : 0;
  int ret = fputs(s, f);
  omrt_stream_put(f, since, __builtin_frame_address(0));
  if (follows) {
    omrt_model_string(&model, s, n, true);
    if (ret >= 0) omrt_model_put(f, place, s, n, false);
  }
  return ret;
}

size_t __omen_lib_fwrite(uint32_t site, const void *p, size_t size, size_t n, FILE *f) {
  OMRT_MODEL(__omen_lib_fwrite);
  size_t bytes;
  if (!__builtin_mul_overflow(size, n, &bytes)) OMRT_READS(p, bytes);
  uint64_t since = omrt_stream_place(f), place = follows ? omrt_output_place(f) : 0;
  size_t ret = fwrite(p, size, n, f);
  omrt_stream_put(f, since, __builtin_frame_address(0));
  if (follows) {
    omrt_model_pin(&model, 2, size);
    omrt_model_pin(&model, 3, n);
    omrt_model_put(f, place, p, ret * size, false);
  }
  return ret;
}

/* An element that is cut short is also written to, but nobody says how much of it. */
size_t __omen_lib_fread(uint32_t site, void *p, size_t size, size_t n, FILE *f) {
  OMRT_MODEL(__omen_lib_fread);
  OMRT_CALL_BEGINS();
  struct omrt_reading *reading = follows ? omrt_model_read_begin(f, size * n) : NULL;
  size_t got = fread(p, size, n, f);
  OMRT_WRITES(p, got * size);
  if (follows) {
    omrt_model_pin(&model, 2, size);
    omrt_model_pin(&model, 3, n);
    omrt_model_read_end(reading, p, (got < n ? got + 1 : got) * size);
  }
  return got;
}

char *__omen_lib_fgets(uint32_t site, char *s, int n, FILE *f) {
  OMRT_MODEL(__omen_lib_fgets);
  OMRT_CALL_BEGINS();
  struct omrt_reading *reading = follows ? omrt_model_read_begin(f, (uint64_t)n) : NULL;
  char *got = fgets(s, n, f);
  size_t len = got ? strnlen(s, (size_t)n - 1) : 0;
  if (got) OMRT_WRITES(s, len + 1);
  if (follows) {
    omrt_model_pin(&model, 2, (uint64_t)n);
    uint64_t taken = got ? omrt_model_read_taken(reading, f, len, (uint64_t)n - 1) : 0;
    if (got) omrt_sym_overwritten(s + taken, 1);
    omrt_model_read_end(reading, got, taken);
    if (got) omrt_model_line(&model, s, taken, '\n');
  }
  return got;
}

ssize_t __omen_lib_read(uint32_t site, int fd, void *p, size_t n) {
  OMRT_MODEL(__omen_lib_read);
  OMRT_CALL_BEGINS();
  if (follows) omrt_model_pin(&model, 3, n);
  ssize_t got = read(fd, p, n);
  if (got > 0) OMRT_WRITES(p, (size_t)got);
  return got;
}

ssize_t __omen_lib_write(uint32_t site, int fd, const void *p, size_t n) {
  OMRT_MODEL(__omen_lib_write);
  if (follows) omrt_model_pin(&model, 3, n);
  OMRT_READS(p, n);
  return write(fd, p, n);
}

ssize_t __omen_lib_pread(uint32_t site, int fd, void *p, size_t n, off_t at) {
  OMRT_MODEL(__omen_lib_pread);
  OMRT_CALL_BEGINS();
  if (follows) omrt_model_pin(&model, 3, n);
  ssize_t got = pread(fd, p, n, at);
  if (got > 0) OMRT_WRITES(p, (size_t)got);
  return got;
}

ssize_t __omen_lib_pwrite(uint32_t site, int fd, const void *p, size_t n, off_t at) {
  OMRT_MODEL(__omen_lib_pwrite);
  if (follows) omrt_model_pin(&model, 3, n);
  OMRT_READS(p, n);
  return pwrite(fd, p, n, at);
}

ssize_t __omen_lib_send(uint32_t site, int fd, const void *p, size_t n, int flags) {
  OMRT_MODEL(__omen_lib_send);
  if (follows) omrt_model_pin(&model, 3, n);
  OMRT_READS(p, n);
  return send(fd, p, n, flags);
}

ssize_t __omen_lib_recv(uint32_t site, int fd, void *p, size_t n, int flags) {
  OMRT_MODEL(__omen_lib_recv);
  OMRT_CALL_BEGINS();
  if (follows) omrt_model_pin(&model, 3, n);
  ssize_t got = recv(fd, p, n, flags);
  if (got > 0) OMRT_WRITES(p, (size_t)got);
  return got;
}
