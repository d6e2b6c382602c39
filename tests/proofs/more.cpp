// More ways in C++: see probes.c.
#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <codecvt>
#include <deque>
#include <filesystem>
#include <future>
#include <iterator>
#include <list>
#include <locale>
#include <queue>
#include <thread>
#include <tuple>
#include <typeinfo>
#include <valarray>
#include <any>
#include <array>
#include <stdexcept>
#include <bitset>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>
#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)


struct Base { virtual ~Base() {} virtual int f() { return 0; } };
struct Derived : Base { int f() override { return 3; } };
BODY(cxx_quoted, "a", "b", std::istringstream in(std::string("\"") + s + "\""); std::string t; in >> std::quoted(t); return t[0] - 'a';)
BODY(cxx_get_money, "0", "7", std::istringstream in(s); long double v = 0; in >> std::get_money(v); return (int)v;)
BODY(cxx_char_in, "a", "b", std::stringstream in(s); char c; in >> c; return c - 'a';)
BODY(cxx_stream_both, "0", "7", std::stringstream x; x << s; int n = 0; x >> n; return n;)
BODY(cxx_path, "a", "b", return std::filesystem::path(std::string("x.") + s).extension().string()[1] - 'a';)
BODY(cxx_path_compare, "a", "b", return std::filesystem::path(s) != std::filesystem::path("a");)
BODY(cxx_valarray, "a", "b", std::valarray<int> v(s[0] - 'a', 4); return v.sum();)
BODY(cxx_deque, "a", "b", std::deque<char> d(s, s + 1); d.push_front('x'); return d[1] - 'a';)
BODY(cxx_list, "a", "b", std::list<char> d(s, s + 1); d.push_front('z'); d.sort(); return d.front() - 'a';)
BODY(cxx_queue, "a", "b", std::priority_queue<char> q; q.push('a'); q.push(s[0]); return q.top() - 'a';)
BODY(cxx_view_find, "xa", "ax", return std::string_view(s).find('a') - 1;)
BODY(cxx_searcher, "xa", "ax", std::string t(s), w("a"); return (int)(std::search(t.begin(), t.end(), std::boyer_moore_searcher(w.begin(), w.end())) - t.begin()) - 1;)
BODY(cxx_regex_replace, "a", "b", return std::regex_replace(std::string(s), std::regex("b"), "q")[0] - 'a';)
BODY(cxx_regex_made, "a", "b", return std::regex_search("b", std::regex(s));)
BODY(cxx_to_chars, "a", "b", char t[8] = ""; std::to_chars(t, t + 8, s[0] - 'a'); return t[0] - '0';)
BODY(cxx_thread, "a", "b", int r = 0; std::thread t([&] { r = s[0] - 'a'; }); t.join(); return r;)
BODY(cxx_async, "a", "b", return std::async(std::launch::async, [&] { return s[0] - 'a'; }).get();)
BODY(cxx_promise, "a", "b", std::promise<int> p; p.set_value(s[0] - 'a'); return p.get_future().get();)
BODY(cxx_atomic_double, "a", "b", std::atomic<double> d(s[0] - 'a'); return (int)d.load();)
BODY(cxx_tuple, "a", "b", return std::make_tuple(1, s[0]) != std::make_tuple(1, 'a');)
BODY(cxx_virtual, "a", "b", std::unique_ptr<Base> p(s[0] == 'a' ? new Base : new Derived); return p->f();)
BODY(cxx_dynamic, "a", "b", std::unique_ptr<Base> p(s[0] == 'a' ? new Base : new Derived); return dynamic_cast<Derived *>(p.get()) != nullptr;)
BODY(cxx_typeid, "a", "b", std::unique_ptr<Base> p(s[0] == 'a' ? new Base : new Derived); return typeid(*p) == typeid(Derived);)
BODY(cxx_throws, "a", "b", try { if (s[0] - 'a') throw s[0] - 'a'; } catch (int n) { return n; } return 0;)
BODY(cxx_throws_value, "a", "b", try { throw std::runtime_error(s); } catch (std::exception &e) { return e.what()[0] - 'a'; } return 0;)
BODY(cxx_wide, "a", "b", std::wstring w(s, s + 1); return w[0] - 'a';)
BODY(cxx_convert, "a", "b", std::wstring_convert<std::codecvt_utf8<wchar_t>> c; return c.from_bytes(s)[0] - 'a';)
BODY(cxx_u16, "a", "b", std::u16string w(s, s + 1); return w.find(u'b') == 0;)
BODY(cxx_substr, "xa", "xb", return std::string(s).substr(1)[0] - 'a';)
BODY(cxx_compare, "a", "b", return std::string(s).compare("a");)
BODY(cxx_append, "a", "b", std::string t("x"); t += s; t.append(3, s[0]); return t[3] - 'a';)
BODY(cxx_erase, "xa", "xb", std::string t(s); t.erase(0, 1); return t[0] - 'a';)
BODY(cxx_transform, "a", "b", std::string t(s); std::transform(t.begin(), t.end(), t.begin(), ::toupper); return t[0] - 'A';)
BODY(cxx_count, "a", "b", return (int)std::count(s, s + 1, 'b');)
BODY(cxx_unique, "a", "b", std::string t = std::string("a") + s; return (int)(std::unique(t.begin(), t.end()) - t.begin()) - 1;)
BODY(cxx_lower_bound, "a", "c", int v[] = {'a', 'b', 'c'}; return (int)(std::lower_bound(v, v + 3, s[0]) - v);)
BODY(cxx_nth, "ab", "cb", std::string t(s); std::nth_element(t.begin(), t.begin() + 1, t.end()); return t[1] - 'b';)
BODY(cxx_optional, "a", "b", std::optional<int> o; if (s[0] == 'b') o = 4; return o.value_or(0);)
BODY(cxx_chrono, "a", "b", return (int)std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::seconds(s[0] - 'a')).count();)
BODY(cxx_strtoull, "0", "7", return (int)std::strtoull(s, nullptr, 10);)
BODY(cxx_locale_num, "0", "7", std::istringstream in(s); in.imbue(std::locale::classic()); unsigned short n = 0; in >> n; return n;)
BODY(cxx_bool_in, "0", "1", std::istringstream in(s); bool b = false; in >> b; return b;)
BODY(cxx_ignore, "xa", "xb", std::istringstream in(s); in.ignore(1); return in.get() - 'a';)
BODY(cxx_unget, "a", "b", std::istringstream in(s); in.get(); in.unget(); return in.get() - 'a';)
BODY(cxx_vector_bool, "a", "b", std::vector<bool> v(4); v[2] = s[0] == 'b'; return v[2];)
BODY(cxx_vector_index, "a", "b", std::vector<int> v{0, 6}; return v[s[0] - 'a'];)
BODY(cxx_string_index, "a", "b", std::string t("ab"); return t[s[0] - 'a'] - 'a';)
BODY(cxx_array_at, "a", "b", std::array<int, 2> v{0, 6}; return v.at(s[0] - 'a');)
BODY(cxx_mt, "a", "b", std::mt19937 g(s[0]), h('a'); return g() != h();)
BODY(cxx_shuffle, "a", "b", std::mt19937 g(s[0]), h('a'); std::vector<int> x(64), y; std::iota(x.begin(), x.end(), 0); y = x; std::shuffle(x.begin(), x.end(), g); std::shuffle(y.begin(), y.end(), h); return x != y;)
INPUT(in_cxx_ignore, "xa", "xb", std::cin.ignore(1); return std::cin.get() - 'a';)
INPUT(in_cxx_putback, "a", "b", char c = std::cin.get(); std::cin.putback(c); return std::cin.get() - 'a';)
INPUT(in_cxx_delim, "a;", "b;", std::string t; std::getline(std::cin, t, ';'); return t[0] - 'a';)
INPUT(in_cxx_readsome, "a", "b", char c = 'a'; std::cin.sync_with_stdio(false); std::cin.peek(); std::cin.readsome(&c, 1); return c - 'a';)
INPUT(in_cxx_ints, "1 0", "1 5", std::istream_iterator<int> i(std::cin); ++i; return *i;)
INPUT(in_cxx_ws, " a", " b", std::cin >> std::ws; return std::cin.get() - 'a';)
INPUT(in_cxx_eof, "a", "bb", std::cin.get(); std::cin.get(); return !std::cin.eof();)
INPUT(in_cxx_gcount, "a", "bb", char t[8]; std::cin.read(t, 8); return (int)std::cin.gcount() - 1;)
BODY(file_cxx_size_of, "a", "bb", return (int)std::filesystem::file_size(s) - 1;)
BODY(file_cxx_rdbuf, "a", "b", std::ifstream f(s); std::stringstream o; o << f.rdbuf(); return o.str()[0] - 'a';)

#include "race.h"
