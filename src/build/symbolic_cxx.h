/* Functions of libstdc++ that are modelled for expressions (runtime/symbolic/calls_cxx*.c): a call becomes
 * one of
 * __omen_symlib_NAME. Templates for char, which its headers leave to the library (std::string of GCC 5 and
 * later). */
#ifndef OMEN_BUILD_SYMBOLIC_CXX_H
#define OMEN_BUILD_SYMBOLIC_CXX_H
#include <stddef.h>
#define STRING "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define CONST_STRING "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define FROM_STREAM                                                                                          \
  "IcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE"
#define SSTREAM(name)                                                                                        \
  "_ZNSt7__cxx11" name "IcSt11char_traitsIcESaIcEEC1ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode"
/* Types of result and parameters: instrument_calls.c. */
static const struct omen_symbolic_cxx {
  const char *symbol, *name, *types;
} omen_symbolic_cxx[] = {
    {"_ZSt7getline" FROM_STREAM "S4_", "cxx_getline_to", "pppb"},
    {"_ZSt7getline" FROM_STREAM, "cxx_getline", "ppp"},
    {"_ZStrs" FROM_STREAM, "cxx_word", "ppp"},
    {"_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_", "cxx_char", "ppp"},
    {"_ZNSi3getERc", "cxx_get", "ppp"},
    {"_ZNSi3getEv", "cxx_get_int", "ip"},
    {"_ZNSirsERs", "cxx_short", "ppp"},
    {"_ZNSirsERi", "cxx_int", "ppp"},
    {"_ZNSirsERj", "cxx_unsigned", "ppp"},
    {"_ZNSirsERl", "cxx_long", "ppp"},
    {"_ZNSirsERm", "cxx_unsigned_long", "ppp"},
    {"_ZNSi10_M_extractIjEERSiRT_", "cxx_extract_unsigned", "ppp"},
    {"_ZNSi10_M_extractIlEERSiRT_", "cxx_extract_long", "ppp"},
    {"_ZNSi10_M_extractImEERSiRT_", "cxx_extract_unsigned_long", "ppp"},
    {STRING "C1ERKS4_", "cxx_copy", "vpp"},
    {STRING "C2ERKS4_", "cxx_copy", "vpp"},
    {STRING "C1EOS4_", "cxx_move", "vpp"},
    {STRING "C2EOS4_", "cxx_move", "vpp"},
    {CONST_STRING "6substrEmm", "cxx_substr", "vppll"},
    {STRING "aSERKS4_", "cxx_assign", "ppp"},
    {STRING "aSEOS4_", "cxx_assign_move", "ppp"},
    {STRING "aSEPKc", "cxx_assign_text", "ppp"},
    {STRING "9_M_assignERKS4_", "cxx_assign_inner", "vpp"},
    {STRING "pLERKS4_", "cxx_add", "ppp"},
    {STRING "pLEPKc", "cxx_add_text", "ppp"},
    {STRING "pLEc", "cxx_add_char", "ppb"},
    {STRING "9push_backEc", "cxx_push_back", "vpb"},
    {STRING "6appendERKS4_", "cxx_append", "ppp"},
    {STRING "6appendEPKc", "cxx_append_text", "ppp"},
    {STRING "6appendEPKcm", "cxx_append_bytes", "pppl"},
    {STRING "9_M_appendEPKcm", "cxx_append_inner", "pppl"},
    {STRING "10_M_replaceEmmPKcm", "cxx_replace_inner", "ppllpl"},
    {STRING "14_M_replace_auxEmmmc", "cxx_replace_char", "pplllb"},
    {STRING "6insertEmPKc", "cxx_insert_text", "pplp"},
    {STRING "6insertEmRKS4_", "cxx_insert", "pplp"},
    {STRING "6appendERKS4_mm", "cxx_append_part", "pppll"},
    {STRING "6assignERKS4_", "cxx_assign_named", "ppp"},
    {STRING "6assignEPKcm", "cxx_assign_bytes", "pppl"},
    {SSTREAM("19basic_istringstream"), "cxx_string_stream", "vppi"},
    {SSTREAM("18basic_stringstream"), "cxx_string_stream_both", "vppi"},
    {STRING "8_M_eraseEmm", "cxx_erase_inner", "vpll"},
    {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", "cxx_put_bytes",
     "pppl"},
    {"_ZNSo5writeEPKcl", "cxx_write", "pppl"},
    {"_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
     "cxx_put_string", "ppp"},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", "cxx_put_text", "ppp"},
    {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", "cxx_put_char", "ppb"},
    {"_ZNSo3putEc", "cxx_put", "ppb"},
    {"_ZNSolsEi", "cxx_put_int", "ppi"},
    {"_ZNSolsEj", "cxx_put_unsigned", "ppi"},
    {"_ZNSolsEl", "cxx_put_long", "ppl"},
    {"_ZNSolsEm", "cxx_put_unsigned_long", "ppl"},
    {"_ZNSo9_M_insertIlEERSoT_", "cxx_insert_long", "ppl"},
    {"_ZNSo9_M_insertImEERSoT_", "cxx_insert_unsigned_long", "ppl"},
    {STRING "5eraseEmm", "cxx_erase", "ppll"},
    {STRING "9_M_mutateEmmPKcm", "cxx_mutate", "vpllpl"},
    {CONST_STRING "7compareERKS4_", "cxx_compare", "ipp"},
    {CONST_STRING "7compareEPKc", "cxx_compare_text", "ipp"},
    {CONST_STRING "4findERKS4_m", "cxx_find", "lppl"},
    {CONST_STRING "4findEPKcmm", "cxx_find_bytes", "lppll"},
    {CONST_STRING "4findEPKcm", "cxx_find_text", "lppl"},
    {CONST_STRING "4findEcm", "cxx_find_char", "lpbl"},
};
/* Other members of std::string that change what is in it: that is lost. The names of those that do not, or
 * leave no string behind, follow the class's. */
static const char omen_symbolic_cxx_string[] = STRING;
static const char *const omen_symbolic_cxx_keeps[] = {"ixEm",     "2atEm",   "5beginEv", "3endEv",
                                                      "5frontEv", "4backEv", "4dataEv",  "6rbeginEv",
                                                      "4rendEv",  "D1Ev",    "D2Ev",     NULL};
#undef STRING
#undef CONST_STRING
#undef FROM_STREAM
#undef SSTREAM
#endif
