// The same in C++, without optimisation: see probes.c.
#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <any>
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

BODY(cxx_stoi, "0", "7", return std::stoi(s);)
BODY(cxx_stol, "0", "7", return (int)std::stol(std::string(s));)
BODY(cxx_stod, "0", "7", return (int)std::stod(s);)
BODY(cxx_from_chars, "0", "7", int n = 0; std::from_chars(s, s + 1, n); return n;)
BODY(cxx_istringstream, "0", "7", std::istringstream in(s); int n = 0; in >> n; return n;)
BODY(cxx_istringstream_double, "0", "7", std::istringstream in(s); double n = 0; in >> n; return (int)n;)
BODY(cxx_istringstream_hex, "0", "7", std::istringstream in(s); int n = 0; in >> std::hex >> n; return n;)
BODY(cxx_ostringstream, "a", "b", std::ostringstream out; out << s; return out.str()[0] - 'a';)
BODY(cxx_stringbuf, "a", "b", std::stringbuf b(s); return b.sgetc() - 'a';)
BODY(cxx_string_hash, "a", "b", return std::hash<std::string>()(s) != std::hash<std::string>()("a");)
BODY(cxx_unordered_map, "a", "b", std::unordered_map<std::string, int> m{{"b", 1}}; auto i = m.find(s); return i == m.end() ? 0 : i->second;)
BODY(cxx_map, "a", "b", std::map<std::string, int> m{{"b", 1}}; auto i = m.find(s); return i == m.end() ? 0 : i->second;)
BODY(cxx_set_int, "a", "b", std::set<int> m{'b'}; return (int)m.count(s[0]);)
BODY(cxx_regex, "a", "b", return std::regex_search(s, std::regex("^b"));)
BODY(cxx_reverse, "ca", "cb", std::string t(s); std::reverse(t.begin(), t.end()); return t[0] - 'a';)
BODY(cxx_sort, "ca", "cb", std::string t(s); std::sort(t.begin(), t.end()); return t[0] - 'a';)
BODY(cxx_string_copy, "a", "b", char t[4] = ""; std::string(s).copy(t, 1); return t[0] - 'a';)
BODY(cxx_string_rfind, "a", "b", return std::string(s).rfind('b') != std::string::npos;)
BODY(cxx_find_first_of, "a", "b", return std::string(s).find_first_of("b") != std::string::npos;)
BODY(cxx_insert_iterator, "a", "b", std::string t("x"); t.insert(t.begin(), s[0]); return t[0] - 'a';)
BODY(cxx_replace, "a", "b", std::string t("xy"); t.replace(0, 1, s); return t[0] - 'a';)
BODY(cxx_assign_fill, "a", "b", std::string t; t.assign(3, s[0]); return t[0] - 'a';)
BODY(cxx_resize_fill, "a", "b", std::string t; t.resize(3, s[0]); return t[0] - 'a';)
BODY(cxx_swap, "a", "b", std::string t(s), u; t.swap(u); return u[0] - 'a';)
BODY(cxx_to_string, "0", "7", return std::to_string(s[0] - '0')[0] - '0';)
BODY(cxx_function, "a", "b", char c = s[0]; std::function<int()> f = [c] { return c - 'a'; }; return f();)
BODY(cxx_any, "a", "b", std::any a = s[0] - 'a'; return std::any_cast<int>(a);)
BODY(cxx_variant, "a", "b", std::variant<int, char> v = s[0]; return std::get<char>(v) - 'a';)
BODY(cxx_vector, "a", "b", std::vector<int> v; v.push_back(s[0] - 'a'); v.push_back(0); return v[0];)
BODY(cxx_shared, "a", "b", auto p = std::make_shared<int>(s[0] - 'a'); auto q = p; return *q;)
BODY(cxx_exception, "a", "b", try { throw s[0] - 'a'; } catch (int n) { return n; })
BODY(cxx_what, "a", "b", try { throw std::runtime_error(s); } catch (std::exception &e) { return e.what()[0] - 'a'; })
BODY(cxx_bitset, "0", "1", return (int)std::bitset<8>(std::string(s)).to_ulong();)
BODY(cxx_random, "\x01", "\x02", std::mt19937 r((unsigned)s[0]), q(1); return r() != q();)
BODY(cxx_setw, "a", "b", std::ostringstream out; out << std::setw(3) << s; return out.str()[2] - 'a';)
BODY(cxx_put_time, "0", "7", std::tm t{}; t.tm_sec = s[0] - '0'; std::ostringstream out; out << std::put_time(&t, "%S"); return out.str()[1] - '0';)
BODY(cxx_toupper_locale, "a", "b", return std::toupper(s[0], std::locale()) - 'A';)
BODY(cxx_accumulate, "a", "b", std::string t(s); return std::accumulate(t.begin(), t.end(), 0) - 'a';)
INPUT(in_cxx_cin, "0", "7", int n = 0; std::cin >> n; return n;)
INPUT(in_cxx_double, "0", "7", double n = 0; std::cin >> n; return (int)n;)
INPUT(in_cxx_get, "a", "b", return std::cin.get() - 'a';)
INPUT(in_cxx_peek, "a", "b", return std::cin.peek() - 'a';)
INPUT(in_cxx_read, "a", "b", char t[2] = "a"; std::cin.read(t, 1); return t[0] - 'a';)
INPUT(in_cxx_getline, "a\n", "b\n", std::string t; std::getline(std::cin, t); return t[0] - 'a';)
INPUT(in_cxx_member_getline, "a\n", "b\n", char t[8] = "a"; std::cin.getline(t, 8); return t[0] - 'a';)
INPUT(in_cxx_iterator, "a", "b", std::string t(std::istreambuf_iterator<char>(std::cin), {}); return t[0] - 'a';)
INPUT(in_cxx_rdbuf, "a", "b", std::ostringstream o; o << std::cin.rdbuf(); return o.str()[0] - 'a';)
INPUT(in_cxx_length, "a", "bb", std::string t(std::istreambuf_iterator<char>(std::cin), {}); return (int)t.size() - 1;)
INPUT(in_cxx_unsynced, "0", "7", std::ios::sync_with_stdio(false); int n = 0; std::cin >> n; return n;)
BODY(file_cxx_ifstream, "0", "7", std::ifstream f(s); int n = 0; f >> n; return n;)
BODY(file_cxx_get, "a", "b", std::ifstream f(s); return f.get() - 'a';)
BODY(file_cxx_getline, "a\n", "b\n", std::ifstream f(s); std::string t; std::getline(f, t); return t[0] - 'a';)
BODY(file_cxx_size, "a", "bb", std::ifstream f(s, std::ios::ate); return (int)f.tellg() - 1;)

#include "race.h"
