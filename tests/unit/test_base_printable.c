/* What a terminal is shown of what others wrote (base/printable.h), and words for a shell. */
/* rooms: base, quick */
#include "base/printable.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void becomes(const char *text, size_t n, const char *want) {
  struct omen_buf out = {0};
  omen_buf_add_printable(&out, text, n);
  assert_string_equal(out.data ? out.data : "", want);
  omen_buf_release(&out);
}
#define BECOMES(text, want) becomes(text, sizeof text - 1, want)

static void text_stays(void **state) {
  BECOMES("", "");
  BECOMES("plain text\twith tabs\nand lines\n", "plain text\twith tabs\nand lines\n");
  BECOMES("gr\xc3\xbc\xc3\x9f \xe2\x86\x94 \xf0\x9f\x90\x9e",
          "gr\xc3\xbc\xc3\x9f \xe2\x86\x94 \xf0\x9f\x90\x9e");
}

static void controls_are_escaped(void **state) {
  BECOMES("\033[31mred\007\r\177", "\\x1b[31mred\\x07\\x0d\\x7f");
  BECOMES("a\0b", "a\\x00b");
  BECOMES("\xc2\x9b"
          "31m",
          "\\xc2\\x9b31m"); /* the other way to begin a sequence */
  BECOMES("\xe2\x80\xae"
          "x",
          "\\xe2\\x80\\xaex"); /* from here on, right to left */
}

static void what_is_no_text_is_escaped(void **state) {
  BECOMES("\xff\xfe", "\\xff\\xfe");
  BECOMES("\xc0\xaf", "\\xc0\\xaf");          /* not the shortest form */
  BECOMES("\xed\xa0\x80", "\\xed\\xa0\\x80"); /* half of a pair */
  BECOMES("cut \xe2\x86", "cut \\xe2\\x86");
  BECOMES("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond the last */
}

static void shell_words(void **state) {
  static const char *const words[][2] = {{"plain.rec", "plain.rec"},
                                         {"two words", "'two words'"},
                                         {"it's", "'it'\\''s'"},
                                         {"es\033c'\\\n", "$'es\\033c\\'\\\\\\012'"},
                                         {"gr\xc3\xbc\xc3\x9f", "'gr\xc3\xbc\xc3\x9f'"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    char *word = omen_shell_word(words[i][0]);
    assert_string_equal(word, words[i][1]);
    free(word);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(text_stays), cmocka_unit_test(controls_are_escaped),
                                     cmocka_unit_test(what_is_no_text_is_escaped),
                                     cmocka_unit_test(shell_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
