/* Variants of programs that `omen cc` built: found, built once, cached, with their libraries; and every way
 * in which there can be none. Programs are built here by the command beside this test. */
/* rooms: build, quick */
#include "build/bitcode.h"
#include "build/variant.h"
#include <libgen.h>
#include <limits.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
/* cmocka wants the above first */
#include <cmocka.h>

static char folder[PATH_MAX];

static void sh(const char *fmt, ...) {
  va_list ap;
  char command[8192];
  va_start(ap, fmt);
  vsnprintf(command, sizeof command, fmt, ap);
  va_end(ap);
  if (system(command)) fail_msg("failed: %s", command);
}

static int enter(void **state) {
  char self[PATH_MAX] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) return -1;
  const char *tmp = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/omen variant.XXXXXX", tmp ? tmp : "/tmp");
  if (!mkdtemp(folder) || chdir(folder)) return -1;
  char *bin = omen_format("%s/bin/omen", dirname(dirname(self)));
  setenv("OMEN", bin, 1);
  free(bin);
  setenv("OMEN_CACHE", "cache", 1);
  unsetenv("LD_LIBRARY_PATH");
  sh("mkdir -p one two app");
  sh("echo 'int three(void) { return 3; }' >three.c");
  sh("echo 'int three(void); int two(void) { return three() - 1; }' >two.c");
  sh("echo 'int two(void); int main(void) { return two(); }' >main.c");
  sh("\"$OMEN\" cc -fPIC -shared three.c -o two/libthree.so.1 -Wl,-soname,libthree.so.1");
  sh("\"$OMEN\" cc -fPIC -shared two.c two/libthree.so.1 -o one/libtwo.so '-Wl,-rpath,$ORIGIN/../two'");
  sh("\"$OMEN\" cc main.c -Lone -ltwo '-Wl,-rpath,$ORIGIN/../one' -Wl,-rpath-link,two -o app/prog");
  sh("\"$OMEN\" cc two.c three.c main.c -o whole");
  return 0;
}

static int leave(void **state) { return chdir("/") || omen_rmtree(folder); }

static void get(const char *prog, struct omen_variant *v) {
  struct omen_err err = {0};
  int code = omen_variant_get(prog, OMEN_VARIANT_ANALYSIS, v, &err);
  if (code) fail_msg("%s: %d: %s", prog, code, err.msg);
}

static void refuse(const char *prog, int code, const char *words) {
  struct omen_variant v;
  struct omen_err err = {0};
  assert_int_equal(omen_variant_get(prog, OMEN_VARIANT_ANALYSIS, &v, &err), code);
  if (!strstr(err.msg, words) || strchr(err.msg, '\n')) fail_msg("%s: message is: %s", prog, err.msg);
  assert_null(v.path);
}

static void built_once(void **state) {
  struct omen_variant v, again;
  get("whole", &v);
  assert_true(omen_file_exists(v.path) && omen_file_exists(v.sites));
  assert_int_equal(v.nlibraries, 0);
  assert_null(v.library_folder);
  assert_string_equal(v.notes, "");
  struct stat first, second;
  assert_int_equal(stat(v.path, &first), 0);
  get("whole", &again);
  assert_int_equal(stat(again.path, &second), 0);
  assert_string_equal(v.key, again.key);
  assert_int_equal(first.st_ino, second.st_ino);
  omen_variant_release(&again);
  sh("cp whole app/whole");
  get("app/whole", &again); /* the same program elsewhere is the same variant */
  assert_string_equal(v.key, again.key);
  omen_variant_release(&again);
  omen_variant_release(&v);
}

static void libraries(void **state) {
  struct omen_variant v, moved;
  struct omen_elf e;
  get("app/prog", &v);
  assert_int_equal(v.nlibraries, 2);
  assert_string_equal(v.libraries[0].name, "libtwo.so");
  assert_string_equal(v.libraries[1].name, "libthree.so.1");
  for (size_t i = 0; i < 2; i++)
    assert_true(omen_file_exists(v.libraries[i].path) && omen_file_exists(v.libraries[i].sites));
  assert_int_equal(omen_elf_read(v.path, true, &e, NULL), 0);
  assert_int_equal(e.bundle.len, 0);
  assert_null(e.runpath);
  assert_true(e.rpath && !strncmp(e.rpath, OMEN_VARIANT_LIBRARIES ":", strlen(OMEN_VARIANT_LIBRARIES) + 1));
  assert_non_null(strstr(e.rpath, "/app/../one"));
  bool two = false, three = false;
  for (size_t i = 0; i < e.needed_n; i++) {
    two |= !strcmp(e.needed[i], "libtwo.so");
    three |= !strcmp(e.needed[i], "libthree.so.1");
  }
  assert_true(two && three);
  omen_elf_release(&e);
  assert_int_equal(omen_elf_read(v.libraries[1].path, false, &e, NULL), 0);
  assert_string_equal(e.soname, "libthree.so.1");
  assert_true(e.shared);
  omen_elf_release(&e);
  /* another version of a library is another variant of the program */
  sh("echo 'int three(void) { return 4; }' >three.c");
  sh("\"$OMEN\" cc -fPIC -shared three.c -o two/libthree.so.1 -Wl,-soname,libthree.so.1");
  get("app/prog", &moved);
  assert_string_not_equal(v.key, moved.key);
  omen_variant_release(&moved);
  omen_variant_release(&v);
}

/* Several builders at once all get the same, whole variant; nothing stays in the cache's tmp. */
static void at_once(void **state) {
  omen_rmtree("cache");
  pid_t child[3];
  for (int i = 0; i < 3; i++) {
    child[i] = fork();
    if (child[i] == 0) {
      struct omen_variant v;
      _exit(omen_variant_get("app/prog", OMEN_VARIANT_ANALYSIS, &v, NULL) || !omen_file_exists(v.path) ? 1
                                                                                                       : 0);
    }
  }
  for (int i = 0; i < 3; i++) {
    int status = -1;
    assert_true(waitpid(child[i], &status, 0) == child[i]);
    assert_int_equal(status, 0);
  }
  sh("test \"$(ls cache/variant | wc -l)\" = 1 && test \"$(ls cache/object | wc -l)\" = 3 && test -z \"$(ls "
     "cache/tmp)\"");
}

/* What a killed builder left is removed after a day; what nobody used for a month, too; the rest stays. */
static void old_entries(void **state) {
  struct omen_variant v;
  sh("mkdir -p cache/tmp/dead/lib cache/tmp/alive cache/variant/unused cache/object/used");
  sh("echo x >cache/tmp/dead/lib/file && touch -d '2 days ago' cache/tmp/dead && touch -d '40 days ago' "
     "cache/variant/unused");
  sh("touch -d '20 days ago' cache/object/used && echo 'int main(void) { return 9; }' >new.c && \"$OMEN\" cc "
     "new.c -o new");
  get("new", &v);
  omen_variant_release(&v);
  assert_false(omen_file_exists("cache/tmp/dead") || omen_file_exists("cache/variant/unused"));
  assert_true(omen_file_exists("cache/tmp/alive") && omen_file_exists("cache/object/used"));
  sh("rmdir cache/tmp/alive");
  sh("test -z \"$(ls cache/tmp)\"");
}

static void refusals(void **state) {
  refuse("nothing", OMEN_EXIT_RUN_NOT_FOUND, "No such file");
  refuse("app", OMEN_EXIT_RUN_CANNOT, "is a folder");
  refuse("/dev/null", OMEN_EXIT_RUN_CANNOT, "special file");
  refuse("main.c", OMEN_EXIT_RUN_CANNOT, "not an ELF program");
  sh("printf '#!/bin/sh\\necho\\n' >script && chmod +x script");
  refuse("script", OMEN_EXIT_RUN_CANNOT, "is a script");
  sh("clang-19 two.c three.c main.c -o plain");
  refuse("plain", OMEN_EXIT_RUN_CANNOT, "was not built with 'omen cc'; rebuild it with CC=\"omen cc\"");
  sh("\"$OMEN\" cc -c main.c -o main.o");
  refuse("main.o", OMEN_EXIT_RUN_CANNOT, "object file");
  refuse("one/libtwo.so", OMEN_EXIT_RUN_CANNOT, "shared library");
  sh("llvm-strip-19 whole -o stripped");
  refuse("stripped", OMEN_EXIT_RUN_CANNOT, "was stripped");
  sh("\"$OMEN\" cc -fsanitize=undefined two.c three.c main.c -o checked");
  refuse("checked", OMEN_EXIT_RUN_CANNOT, "built with -fsanitize=undefined");
  sh("cp whole alien && printf '\\267\\0' | dd of=alien bs=1 seek=18 conv=notrunc status=none"); /* AArch64 */
  refuse("alien", OMEN_EXIT_RUN_CANNOT, "not a program for x86-64");
  sh("cp app/prog app/lost && mv one/libtwo.so one/gone");
  refuse("app/lost", OMEN_EXIT_RUN_CANNOT, "its library libtwo.so was not found");
  sh("mv one/gone one/libtwo.so");
  setenv("OMEN_CACHE", "/dev/null/cache", 1);
  refuse("whole", OMEN_EXIT_RUN_FAILED, "OMEN_CACHE");
  setenv("OMEN_CACHE", "cache", 1);
}

/* One byte of the bundle changed, anywhere: said, not run. */
static void damaged(void **state) {
  struct omen_buf b = {0};
  assert_int_equal(omen_file_read("whole", &b, NULL), 0);
  char *at = memmem(b.data, b.len, "OMENBC\r\n", 8);
  assert_non_null(at);
  at[200] ^= 1;
  assert_int_equal(omen_file_write("bad", b.data, b.len, NULL), 0);
  refuse("bad", OMEN_EXIT_RUN_CANNOT, "damaged");
  omen_buf_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(built_once), cmocka_unit_test(libraries),
                                     cmocka_unit_test(at_once),    cmocka_unit_test(old_entries),
                                     cmocka_unit_test(refusals),   cmocka_unit_test(damaged)};
  return cmocka_run_group_tests(tests, enter, leave);
}
