/* Ways from an input to a number through C++: streams, text, containers, calls, exceptions, threads. See probes.c. */
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bitset>
#include <charconv>
#include <chrono>
#include <codecvt>
#include <complex>
#include <condition_variable>
#include <deque>
#include <execution>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <optional>
#include <pthread.h>
#include <queue>
#include <random>
#include <regex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <strstream>
#include <system_error>
#include <thread>
#include <tuple>
#include <typeindex>
#include <typeinfo>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>
#include <valarray>
#include <variant>
#include <vector>
#include <cstring>
#include <cstdlib>
#include <cstdio>
#include <cmath>

#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)
namespace fs = std::filesystem;

/* ---- streams ---- */
BODY(cx_istrstream, "0", "5", static char t[] = "0"; std::istrstream i(t, 1); t[0] = s[0]; int v = 0; i >> v; return v;)
BODY(cx_pubsetbuf, "a", "b", char t[8] = "a"; std::stringbuf b("a"); std::istream i(&b); b.pubsetbuf(t, 1); t[0] = s[0]; return i.get() - 'a';)
BODY(cx_streambuf, "a", "b", struct B : std::streambuf { B(char *p) { setg(p, p, p + 1); } }; char t[2] = {s[0], 0}; B b(t); std::istream i(&b); return i.get() - 'a';)
BODY(cx_underflow, "a", "b", struct B : std::streambuf { char c; bool given = false; int underflow() override { if (given) return EOF; given = true; setg(&c, &c, &c + 1); return c; } }; B b; b.c = s[0]; std::istream i(&b); std::string t; i >> t; return t[0] - 'a';)
BODY(cx_overflow, "a", "b", struct B : std::streambuf { int last = 'a'; int overflow(int c) override { return last = c; } }; B b; std::ostream o(&b); o << s; return b.last - 'a';)
BODY(cx_rdbuf_copy, "a", "b", std::istringstream i(s); std::ostringstream o; o << i.rdbuf(); return o.str()[0] - 'a';)
BODY(cx_cout_rdbuf, "a", "b", std::ostringstream o; auto *was = std::cout.rdbuf(o.rdbuf()); std::cout << s; std::cout.rdbuf(was); return o.str()[0] - 'a';)
BODY(cx_cin_rdbuf, "a", "b", std::istringstream i(s); auto *was = std::cin.rdbuf(i.rdbuf()); char c = 'a'; std::cin >> c; std::cin.rdbuf(was); return c - 'a';)
INPUT(in_cx_getline, "ab", "bb", std::string l; std::getline(std::cin, l); return l[0] - 'a';)
INPUT(in_cx_get, "ab", "bb", return std::cin.get() - 'a';)
INPUT(in_cx_peek, "ab", "aa", std::cin.get(); return std::cin.peek() - 'b';)
INPUT(in_cx_read, "ab", "aa", char t[2]; std::cin.read(t, 2); return t[1] - 'b';)
INPUT(in_cx_readsome, "ab", "aa", char t[2] = "a"; t[1] = 'b'; std::cin.peek(); std::cin.readsome(t, 2); return t[1] - 'b';)
INPUT(in_cx_ignore, "aXb", "abX", std::cin.ignore(10, 'X'); return std::cin.get() - 'b';)
INPUT(in_cx_putback, "ab", "bb", char c = (char)std::cin.get(); std::cin.putback(c); return std::cin.get() - 'a';)
INPUT(in_cx_iterator, "ab", "bb", std::istreambuf_iterator<char> i(std::cin); return *i - 'a';)
INPUT(in_cx_iterator_ints, "0 1", "5 1", std::istream_iterator<int> i(std::cin), e; return std::accumulate(i, e, -1);)
INPUT(in_cx_unsync, "ab", "bb", std::ios::sync_with_stdio(false); std::string t; std::cin >> t; return t[0] - 'a';)
INPUT(in_cx_hex, "0", "1f", int v = 0; std::cin >> std::hex >> v; return v;)
INPUT(in_cx_bool, "false", "true", bool v = false; std::cin >> std::boolalpha >> v; return v;)
INPUT(in_cx_double, "0", "2.5", double v = 0; std::cin >> v; return v > 1;)
INPUT(in_cx_gcount, "a", "ab", char t[9]; std::cin.read(t, 9); return (int)std::cin.gcount() - 1;)
INPUT(in_cx_eof, "a", "ab", std::cin.get(); return std::cin.peek() != EOF;)
INPUT(in_cx_wcin, "a", "b", wchar_t c = L'a'; std::wcin >> c; return c - L'a';)
INPUT(in_cx_then_c, "ab", "aa", std::cin.get(); return getchar() - 'b';)
INPUT(in_c_then_cx, "ab", "aa", getchar(); return std::cin.get() - 'b';)
INPUT(in_c_then_gets, "ab\ncd\n", "ab\nxd\n", char t[9] = "c"; if (!fgets(t, 9, stdin)) return 0; std::string l; std::getline(std::cin, l); return l[0] - 'c';)
BODY(file_cx_ifstream, "a", "b", std::ifstream f(s); return f.get() - 'a';)
BODY(file_cx_seek, "ab", "aa", std::ifstream f(s); f.seekg(1); return f.get() - 'b';)
BODY(file_cx_size, "ab", "aab", return (int)fs::file_size(s) - 2;)
BODY(file_cx_tellg, "ab", "aab", std::ifstream f(s, std::ios::ate); return (int)f.tellg() - 2;)
BODY(file_cx_rdbuf, "ab", "bb", std::ifstream f(s); std::stringstream o; o << f.rdbuf(); return o.str()[0] - 'a';)
BODY(file_cx_copy, "ab", "bb", fs::copy_file(s, "cp1", fs::copy_options::overwrite_existing); std::ifstream f("cp1"); int c = f.get(); fs::remove("cp1"); return c - 'a';)
BODY(file_cx_fstream, "ab", "bb", { std::fstream f(s); f.seekp(1); f.put('q'); } std::ifstream f(s); return f.get() - 'a';)
BODY(cx_setw, "1", "3", std::ostringstream o; o << std::setw(s[0] - '0') << 'x'; return (int)o.str().size() - 1;)
BODY(cx_setfill, "a", "b", std::ostringstream o; o << std::setfill(s[0]) << std::setw(3) << 1; return o.str()[0] - 'a';)
BODY(cx_hex_out, "a", "n", std::ostringstream o; o << std::hex << (int)s[0]; return o.str()[1] - '1';)
BODY(cx_width_in, "1", "2", std::istringstream i("ab"); std::string t; i >> std::setw(s[0] - '0') >> t; return (int)t.size() - 1;)
BODY(cx_get_time, "2001", "2002", std::istringstream i(s); std::tm t = {}; i >> std::get_time(&t, "%Y"); return t.tm_year - 101;)
BODY(cx_put_time, "0", "1", std::tm t = {}; t.tm_wday = s[0] - '0'; std::ostringstream o; o << std::put_time(&t, "%w"); return o.str()[0] - '0';)
BODY(cx_get_money, "0", "5", std::istringstream i(s); long double v = 0; i >> std::get_money(v); return (int)v;)
BODY(cx_quoted, "\"a\"", "\"b\"", std::istringstream i(s); std::string t; i >> std::quoted(t); return t.empty() ? 0 : t[0] - 'a';)
BODY(cx_fail_state, "1", "x", std::istringstream i(s); int v; i >> v; return i.fail();)
BODY(cx_iword, "a", "b", static int x = std::ios_base::xalloc(); std::ostringstream o; o.iword(x) = s[0]; return (int)o.iword(x) - 'a';)
BODY(cx_copyfmt, "a", "b", std::ostringstream o, p; o.fill(s[0]); p.copyfmt(o); return p.fill() - 'a';)
BODY(cx_exception_mask, "1", "x", std::istringstream i(s); i.exceptions(std::ios::failbit); int v; try { i >> v; } catch (std::ios_base::failure &) { return 1; } return 0;)

/* ---- text ---- */
BODY(cx_from_chars, "0", "5", int v = 0; std::from_chars(s, s + strlen(s), v); return v;)
BODY(cx_from_chars_hex, "0", "f", int v = 0; std::from_chars(s, s + 1, v, 16); return v;)
BODY(cx_from_chars_double, "0", "5", double v = 0; std::from_chars(s, s + 1, v); return (int)v;)
BODY(cx_from_chars_stop, "a", "5", int v = 0; auto r = std::from_chars(s, s + 1, v); return (int)(r.ptr - s);)
BODY(cx_to_chars, "a", "b", char t[8]; std::to_chars(t, t + 8, (int)s[0]); return t[1] - '7';)
BODY(cx_to_string, "a", "b", return std::to_string((int)s[0])[1] - '7';)
BODY(cx_to_string_double, "a", "b", return std::to_string((double)s[0])[1] - '7';)
BODY(cx_stoi, "0", "5", return std::stoi(s);)
BODY(cx_stod, "0", "5", return (int)std::stod(s);)
BODY(cx_stoul_base, "0", "f", return (int)std::stoul(s, nullptr, 16);)
BODY(cx_stoi_throws, "1", "x", try { std::stoi(s); } catch (std::invalid_argument &) { return 1; } return 0;)
BODY(cx_find, "a", "b", return std::string("aab").find(s) != 0;)
BODY(cx_find_first_of, "a", "b", return (int)std::string("ab").find_first_of(s);)
BODY(cx_rfind, "ab", "ba", return (int)std::string(s).rfind('b') - 1;)
BODY(cx_substr, "ab", "aa", return std::string(s).substr(1)[0] - 'b';)
BODY(cx_replace, "a", "b", std::string t(s); t.replace(0, 1, t + "x"); return t[0] - 'a';)
BODY(cx_insert_erase, "ab", "bb", std::string t(s); t.insert(0, "q"); t.erase(0, 1); return t[0] - 'a';)
BODY(cx_append_long, "a", "b", std::string t(s); for (int i = 0; i < 5; i++) t += t; return t.back() - 'a';)
BODY(cx_swap, "a", "b", std::string t(s), u("a"); t.swap(u); return u[0] - 'a';)
BODY(cx_move, "a", "b", std::string t(s), u(std::move(t)); return u[0] - 'a';)
BODY(cx_compare, "a", "b", return std::string(s).compare("a");)
BODY(cx_view, "ab", "aa", std::string_view v(s); v.remove_prefix(1); return v[0] - 'b';)
BODY(cx_view_find, "ab", "ba", return (int)std::string_view(s).find('b') - 1;)
BODY(cx_wstring, "a", "b", std::wstring w(s, s + strlen(s)); return (int)w[0] - 'a';)
BODY(cx_u16, "a", "b", std::wstring_convert<std::codecvt_utf8_utf16<char16_t>, char16_t> c; return (int)c.from_bytes(s)[0] - 'a';)
BODY(cx_regex, "a", "b", return std::regex_match(s, std::regex("b"));)
BODY(cx_regex_pattern, "a", "b", return std::regex_match("b", std::regex(s));)
BODY(cx_regex_replace, "a", "b", return std::regex_replace(s, std::regex("b"), "c")[0] != 'a';)
BODY(cx_regex_groups, "ka=1", "kb=1", std::cmatch m; std::regex_search(s, m, std::regex("k(\\w)")); return m[1].str()[0] - 'a';)
BODY(cx_hash, "a", "b", return std::hash<std::string>()(s) != std::hash<std::string>()("a");)
BODY(cx_hash_view, "a", "b", return std::hash<std::string_view>()(s) != std::hash<std::string_view>()("a");)
BODY(cx_toupper_locale, "a", "b", return std::toupper(s[0], std::locale::classic()) - 'A';)
BODY(cx_isdigit_locale, "a", "1", return std::isdigit(s[0], std::locale());)
BODY(cx_collate, "a", "b", auto &c = std::use_facet<std::collate<char>>(std::locale()); return c.compare(s, s + 1, "a", "a" + 1);)
BODY(cx_locale_name, "C", "?", try { std::locale l(s); } catch (std::runtime_error &) { return 1; } return 0;)
BODY(cx_numpunct, "a", "b", struct P : std::numpunct<char> { char c; P(char x) : c(x) {} char do_decimal_point() const override { return c; } }; std::ostringstream o; o.imbue(std::locale(std::locale(), new P(s[0]))); o << 1.5; return o.str()[1] - 'a';)
BODY(cx_bitset, "0", "1", return (int)std::bitset<8>(s).to_ulong();)
BODY(cx_path, "a/b", "a/c", return fs::path(s).filename().string()[0] - 'b';)
BODY(cx_path_ext, "a.b", "a.c", return fs::path(s).extension().string()[1] - 'b';)
BODY(cx_exists, "/nowhere", "/dev/null", return fs::exists(s);)
BODY(cx_error_code, "\x01", "\x02", return std::error_code(s[0], std::generic_category()).message()[0] != 'O';)
BODY(cx_sstream_word, "x a", "x b", std::istringstream i(s); std::string a, b; i >> a >> b; return b[0] - 'a';)
BODY(cx_sstream_line, "x\na", "x\nb", std::istringstream i(s); std::string a, b; std::getline(i, a); std::getline(i, b); return b[0] - 'a';)
BODY(cx_sstream_str, "a", "b", std::stringstream o; o << s; return o.str()[0] - 'a';)
BODY(cx_sstream_number, "0", "5", std::stringstream o; o << s; int v = 0; o >> v; return v;)
BODY(cx_sstream_view, "a", "b", std::ostringstream o; o << std::string_view(s); return o.str()[0] - 'a';)
BODY(cx_sstream_seek, "ab", "aa", std::stringstream o(s); o.seekg(1); return o.get() - 'b';)
BODY(cx_sstream_put, "a", "b", std::stringstream o; o.put(s[0]); return o.get() - 'a';)
BODY(cx_sstream_write, "a", "b", std::stringstream o; o.write(s, 1); return o.get() - 'a';)

/* ---- containers and algorithms ---- */
BODY(cx_map_key, "a", "b", std::map<std::string, int> m{{"a", 0}, {"b", 7}}; auto i = m.find(s); return i == m.end() ? 0 : i->second;)
BODY(cx_map_order, "a", "z", std::map<std::string, int> m{{"k", 0}}; m[s] = 0; return m.begin()->first != s;)
BODY(cx_map_char, "a", "b", std::map<char, int> m{{'a', 0}, {'b', 7}}; return m[s[0]];)
BODY(cx_umap, "a", "b", std::unordered_map<std::string, int> m{{"b", 7}}; return (int)m.count(s);)
BODY(cx_umap_int, "a", "b", std::unordered_map<int, int> m{{'b', 7}}; return (int)m.count(s[0]);)
BODY(cx_uset_order, "a", "b", std::unordered_set<int> m{s[0]}; return *m.begin() - 'a';)
BODY(cx_multiset, "a", "b", std::multiset<char> m{'b', s[0]}; return (int)m.count('b') - 1;)
BODY(cx_sort, "ab", "ba", std::string t(s); auto u = t; std::sort(t.begin(), t.end()); return t != u;)
BODY(cx_sort_by, "a", "b", std::vector<int> v{3, 1, 2}; char c = s[0]; std::sort(v.begin(), v.end(), [c](int a, int b) { return c == 'a' ? a < b : a > b; }); return v[0] - 1;)
BODY(cx_stable_sort, "ab", "ba", std::vector<std::pair<char, int>> v{{s[0], 0}, {s[1], 1}}; std::stable_sort(v.begin(), v.end()); return v[0].second;)
BODY(cx_nth, "a", "c", std::vector<int> v{s[0], 'b'}; std::nth_element(v.begin(), v.begin(), v.end()); return v[0] - 'a';)
BODY(cx_heap, "a", "c", std::priority_queue<char> q; q.push('b'); q.push(s[0]); return q.top() - 'b';)
BODY(cx_list_sort, "ab", "ba", std::list<char> l{s[0], s[1]}; l.sort(); return l.front() - s[0];)
BODY(cx_list_splice, "a", "b", std::list<char> l{s[0]}, k; k.splice(k.begin(), l); return k.front() - 'a';)
BODY(cx_deque, "a", "b", std::deque<char> d; for (int i = 0; i < 2000; i++) d.push_front(s[0]); return d.back() - 'a';)
BODY(cx_vector_grow, "a", "b", std::vector<char> d; for (int i = 0; i < 2000; i++) d.push_back(s[0]); return d.front() - 'a';)
BODY(cx_vector_bool, "a", "b", std::vector<bool> d(9); d[5] = s[0] != 'a'; return d[5];)
BODY(cx_valarray, "a", "b", std::valarray<int> v{s[0], 1}; return (v - 'a')[0];)
BODY(cx_accumulate, "ab", "bb", return std::accumulate(s, s + 2, 0) - 'a' - 'b';)
BODY(cx_lower_bound, "a", "c", static const char t[] = "abc"; return (int)(std::lower_bound(t, t + 3, s[0]) - t);)
BODY(cx_permutation, "ab", "ba", std::string t(s); return !std::next_permutation(t.begin(), t.end());)
BODY(cx_search, "ab", "cb", static const char t[] = "xcb"; return std::search(t, t + 3, s, s + 2) != t + 3;)
BODY(cx_tuple, "a", "b", auto t = std::make_tuple(1, s[0]); return std::get<1>(t) - 'a';)
BODY(cx_variant, "a", "b", std::variant<int, char> v; if (s[0] == 'a') v = 1; else v = 'c'; return (int)v.index();)
BODY(cx_any, "a", "b", std::any v = s[0]; return std::any_cast<char>(v) - 'a';)
BODY(cx_any_type, "a", "b", std::any v = 1; if (s[0] != 'a') v = 'c'; return v.type() == typeid(char);)
BODY(cx_optional, "a", "b", std::optional<int> v; if (s[0] != 'a') v = 1; return v.has_value();)
BODY(cx_shared, "a", "b", auto p = std::make_shared<char>(s[0]); std::weak_ptr<char> w = p; return *w.lock() - 'a';)
BODY(cx_use_count, "a", "b", auto p = std::make_shared<int>(1); std::vector<std::shared_ptr<int>> v((size_t)(s[0] - 'a'), p); return (int)p.use_count() - 1;)
BODY(cx_pmr, "a", "b", char t[100]; std::pmr::monotonic_buffer_resource r(t, 100); std::pmr::vector<char> v(&r); v.push_back(s[0]); return v[0] - 'a';)
BODY(cx_complex, "a", "b", std::complex<double> c(s[0], 0); return (int)std::abs(c) - 'a';)
BODY(cx_random, "\x01", "\x02", std::mt19937 r(s[0]); return (int)(r() % 1000) - (int)(std::mt19937(1)() % 1000);)
BODY(cx_shuffle, "\x01", "\x02", std::mt19937 r(s[0]), q(1); std::string a("abcdefgh"), b(a); std::shuffle(a.begin(), a.end(), r); std::shuffle(b.begin(), b.end(), q); return a != b;)
BODY(cx_distribution, "\x01", "\x02", std::mt19937 r(s[0]), q(1); std::normal_distribution<> d, e; return d(r) != e(q);)
BODY(cx_gcd, "\x06", "\x05", return std::gcd((int)s[0], 9) - 3;)
BODY(cx_seconds, "a", "b", return (int)std::chrono::duration_cast<std::chrono::seconds>(std::chrono::milliseconds((s[0] - 'a') * 1000)).count();)

/* ---- calls and exceptions ---- */
BODY(cx_function, "a", "b", char c = s[0]; std::function<int()> f = [c] { return c - 'a'; }; return f();)
BODY(cx_function_choice, "a", "b", std::function<int()> f[2] = {[] { return 0; }, [] { return 5; }}; return f[s[0] - 'a']();)
BODY(cx_bind, "a", "b", auto f = std::bind([](int a, int b) { return a - b; }, std::placeholders::_1, 'a'); return f(s[0]);)
BODY(cx_mem_fn, "a", "b", struct A { int c; int get() { return c; } } a{s[0] - 'a'}; return std::mem_fn(&A::get)(a);)
struct base { virtual ~base() {} virtual int f() { return 0; } };
struct derived : base { int f() override { return 4; } };
BODY(cx_virtual, "a", "b", std::unique_ptr<base> b(s[0] == 'a' ? new base : new derived); return b->f();)
BODY(cx_dynamic_cast, "a", "b", std::unique_ptr<base> b(s[0] == 'a' ? new base : new derived); return dynamic_cast<derived *>(b.get()) != nullptr;)
BODY(cx_typeid, "a", "b", std::unique_ptr<base> b(s[0] == 'a' ? new base : new derived); return typeid(*b) == typeid(derived);)
BODY(cx_typeid_name, "a", "b", std::unique_ptr<base> b(s[0] == 'a' ? new base : new derived); return typeid(*b).name()[0] != '4';)
BODY(cx_vptr_table, "a", "b", base x; derived y; base *t[2] = {&x, &y}; return t[s[0] - 'a']->f();)
BODY(cx_member_pointer, "a", "b", struct A { int x, y; } a{0, 3}; int A::*p = s[0] == 'a' ? &A::x : &A::y; return a.*p;)
BODY(cx_throw_int, "a", "b", try { throw (int)s[0]; } catch (int i) { return i - 'a'; })
BODY(cx_throw_string, "a", "b", try { throw std::string(s); } catch (std::string &t) { return t[0] - 'a'; })
BODY(cx_throw_what, "a", "b", try { throw std::runtime_error(s); } catch (std::exception &e) { return e.what()[0] - 'a'; })
BODY(cx_throw_type, "a", "b", try { if (s[0] == 'a') throw 1; throw 'c'; } catch (int) { return 0; } catch (char) { return 1; })
BODY(cx_throw_nested, "a", "b", try { try { throw std::runtime_error(s); } catch (...) { std::throw_with_nested(std::logic_error("x")); } } catch (std::exception &e) { try { std::rethrow_if_nested(e); } catch (std::exception &n) { return n.what()[0] - 'a'; } } return 0;)
BODY(cx_exception_ptr, "a", "b", std::exception_ptr p = std::make_exception_ptr((int)s[0]); try { std::rethrow_exception(p); } catch (int i) { return i - 'a'; })
BODY(cx_bad_at, "a", "b", std::vector<int> v(1); try { v.at((size_t)(s[0] - 'a')); } catch (std::out_of_range &e) { return 1; } return 0;)
BODY(cx_bad_at_what, "a", "b", std::vector<int> v(0); try { v.at((size_t)(s[0] - 'a')); } catch (std::out_of_range &e) { return strstr(e.what(), "is 0") == nullptr; } return 0;)
BODY(cx_bad_alloc, "a", "b", try { std::vector<char> v; v.resize(s[0] == 'a' ? 1 : (size_t)1 << 62); } catch (std::exception &) { return 1; } return 0;)
BODY(cx_static_local, "a", "b", static int x = s[0] - 'a'; return x;)
BODY(cx_thread_local, "a", "b", static thread_local int x = s[0] - 'a'; return x;)
BODY(cx_uncaught, "a", "b", struct D { int *r; ~D() { *r = std::uncaught_exceptions(); } }; int r = 0; try { D d{&r}; if (s[0] != 'a') throw 1; } catch (int) {} return r;)
BODY(cx_destructor, "a", "b", struct D { int *r; char c; ~D() { *r = c - 'a'; } }; int r = 0; { D d{&r, s[0]}; } return r;)
BODY(cx_initializer, "a", "b", std::vector<int> v{1, s[0], 3}; return v[1] - 'a';)
BODY(cx_placement, "a", "b", alignas(std::string) char t[sizeof(std::string)]; auto *p = new (t) std::string(s); int r = (*p)[0] - 'a'; p->~basic_string(); return r;)
BODY(cx_new_handler, "a", "b", static int r; r = 0; static char c; c = s[0]; std::set_new_handler([] { r = c - 'a'; std::set_new_handler(nullptr); }); char *volatile p = (char *)operator new((size_t)1 << 61, std::nothrow); (void)p; return r;)
BODY(cx_terminate_get, "a", "b", auto was = std::set_terminate(s[0] == 'a' ? (std::terminate_handler) nullptr : [] { abort(); }); (void)was; return std::get_terminate() != nullptr && s[0] != 'a';)

/* ---- threads ---- */
BODY(cx_thread, "a", "b", int r = 0; std::thread t([&r, s] { r = s[0] - 'a'; }); t.join(); return r;)
BODY(cx_thread_args, "a", "b", int r = 0; std::thread t([](int c, int *p) { *p = c - 'a'; }, s[0], &r); t.join(); return r;)
BODY(cx_async, "a", "b", auto f = std::async(std::launch::async, [s] { return s[0] - 'a'; }); return f.get();)
BODY(cx_deferred, "a", "b", auto f = std::async(std::launch::deferred, [s] { return s[0] - 'a'; }); return f.get();)
BODY(cx_promise, "a", "b", std::promise<int> p; auto f = p.get_future(); std::thread t([&p, s] { p.set_value(s[0] - 'a'); }); t.join(); return f.get();)
BODY(cx_promise_throws, "a", "b", std::promise<int> p; auto f = p.get_future(); std::thread t([&p, s] { try { if (s[0] != 'a') throw 7; p.set_value(0); } catch (...) { p.set_exception(std::current_exception()); } }); t.join(); try { return f.get(); } catch (int i) { return i; })
BODY(cx_packaged, "a", "b", std::packaged_task<int(char)> k([](char c) { return c - 'a'; }); auto f = k.get_future(); std::thread t(std::move(k), s[0]); t.join(); return f.get();)
BODY(cx_queue, "a", "b", std::queue<char> q; std::mutex m; std::condition_variable c; int r = 0; std::thread t([&] { std::unique_lock<std::mutex> l(m); c.wait(l, [&] { return !q.empty(); }); r = q.front() - 'a'; }); { std::lock_guard<std::mutex> l(m); q.push(s[0]); } c.notify_one(); t.join(); return r;)
BODY(cx_atomic, "a", "b", std::atomic<int> a(0); std::thread t([&] { a.store(s[0], std::memory_order_release); }); t.join(); return a.load() - 'a';)
BODY(cx_atomic_flag, "a", "b", std::atomic_flag f = ATOMIC_FLAG_INIT; if (s[0] != 'a') f.test_and_set(); return f.test_and_set();)
BODY(cx_atomic_add, "a", "b", std::atomic<int> a(0); a += s[0] - 'a'; return a.fetch_or(8);)
BODY(cx_atomic_struct, "a", "b", struct P { int a, b; }; std::atomic<P> a(P{0, 0}); a.store(P{0, s[0] - 'a'}); return a.load().b;)
BODY(cx_call_once, "a", "b", std::once_flag o; int r = 0; std::call_once(o, [&] { r = s[0] - 'a'; }); return r;)
BODY(cx_shared_mutex, "a", "b", std::shared_mutex m; if (s[0] != 'a') m.lock_shared(); int r = !m.try_lock(); return r;)
BODY(cx_try_lock, "a", "b", std::mutex m; if (s[0] != 'a') m.lock(); bool r = false; std::thread t([&] { r = !m.try_lock(); }); t.join(); return r;)
BODY(cx_wait_for, "a", "b", std::mutex m; std::condition_variable c; std::unique_lock<std::mutex> l(m); char k = s[0]; return c.wait_for(l, std::chrono::milliseconds(1), [k] { return k != 'a'; });)
BODY(cx_owns, "a", "b", std::mutex m; std::unique_lock<std::mutex> l(m, std::defer_lock); if (s[0] != 'a') l.lock(); return l.owns_lock();)
BODY(cx_sleep, "a", "b", auto t = std::chrono::steady_clock::now(); std::this_thread::sleep_for(std::chrono::milliseconds(s[0] == 'a' ? 0 : 50)); return std::chrono::steady_clock::now() - t > std::chrono::milliseconds(40);)

#include "race.h"
