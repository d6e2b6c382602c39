// The same in C++: see shapes.c.
#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <any>
#include <array>
#include <barrier>
#include <bit>
#include <bitset>
#include <charconv>
#include <chrono>
#include <clocale>
#include <codecvt>
#include <compare>
#include <complex>
#include <condition_variable>
#include <coroutine>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <deque>
#include <exception>
#include <execinfo.h>
#include <filesystem>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <latch>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <ranges>
#include <ratio>
#include <regex>
#include <scoped_allocator>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <span>
#include <sstream>
#include <stack>
#include <stop_token>
#include <streambuf>
#include <string>
#include <string_view>
#include <strstream>
#include <syncstream>
#include <system_error>
#include <thread>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
static int o;
#define BODY(name, same, other, ...) \
  static int name(const char *s) { __VA_ARGS__ }
#define INPUT(name, same, other, ...) BODY(name, same, other, (void)s; __VA_ARGS__)
#define WAYS_HAVE_O

// ---- streams whose state an input set ----
BODY(st_width, "a", "b", std::ostringstream t; t.width(s[0] - 'a' + 2); t << 5; return (int)t.str().size() - 2;)
BODY(st_width_text, "a", "b", std::ostringstream t; t.width(s[0] - 'a' + 2); t << "x"; return (int)t.str().size() - 2;)
BODY(st_fill, "a", "b", std::ostringstream t; t.fill(s[0]); t << std::setw(3) << 5; return t.str()[0] - 'a';)
BODY(st_precision, "b", "d", std::ostringstream t; t.precision(s[0] - 'a'); t << 0.123456; return (int)t.str().size() - 3;)
BODY(st_base, "a", "b", std::ostringstream t; if (s[0] & 2) t << std::hex; t << 11; return t.str()[0] == 'b';)
BODY(st_setf, "a", "b", std::ostringstream t; t.setf(s[0] == 'b' ? std::ios::showpos : std::ios::dec); t << 11; return t.str()[0] == '+';)
BODY(st_read_hex, "00", "10", std::istringstream t(s); int n = 0; t >> std::hex >> n; return n == 16;)
BODY(st_read_oct, "00", "10", std::istringstream t(s); int n = 0; t >> std::oct >> n; return n == 8;)
BODY(st_read_any, "010", "019", std::istringstream t(s); int n = 0; t >> std::setbase(0) >> n; return n == 1;)
INPUT(in_st_read_hex, "00", "10", int n = 0; std::cin >> std::hex >> n; return n == 16;)
INPUT(in_st_width, "abc", "xyz", std::string t; std::cin >> std::setw(2) >> t; return t[0] == 'x';)
INPUT(in_st_noskipws, "ab", "xb", std::string t; std::cin >> std::noskipws >> t; return t[0] == 'x';)
INPUT(in_st_ws_word, "a", "b", std::string t; std::cin >> std::ws >> t; return t == "b";)
struct comma : std::numpunct<char> { char do_thousands_sep() const override { return ','; } std::string do_grouping() const override { return "\1"; } };
INPUT(in_st_grouping, "0,0", "1,2", std::cin.imbue(std::locale(std::locale(), new comma)); int n = 0; std::cin >> n; return n == 12;)
struct odd_blank : std::ctype<char> { static const mask *table_of() { static mask t[256]; std::copy(classic_table(), classic_table() + 256, t); t[(int)'_'] |= space; return t; } odd_blank() : ctype(table_of()) {} };
INPUT(in_st_ctype, "a_b", "c_d", std::cin.imbue(std::locale(std::locale(), new odd_blank)); std::string a, b; std::cin >> a >> b; return b == "d";)
INPUT(in_st_tie_exc, "x", "7", std::cin.exceptions(std::ios::failbit); int n = 0; try { std::cin >> n; } catch (std::exception &) { n = 0; } return n;)
INPUT(in_st_fail, "x", "7", int n = 0; return (std::cin >> n) ? 1 : 0;)
INPUT(in_st_float, "0", "7", float n = 0; std::cin >> n; return n > 0.5f;)
INPUT(in_st_longlong, "0", "7", long long n = 0; std::cin >> n; return (int)n;)
INPUT(in_st_ushort, "0", "7", unsigned short n = 0; std::cin >> n; return n;)
INPUT(in_st_pointer, "0", "7", void *n = nullptr; std::cin >> n; return n != nullptr;)
INPUT(in_st_chararray, "a", "b", char t[8] = ""; std::cin >> t; return t[0] - 'a';)
INPUT(in_st_uchar, "a", "b", unsigned char t = 0; std::cin >> t; return t - 'a';)
INPUT(in_st_getline_chars, "a", "b", char t[8] = ""; std::cin.getline(t, 8); return t[0] - 'a';)
INPUT(in_st_get_delim, "a", "b", char t[8] = ""; std::cin.get(t, 8, '\n'); return t[0] - 'a';)
INPUT(in_st_get_buf, "a", "b", std::ostringstream t; std::cin.get(*t.rdbuf()); return t.str()[0] - 'a';)
INPUT(in_st_snextc, "ab", "ac", std::cin.rdbuf()->sgetc(); return std::cin.rdbuf()->snextc() - 'b';)
INPUT(in_st_sgetn, "a", "b", char t[4]; std::cin.rdbuf()->sgetn(t, 1); return t[0] - 'a';)
INPUT(in_st_avail, "a", "b", char c; std::cin.sync_with_stdio(false); std::cin >> c; std::cin.putback(c); return std::cin.get() - 'a';)
INPUT(in_st_ranges, "1 0", "1 7", int r = 0; for (int v : std::ranges::istream_view<int>(std::cin)) r = v; return r;)
INPUT(in_st_stdin_by_path, "a", "b", std::ifstream f("/dev/stdin"); return f.get() - 'a';)
INPUT(in_st_redirect, "a", "b", std::istringstream t("q"); auto *old = std::cin.rdbuf(t.rdbuf()); char c; std::cin >> c; std::cin.rdbuf(old); std::cin >> c; return c - 'a';)
INPUT(in_st_copy_stream, "0", "7", std::stringstream t; t << std::cin.rdbuf(); int n = 0; t >> n; return n;)
INPUT(in_st_lines, "x\na", "x\nb", std::string l; int r = 0; while (std::getline(std::cin, l)) r = l[0] == 'b'; return r;)
INPUT(in_st_line_delim, "x;a", "x;b", std::string l; std::getline(std::cin, l, ';'); std::getline(std::cin, l, ';'); return l[0] - 'a';)
INPUT(in_st_peek_num, "a0", "a7", while (std::cin.peek() == 'a') std::cin.get(); int n = 0; std::cin >> n; return n;)
BODY(st_sync, "a", "b", std::ostringstream t; { std::osyncstream u(t); u << s; } return t.str()[0] - 'a';)
BODY(st_strstream, "0", "7", std::istrstream t(s); int n; t >> n; return n;)
BODY(st_span_like, "a", "b", struct buf : std::streambuf { buf(char *p, size_t n) { setg(p, p, p + n); } }; char t[2] = {s[0], 0}; buf b(t, 1); std::istream i(&b); return i.get() - 'a';)
BODY(st_span_number, "0", "7", struct buf : std::streambuf { buf(char *p, size_t n) { setg(p, p, p + n); } }; char t[2] = {s[0], 0}; buf b(t, 1); std::istream i(&b); int n = 0; i >> n; return n;)
BODY(st_span_word, "a", "b", struct buf : std::streambuf { buf(char *p, size_t n) { setg(p, p, p + n); } }; char t[2] = {s[0], 0}; buf b(t, 1); std::istream i(&b); std::string w; i >> w; return w == "b";)
BODY(st_out_span, "a", "b", struct buf : std::streambuf { char t[8]; buf() { setp(t, t + 8); } }; buf b; std::ostream i(&b); i << s; return b.t[0] - 'a';)
BODY(st_out_number, "a", "b", struct buf : std::streambuf { char t[8]; buf() { setp(t, t + 8); } }; buf b; std::ostream i(&b); i << s[0] - 'a'; return b.t[0] - '0';)
BODY(st_out_virtual, "a", "b", struct buf : std::streambuf { int last = 0; int overflow(int c) override { last = c; return c; } }; buf b; std::ostream i(&b); i << s[0] - 'a'; return b.last - '0';)
BODY(st_out_virtual_char, "a", "b", struct buf : std::streambuf { int last = 0; int overflow(int c) override { last = c; return c; } }; buf b; std::ostream i(&b); i << s[0]; return b.last - 'a';)
BODY(st_out_xsputn, "a", "b", struct buf : std::streambuf { int last = 0; std::streamsize xsputn(const char *p, std::streamsize n) override { last = p[0]; return n; } }; buf b; std::ostream i(&b); i << s; return b.last - 'a';)
BODY(st_uflow, "0", "7", struct buf : std::streambuf { const char *p; buf(const char *q) : p(q) {} int underflow() override { return *p ? *p : -1; } int uflow() override { return *p ? *p++ : -1; } }; buf b(s); std::istream i(&b); int n = 0; i >> n; return n;)
BODY(st_uflow_word, "a", "b", struct buf : std::streambuf { const char *p; buf(const char *q) : p(q) {} int underflow() override { return *p ? *p : -1; } int uflow() override { return *p ? *p++ : -1; } }; buf b(s); std::istream i(&b); std::string n; i >> n; return n == "b";)
BODY(st_uflow_line, "a", "b", struct buf : std::streambuf { const char *p; buf(const char *q) : p(q) {} int underflow() override { return *p ? *p : -1; } int uflow() override { return *p ? *p++ : -1; } }; buf b(s); std::istream i(&b); std::string n; std::getline(i, n); return n == "b";)
BODY(st_file_round, "a", "b", { std::ofstream f("x"); f << s; } std::ifstream f("x"); return f.get() - 'a';)
BODY(st_file_number, "0", "7", { std::ofstream f("x"); f << s; } std::ifstream f("x"); int n = 0; f >> n; return n;)
BODY(st_file_both, "a", "b", std::fstream f("x", std::ios::in | std::ios::out | std::ios::trunc); f << s << std::flush; f.seekg(0); return f.get() - 'a';)
BODY(st_file_tellp, "a", "aaa", std::ofstream f("x"); f << s; return (int)f.tellp() > 2;)
BODY(st_str_set, "0", "7", std::stringstream t; t.str(s); int n = 0; t >> n; return n;)
BODY(st_str_again, "0", "7", std::stringstream t("5"); int n = 0; t >> n; t.clear(); t.str(s); t >> n; return n;)
BODY(st_stream_move, "0", "7", std::istringstream a(s); std::istringstream b(std::move(a)); int n = 0; b >> n; return n;)
BODY(st_stream_swap, "0", "7", std::istringstream a(s), b("0"); a.swap(b); int n = 0; b >> n; return n;)
BODY(st_view, "a", "b", std::ostringstream t; t << s; return t.view()[0] - 'a';)
BODY(st_append_mode, "a", "b", std::ostringstream t("xx", std::ios::ate); t << s; return t.str()[2] - 'a';)
BODY(st_ends, "a", "b", std::ostrstream t; t << s << std::ends; int r = t.str()[0] - 'a'; t.freeze(false); return r;)
BODY(st_iterator, "a", "b", std::ostringstream t; std::copy(s, s + 1, std::ostream_iterator<char>(t)); return t.str()[0] - 'a';)
BODY(st_buf_iterator, "a", "b", std::ostringstream t; *std::ostreambuf_iterator<char>(t) = s[0]; return t.str()[0] - 'a';)
BODY(st_num_put, "a", "b", std::ostringstream t; std::use_facet<std::num_put<char>>(t.getloc()).put(std::ostreambuf_iterator<char>(t), t, ' ', (long)(s[0] - 'a')); return t.str()[0] - '0';)
BODY(st_num_get, "0", "7", std::istringstream t(s); std::ios::iostate e{}; long v = 0; std::use_facet<std::num_get<char>>(t.getloc()).get(std::istreambuf_iterator<char>(t), {}, t, e, v); return (int)v;)
BODY(st_pword, "a", "b", std::ostringstream t; int k = std::ios::xalloc(); t.iword(k) = s[0] - 'a'; return (int)t.iword(k);)
BODY(st_callback, "a", "b", static int seen; std::ostringstream t; t.register_callback([](std::ios_base::event, std::ios_base &, int i) { seen = i; }, s[0] - 'a'); t.imbue(std::locale()); return seen;)
BODY(st_global_locale, "0", "7", std::locale::global(std::locale(std::locale(), new comma)); std::ostringstream t; t << (s[0] - '0') * 100; std::locale::global(std::locale::classic()); return t.str().size() > 2;)

// ---- values ----
BODY(va_from_chars_base, "0", "z", int n = 0; std::from_chars(s, s + 1, n, 36); return n;)
BODY(va_from_chars_float, "0", "7", float n = 0; std::from_chars(s, s + 1, n); return (int)n;)
BODY(va_from_chars_ec, "x", "7", int n = 0; return std::from_chars(s, s + 1, n).ec == std::errc{};)
BODY(va_to_chars_float, "a", "b", char t[32] = ""; std::to_chars(t, t + 32, (s[0] - 'a') * 1.0); return t[0] - '0';)
BODY(va_to_chars_ptr, "9", "a", char t[32]; auto r = std::to_chars(t, t + 32, s[0] == 'a' ? 10 : 9); return (int)(r.ptr - t) - 1;)
BODY(va_to_string_index, "0", "7", return std::to_string(s[0])[1] - std::to_string('0')[1];)
BODY(va_stol, "0", "7", size_t n; return (int)std::stol(std::string(s), &n, 0);)
BODY(va_stof, "0", "7", return (int)std::stof(s);)
BODY(va_stoll_pos, "1", "11", size_t n; std::stoll(s, &n); return (int)n - 1;)
BODY(va_visit, "a", "b", std::variant<int, char, std::string> v; if (s[0] == 'b') v = std::string("x"); else v = 0; return std::visit([](auto &x) { return (int)sizeof x > 8; }, v);)
BODY(va_visit_value, "a", "b", std::variant<int, std::string> v = std::string(s); return std::visit([](auto &x) { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, int>) return x; else return x[0] - 'a'; }, v);)
BODY(va_any_cast, "a", "b", std::any v = std::string(s); return std::any_cast<std::string &>(v)[0] - 'a';)
BODY(va_any_bad, "a", "b", std::any v; if (s[0] == 'b') v = 1; else v = 'x'; return std::any_cast<int>(&v) != nullptr;)
BODY(va_function_table, "a", "b", std::array<std::function<int()>, 2> f = {[] { return 0; }, [] { return 1; }}; return f[s[0] == 'b']();)
BODY(va_function_capture, "a", "b", std::string t = s; std::function<int()> f = [t] { return t[0] - 'a'; }; auto h = f; return h();)
BODY(va_not_fn, "a", "b", auto f = std::not_fn([](char c) { return c == 'a'; }); return f(s[0]);)
BODY(va_member_fn, "a", "b", struct q { int v; int get() const { return v; } }; int (q::*const f)() const = &q::get; q x{s[0] - 'a'}; return std::invoke(f, x);)
BODY(va_member_virtual, "a", "b", struct p { virtual int f() { return 0; } virtual ~p() {} }; struct q : p { int f() override { return 1; } }; std::unique_ptr<p> x; if (s[0] == 'b') x = std::make_unique<q>(); else x = std::make_unique<p>(); int (p::*f)() = &p::f; return (x.get()->*f)();)
BODY(va_multiple, "a", "b", struct p { virtual int f() = 0; }; struct r { virtual int h() { return 2; } int v = 0; }; struct q : r, p { int f() override { return v; } }; q x; x.v = s[0] - 'a'; p *volatile y = &x; return y->f();)
BODY(va_virtual_base, "a", "b", struct p { int v; virtual ~p() {} }; struct q : virtual p {}; struct r : virtual p {}; struct t : q, r {}; t x; x.v = s[0] - 'a'; r *volatile y = &x; return dynamic_cast<q *>(y)->v;)
BODY(va_type_index, "a", "b", struct p { virtual ~p() {} }; struct q : p {}; std::unique_ptr<p> x; if (s[0] == 'b') x = std::make_unique<q>(); else x = std::make_unique<p>(); p &r = *x; return std::type_index(typeid(r)) == std::type_index(typeid(q));)
BODY(va_throw_value, "a", "b", try { throw std::make_pair(1, s[0] - 'a'); } catch (std::pair<int, int> &p) { return p.second; } return 9;)
BODY(va_throw_deep, "a", "b", struct d { int *p; ~d() { ++*p; } }; int n = 0; try { d x{&n}; if (s[0] == 'b') throw 1; d y{&n}; } catch (int) { n += 5; } return n - 2;)
BODY(va_throw_in_libc, "a", "b", int t[2] = {2, 1}; static char c; c = s[0]; try { std::sort(t, t + 2, [](int a, int b) { if (c == 'b') throw 7; return a < b; }); } catch (int v) { return v; } return 0;)
BODY(va_rethrow, "a", "b", std::exception_ptr p; try { throw s[0] - 'a'; } catch (...) { p = std::current_exception(); } try { std::rethrow_exception(p); } catch (int v) { return v; } return 9;)
BODY(va_nested, "a", "b", try { try { throw std::runtime_error(s); } catch (...) { std::throw_with_nested(std::logic_error("x")); } } catch (std::exception &e) { try { std::rethrow_if_nested(e); } catch (std::exception &f) { return f.what()[0] - 'a'; } } return 9;)
BODY(va_system_error, "a", "b", try { throw std::system_error(s[0], std::generic_category(), "x"); } catch (std::system_error &e) { return e.code().value() - 'a'; } return 9;)
BODY(va_error_text, "b", "c", return std::generic_category().message(s[0] - 'a')[0] != std::generic_category().message(1)[0];)
BODY(va_error_equal, "a", "b", return std::error_code(s[0] - 'a', std::generic_category()) == std::errc::operation_not_permitted;)
BODY(va_noexcept_fold, "a", "b", auto sum = [](auto... x) { return (x + ...); }; return sum(s[0], -'a', 0L);)
BODY(va_structured, "a", "b", auto [x, y, z] = std::tuple(1, s[0] - 'a', 2.0); return y;)
BODY(va_spaceship, "a", "b", return (std::string_view(s) <=> "a") > 0;)
BODY(va_span, "a", "b", int t[3] = {0, s[0] - 'a', 0}; std::span<int> p(t); return std::accumulate(p.begin(), p.end(), 0);)
BODY(va_ranges, "a", "b", auto v = std::string_view(s) | std::views::transform([](char c) { return c - 'a'; }) | std::views::take(1); return *v.begin();)
BODY(va_ranges_sort, "a", "z", std::string t = "qm"; t += s[0]; std::ranges::sort(t); return t[2] == 'z';)
BODY(va_split, "a,b", "c,d", int r = 0; for (auto p : std::views::split(std::string_view(s), ',')) r = *p.begin() == 'd'; return r;)
struct gen { struct promise_type { int v; gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(int x) { v = x; return {}; } void return_void() {} void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; };
static gen count_of(int n) { for (int i = 0; i < 3; i++) co_yield i * n; }
BODY(va_coroutine, "a", "b", gen c = count_of(s[0] - 'a'); c.h(); c.h(); int r = c.h.promise().v; c.h.destroy(); return r;)
BODY(va_bitset_text, "00", "01", return (int)std::bitset<2>(std::string(s)).to_ulong();)
BODY(va_bitset_out, "a", "b", return std::bitset<8>((unsigned)s[0] - 'a').to_string()[7] - '0';)
BODY(va_bit_cast, "a", "b", return std::bit_cast<float>((uint32_t)(s[0] - 'a') << 30) > 1;)
BODY(va_popcount, "a", "c", return std::popcount((unsigned)s[0]) - 3;)
BODY(va_midpoint, "a", "c", return std::midpoint(s[0], 'a') - 'a';)
BODY(va_lerp, "a", "b", return std::lerp(0., 2., s[0] - 'a') > 1;)
BODY(va_clamp, "a", "b", return std::clamp((int)s[0], 97, 99) - 97;)
BODY(va_minmax, "a", "b", return *std::max_element(s, s + 1) - 'a';)
BODY(va_inner, "a", "b", std::vector<int> v{s[0] - 'a', 0}; return std::inner_product(v.begin(), v.end(), v.begin(), 0);)
BODY(va_reduce, "a", "b", std::vector<int> v{s[0] - 'a', 0, 0, 0, 0}; return std::reduce(v.begin(), v.end());)
BODY(va_partial, "a", "b", int t[3] = {0, s[0] - 'a', 0}, u[3]; std::partial_sum(t, t + 3, u); return u[2];)
BODY(va_rotate, "a", "b", std::string t = "aa"; t += s[0]; std::rotate(t.begin(), t.begin() + 2, t.end()); return t[0] - 'a';)
BODY(va_heap, "a", "z", std::priority_queue<char> q; q.push('q'); q.push(s[0]); q.push('m'); return q.top() == 'z';)
BODY(va_stack, "a", "b", std::stack<int> q; q.push(1); q.push(s[0] - 'a'); return q.top();)
BODY(va_forward_list, "a", "b", std::forward_list<int> l{3, s[0] - 'a'}; l.pop_front(); return l.front();)
BODY(va_list_merge, "a", "z", std::list<char> l{s[0]}, m{'q'}; l.merge(m); return l.back() == 'z';)
BODY(va_umap_iterate, "a", "b", std::unordered_map<std::string, int> m; m["q"] = 0; m[s] = s[0] - 'a'; int r = 0; for (auto &p : m) r += p.second; return r;)
BODY(va_umap_bucket, "a", "b", std::unordered_set<int> m; m.insert(s[0]); return m.bucket(s[0]) != m.bucket('a');)
BODY(va_map_lower, "a", "z", std::map<std::string, int> m{{"m", 0}, {"zz", 1}}; return m.lower_bound(s)->second;)
BODY(va_set_string, "a", "q", std::set<std::string> m{"q", "r"}; return (int)m.count(s);)
BODY(va_map_rebalance, "a", "z", std::map<char, int> m; for (char c : std::string("mqrt")) m[c] = 0; m[s[0]] = 1; return std::prev(m.end())->second;)
BODY(va_deque, "a", "b", std::deque<int> q(600); q[555] = s[0] - 'a'; return std::accumulate(q.begin(), q.end(), 0);)
BODY(va_vector_bool, "a", "b", std::vector<bool> v(70); v[65] = s[0] == 'b'; return (int)std::count(v.begin(), v.end(), true);)
BODY(va_vector_erase, "a", "b", std::vector<char> v(s, s + 1); v.insert(v.begin(), 'q'); v.erase(v.begin()); return v[0] - 'a';)
BODY(va_valarray, "a", "b", std::valarray<int> v(3); v[1] = s[0] - 'a'; v *= 2; return v.sum();)
BODY(va_complex, "a", "b", std::complex<double> c(s[0] - 'a', 0); return std::abs(c) > 0.5;)
BODY(va_ratio_time, "a", "b", using namespace std::chrono; return (int)duration_cast<seconds>(milliseconds((s[0] - 'a') * 1500)).count();)
BODY(va_calendar, "a", "b", using namespace std::chrono; return (int)(unsigned)year_month_day{sys_days{days{s[0] - 'a'}}}.day() - 1;)
BODY(va_weekday, "a", "b", using namespace std::chrono; return weekday{sys_days{days{s[0] - 'a'}}}.c_encoding() != 4;)
BODY(va_mt, "a", "b", return std::mt19937((unsigned)s[0])() != std::mt19937('a')();)
BODY(va_uniform, "a", "b", std::minstd_rand r((unsigned)s[0]), q('a'); std::uniform_int_distribution<int> d(0, 1 << 20); return d(r) != d(q);)
BODY(va_seed_seq, "a", "b", std::seed_seq q{(int)s[0]}, p{(int)'a'}; unsigned a[1], b[1]; q.generate(a, a + 1); p.generate(b, b + 1); return a[0] != b[0];)
BODY(va_hash_double, "a", "b", return std::hash<double>()(s[0] - 'a') != 0;)
BODY(va_hash_wide, "a", "b", return std::hash<std::wstring>()(std::wstring(s, s + 1)) != std::hash<std::wstring>()(L"a");)
BODY(va_wstring_convert, "a", "b", return (int)std::wstring_convert<std::codecvt_utf8<wchar_t>>().from_bytes(s)[0] - 'a';)
BODY(va_codecvt, "a", "b", std::mbstate_t m{}; auto &f = std::use_facet<std::codecvt<wchar_t, char, std::mbstate_t>>(std::locale()); wchar_t w[2]; const char *n; wchar_t *e; f.in(m, s, s + 1, n, w, w + 2, e); return (int)w[0] - 'a';)
BODY(va_ctype_widen, "a", "b", return (int)std::use_facet<std::ctype<wchar_t>>(std::locale()).widen(s[0]) - 'a';)
BODY(va_ctype_scan, "a", "1", auto &f = std::use_facet<std::ctype<char>>(std::locale()); return f.scan_is(std::ctype_base::digit, s, s + 1) == s;)
BODY(va_ctype_upper, "a", "b", char t[2] = {s[0], 0}; std::use_facet<std::ctype<char>>(std::locale()).toupper(t, t + 1); return t[0] - 'A';)
BODY(va_locale_upper, "a", "b", return std::toupper(s[0], std::locale()) - 'A';)
BODY(va_money, "0", "7", std::istringstream t(s); long double v = 0; t >> std::get_money(v); return v > 0.5L;)
BODY(va_time_get, "0", "7", std::istringstream t(s); std::tm m{}; t >> std::get_time(&m, "%H"); return m.tm_hour;)
BODY(va_time_put, "a", "b", std::tm m{}; m.tm_mday = 1; m.tm_mon = s[0] - 'a'; std::ostringstream t; t << std::put_time(&m, "%m"); return t.str()[1] - '1';)
BODY(va_collate_hash, "a", "b", auto &f = std::use_facet<std::collate<char>>(std::locale()); return f.hash(s, s + 1) != f.hash("a", "a" + 1);)
BODY(va_collate, "a", "b", auto &f = std::use_facet<std::collate<char>>(std::locale()); return f.compare(s, s + 1, "a", "a" + 1);)
BODY(va_regex_search, "xay", "xby", std::cmatch m; std::regex_search(s, m, std::regex("x(.)")); return m[1].str()[0] - 'a';)
BODY(va_regex_iter, "a b", "a c", int r = 0; std::regex w("\\w"); for (std::cregex_iterator i(s, s + 3, w), e; i != e; ++i) r = i->str()[0] == 'c'; return r;)
BODY(va_regex_class, "a", "1", return std::regex_match(s, std::regex("[[:digit:]]"));)
BODY(va_regex_icase, "a", "B", return std::regex_match(s, std::regex("b", std::regex::icase));)
BODY(va_regex_posix, "a", "bb", return std::regex_match(s, std::regex("b+", std::regex::extended));)
BODY(va_demangle, "i", "c", int st; char *p = abi::__cxa_demangle(s, nullptr, nullptr, &st); return p && p[0] == 'c';)
BODY(va_path_iter, "a/b", "a/c", std::filesystem::path p(s); auto i = p.begin(); ++i; return *i == "c";)
BODY(va_path_lex, "a", "b", return std::filesystem::path(s).lexically_relative("b") == ".";)
BODY(va_path_stem, "a.c", "b.c", return std::filesystem::path(s).stem() == "b";)
BODY(va_fs_mkdir, "a", "b", std::filesystem::create_directory(s); return std::filesystem::is_directory("b");)
BODY(va_fs_size, "a", "b", { std::ofstream f("x"); f << std::string(s[0] - 'a', 'q'); } return (int)std::filesystem::file_size("x");)
BODY(va_fs_resize, "a", "b", { std::ofstream f("x"); } std::filesystem::resize_file("x", s[0] - 'a'); return (int)std::filesystem::file_size("x");)
BODY(va_fs_iterate, "a", "b", std::filesystem::create_directory("d"); { std::ofstream f(std::string("d/") + s); } return std::filesystem::directory_iterator("d")->path().filename() == "b";)
BODY(va_fs_rename, "a", "b", { std::ofstream f("x"); } std::filesystem::rename("x", s); return std::filesystem::exists("b");)
BODY(va_fs_symlink, "a", "b", std::filesystem::create_symlink(s, "l"); return std::filesystem::read_symlink("l") == "b";)
BODY(va_fs_copy, "a", "b", { std::ofstream f("x"); f << s; } std::filesystem::copy_file("x", "y"); std::ifstream f("y"); return f.get() - 'a';)
BODY(va_fs_perms, "a", "b", { std::ofstream f("x"); } std::filesystem::permissions("x", std::filesystem::perms(0600 | (s[0] - 'a'))); return (int)std::filesystem::status("x").permissions() & 7;)
BODY(va_fs_current, "a", "b", std::filesystem::create_directory("b"); std::error_code e; std::filesystem::current_path(s, e); return !e;)
BODY(va_fs_time, "a", "b", { std::ofstream f("x"); } std::filesystem::last_write_time("x", std::filesystem::file_time_type(std::chrono::seconds(s[0] - 'a'))); return std::filesystem::last_write_time("x") != std::filesystem::file_time_type();)
BODY(va_pmr, "a", "b", char b[512]; std::pmr::monotonic_buffer_resource r(b, sizeof b); std::pmr::string t(s, &r); t += "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; return t[0] - 'a';)
BODY(va_pmr_vector, "a", "b", std::pmr::vector<int> v; v.push_back(s[0] - 'a'); v.resize(40); return v[0];)
BODY(va_pmr_pool, "a", "b", std::pmr::unsynchronized_pool_resource r; int *p = (int *)r.allocate(4); *p = s[0] - 'a'; int q = *p; r.deallocate(p, 4); return q;)
BODY(va_aligned_new, "a", "b", struct alignas(64) q { int v; }; auto *p = new q{s[0] - 'a'}; int r = p->v; delete p; return r;)
BODY(va_weak, "a", "b", auto p = std::make_shared<int>(s[0] - 'a'); std::weak_ptr<int> w = p; return *w.lock();)
BODY(va_aliasing, "a", "b", auto p = std::make_shared<std::pair<int, int>>(1, s[0] - 'a'); std::shared_ptr<int> q(p, &p->second); p.reset(); return *q;)
BODY(va_deleter, "a", "b", int r = 0; { std::shared_ptr<int> p(new int(s[0] - 'a'), [&r](int *v) { r = *v; delete v; }); } return r;)
BODY(va_atomic_shared, "a", "b", std::atomic<std::shared_ptr<int>> p; p.store(std::make_shared<int>(s[0] - 'a')); return *p.load();)
BODY(va_atomic_ref, "a", "b", int v = 0; std::atomic_ref<int>(v).fetch_add(s[0] - 'a'); return v;)
BODY(va_atomic_wait, "a", "b", std::atomic<int> v{0}; std::jthread t([&] { v = s[0] - 'a' + 1; v.notify_one(); }); v.wait(0); return v - 1;)

// ---- threads ----
BODY(th_async, "0", "7", return std::async(std::launch::async, [s] { return std::stoi(s); }).get();)
BODY(th_async_throw, "a", "b", try { std::async(std::launch::async, [s] { throw s[0] - 'a'; }).get(); } catch (int v) { return v; } return 9;)
BODY(th_shared_future, "a", "b", std::promise<std::string> p; auto f = p.get_future().share(); p.set_value(s); return f.get()[0] - 'a';)
BODY(th_jthread, "a", "b", int r = 0; { std::jthread t([&](std::stop_token k) { while (!k.stop_requested()) std::this_thread::yield(); r = s[0] - 'a'; }); } return r;)
BODY(th_semaphore, "a", "b", std::counting_semaphore<8> q(s[0] - 'a'); return q.try_acquire();)
BODY(th_latch, "b", "c", std::latch q(s[0] - 'a'); q.count_down(); return !q.try_wait();)
BODY(th_barrier, "a", "b", int r = 0; std::barrier q(1, [&]() noexcept { r = s[0] - 'a'; }); q.arrive_and_wait(); return r;)
BODY(th_once, "a", "b", int r = 0; std::once_flag f; std::call_once(f, [&](int v) { r = v; }, s[0] - 'a'); return r;)
BODY(th_local, "a", "b", static thread_local std::string t; int r = 0; std::thread u([&] { t = s; r = t[0] - 'a'; }); u.join(); return r;)
BODY(th_cv_queue, "a", "b", std::mutex m; std::condition_variable c; std::queue<std::string> q; int r = 0; std::thread t([&] { std::unique_lock l(m); c.wait(l, [&] { return !q.empty(); }); r = q.front()[0] - 'a'; }); { std::lock_guard l(m); q.push(s); } c.notify_one(); t.join(); return r;)
BODY(th_native, "a", "b", int r = 0; std::thread t([&] { pthread_setname_np(pthread_self(), s); char b[16]; pthread_getname_np(pthread_self(), b, 16); r = b[0] - 'a'; }); t.join(); return r;)
BODY(th_exception_ptr, "a", "b", std::exception_ptr p; std::thread t([&] { try { throw std::runtime_error(s); } catch (...) { p = std::current_exception(); } }); t.join(); try { std::rethrow_exception(p); } catch (std::exception &e) { return e.what()[0] - 'a'; } return 9;)
BODY(th_wait_for, "a", "b", std::promise<void> p; return p.get_future().wait_for(std::chrono::milliseconds(0)) == std::future_status::timeout ? s[0] - 'a' : 9;)
BODY(th_deadline, "a", "b", auto b = std::chrono::steady_clock::now(); std::this_thread::sleep_for(std::chrono::milliseconds((s[0] - 'a') * 30)); return std::chrono::steady_clock::now() - b >= std::chrono::milliseconds(30);)

// ---- in one order only ----
BODY(late_stoi, "0", "7", return std::stoi(s);)
BODY(late_istringstream, "0", "7", std::istringstream t(s); int n = 0; t >> n; return n;)
BODY(late_map, "a", "b", std::map<std::string, int> m{{"b", 1}}; return (int)m.count(s);)
BODY(late_regex, "a", "b", return std::regex_match(s, std::regex("b"));)
BODY(late_throw, "a", "b", try { if (s[0] == 'b') throw 1; } catch (int v) { return v; } return 0;)
BODY(late_stod, "0", "7", return (int)std::stod(s);)
INPUT(in_late_cin, "0", "7", int n = 0; std::cin >> n; return n;)
INPUT(in_late_getline, "a", "b", std::string l; std::getline(std::cin, l); return l == "b";)

// ---- how a number gets out ----
BODY(out_cout, "a", "b", (void)s; std::cout << o << std::endl; return 0;)
BODY(out_cout_double, "a", "b", (void)s; std::cout << (double)o; return 0;)
BODY(out_cout_bool, "a", "b", (void)s; std::cout << std::boolalpha << (bool)o; return 0;)
BODY(out_cout_hex, "a", "b", (void)s; std::cout << std::hex << std::showbase << o; return 0;)
BODY(out_cout_setw, "a", "b", (void)s; std::cout << std::setw((o & 7) + 1) << 1; return 0;)
BODY(out_cout_fill, "a", "b", (void)s; std::cout.fill((char)('a' + (o & 7))); std::cout << std::setw(5) << 1; return 0;)
BODY(out_cout_flags, "a", "b", (void)s; std::cout.flags(o & 1 ? std::ios::hex : std::ios::dec); std::cout << 17; return 0;)
BODY(out_cout_precision, "a", "b", (void)s; std::cout.precision((o & 7) + 1); std::cout << 3.14159; return 0;)
BODY(out_cout_manip, "a", "b", (void)s; std::cout << (o & 1 ? std::hex : std::dec) << 17; return 0;)
BODY(out_cout_pointer, "a", "b", (void)s; std::cout << (void *)(long)(o & 7); return 0;)
BODY(out_cout_short, "a", "b", (void)s; std::cout << (short)o << (unsigned short)o; return 0;)
BODY(out_cout_llong, "a", "b", (void)s; std::cout << (long long)o; return 0;)
BODY(out_cout_text, "a", "b", (void)s; std::cout << ("abcdefgh" + (o & 7)); return 0;)
BODY(out_cout_length, "a", "b", (void)s; std::cout << std::string((size_t)(o & 7), 'x'); return 0;)
BODY(out_cout_view, "a", "b", (void)s; std::cout << std::string_view("abcdefgh", (size_t)(o & 7)); return 0;)
BODY(out_cout_write, "a", "b", (void)s; std::cout.write("abcdefgh", o & 7); return 0;)
BODY(out_cout_put, "a", "b", (void)s; std::cout.put((char)('a' + (o & 7))); return 0;)
BODY(out_cout_sputc, "a", "b", (void)s; std::cout.rdbuf()->sputc((char)('a' + (o & 7))); return 0;)
BODY(out_cout_sputn, "a", "b", (void)s; std::cout.rdbuf()->sputn((const char *)&o, 4); return 0;)
BODY(out_cout_iterator, "a", "b", (void)s; std::vector<int> v{o, 1}; std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " ")); return 0;)
BODY(out_cout_unsync, "a", "b", (void)s; std::ios::sync_with_stdio(false); std::cout << o; return 0;)
BODY(out_cout_rdbuf, "a", "b", (void)s; std::stringstream t; t << o; std::cout << t.rdbuf(); return 0;)
BODY(out_cout_state, "a", "b", (void)s; if (o & 1) std::cout.setstate(std::ios::badbit); std::cout << "x"; return 0;)
BODY(out_cout_state_flat, "a", "b", (void)s; std::cout.clear(std::ios::iostate(o & 1)); std::cout << "x"; return 0;)
BODY(out_cout_grouped, "a", "b", (void)s; std::cout.imbue(std::locale(std::locale(), new comma)); std::cout << o * 1000; return 0;)
BODY(out_wcout, "a", "b", (void)s; std::wcout << o; return 0;)
BODY(out_cerr, "a", "b", (void)s; std::cerr << o; return 0;)
BODY(out_clog, "a", "b", (void)s; std::clog << o; return 0;)
BODY(out_osync, "a", "b", (void)s; std::osyncstream(std::cout) << o; return 0;)
BODY(out_ofstream, "a", "b", (void)s; std::ofstream("out") << o; return 0;)
BODY(out_ofstream_seek, "a", "b", (void)s; std::ofstream f("out"); f.seekp(o & 7); f << "x"; return 0;)
BODY(out_what, "a", "b", (void)s; try { throw std::runtime_error(std::to_string(o)); } catch (std::exception &e) { puts(e.what()); } return 0;)
BODY(out_uncaught, "a", "b", (void)s; if (o & 1) throw 5; return 0;)
BODY(out_bad_index, "a", "b", (void)s; std::vector<int> v(1); try { return v.at((size_t)(o & 7)); } catch (std::out_of_range &) { puts("range"); } return 0;)
BODY(out_bad_substr, "a", "b", (void)s; try { puts(std::string("").substr((size_t)(o & 7)).c_str()); } catch (std::out_of_range &) { puts("range"); } return 0;)
BODY(out_quick_exit, "a", "b", (void)s; std::quick_exit(o & 7);)
BODY(out_terminate, "a", "b", (void)s; if (o & 1) std::terminate(); return 0;)
BODY(out_to_string, "a", "b", (void)s; write(1, std::to_string(o).c_str(), std::to_string(o).size()); return 0;)
BODY(out_to_chars, "a", "b", (void)s; char b[16]; auto r = std::to_chars(b, b + 16, o); write(1, b, (size_t)(r.ptr - b)); return 0;)
BODY(out_map, "a", "b", (void)s; std::map<int, int> m{{0, 5}, {1, 6}}; std::cout << m[o & 1]; return 0;)
BODY(out_umap, "a", "b", (void)s; std::unordered_map<int, int> m{{0, 5}}; m[o & 7]; std::cout << m.size(); return 0;)
BODY(out_sort, "a", "b", (void)s; std::vector<int> v{0, o}; std::sort(v.begin(), v.end()); std::cout << v[1]; return 0;)
BODY(out_virtual, "a", "b", (void)s; struct p { virtual int f() { return 1; } }; struct q : p { int f() override { return 2; } }; p a; q b; p *t[] = {&a, &b}; std::cout << t[o & 1]->f(); return 0;)
BODY(out_function, "a", "b", (void)s; std::function<int()> f[] = {[] { return 1; }, [] { return 2; }}; std::cout << f[o & 1](); return 0;)
BODY(out_variant, "a", "b", (void)s; std::variant<int, char> v; if (o & 1) v = 'x'; std::cout << v.index(); return 0;)
BODY(out_async, "a", "b", (void)s; std::cout << std::async(std::launch::async, [] { return o; }).get(); return 0;)
BODY(out_sleep_until, "a", "b", (void)s; std::this_thread::sleep_for(std::chrono::milliseconds(o & 1)); return 0;)
BODY(out_regex, "a", "b", (void)s; std::cout << std::regex_match(std::to_string(o), std::regex("0")); return 0;)
BODY(out_locale_name, "a", "b", (void)s; std::tm m{}; m.tm_mday = 1; m.tm_mon = o & 7; std::cout << std::put_time(&m, "%B"); return 0;)
BODY(out_path, "a", "b", (void)s; std::filesystem::create_directory("d" + std::to_string(o)); return 0;)
BODY(out_static_end, "a", "b", (void)s; static struct e { int v = 0; ~e() { dprintf(1, "%d", v); } } x; x.v = o; return 0;)
BODY(out_local_end, "a", "b", (void)s; static thread_local struct e { int v = 0; ~e() { dprintf(1, "%d", v); } } x; x.v = o; return 0;)

#include "race.h"
