/* report/cxxname: names short enough to read, and never lost. */
/* rooms: report, quick */
#include "report/cxxname.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void check(const char *long_name, const char *short_name) {
  struct omen_buf b = {0};
  omen_cxxname_shorten(long_name, &b);
  assert_string_equal(b.data, short_name);
  omen_buf_release(&b);
}

static void untagged(const char *name, const char *want) {
  char text[64];
  strcpy(text, name);
  omen_cxxname_untag(text);
  assert_string_equal(text, want);
}

static void tags_of_the_abi_go(void **state) {
  untagged("name[abi:cxx11]", "name");
  untagged("app::get[abi:v2][abi:cxx11]()::cached", "app::get()::cached");
  untagged("words[3]", "words[3]");
  untagged("cut[abi:cxx11", "cut[abi:cxx11");
}

static void names_are_shortened(void **state) {
  check("f(int, char*)", "f");
  check("app::Worker::run()", "app::Worker::run");
  check("void app::Cache::touch<int>(int const&)", "app::Cache::touch<int>");
  check("std::map<std::string, int, std::less<std::string> >::operator[](std::string&&)",
        "std::map<...>::operator[]");
  check("main::$_0::operator()() const", "main::$_0::operator()");
  check("(anonymous namespace)::f(int)", "(anonymous namespace)::f");
  check("app::(anonymous namespace)::T::~T()", "app::(anonymous namespace)::T::~T");
  check("operator new(unsigned long)", "operator new");
  check("operator delete[](void*)", "operator delete[]");
  check("std::ostream& std::operator<< <std::char_traits<char> >(std::ostream&, char const*)",
        "std::operator<< <...>");
  check("T::operator<(T const&) const", "T::operator<");
  check("T::operator->() const", "T::operator->");
  check("T::operator bool() const", "T::operator bool");
  check("main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()");
  check("unsigned long long g<5>()", "g<5>");
  check("decltype (f()) h<int>(int)", "h<int>");
  check("std::string f[abi:cxx11]()", "f[abi:cxx11]");
}

static void what_is_not_understood_stays(void **state) {
  check("", "");
  check("(", "(");
  check("a<b", "a<b");
  check("x{y", "x{y");
  check(">>>", ">>>");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_shortened),
      cmocka_unit_test(tags_of_the_abi_go),
      cmocka_unit_test(what_is_not_understood_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
