/* Functions of libraries that the analysis knows by name. What they do to memory is not said here but in
 * build/library_effects.c, and below for those few that the runtime replaces by models of its own. */
#include "build/library_effects.h"
#include "static/program.h"
#include <string.h>

static const struct omen_known_call list[] = {
#define X(name, kind, a, b) {#name, OMEN_CALL_##kind, a, b},
#include "static/known_calls.def"
#undef X
};

static const char *const quiet_prefixes[] = {"pthread_",
                                             "sem_",
                                             "mtx_",
                                             "cnd_",
                                             "thrd_",
                                             "llvm.",
                                             "__omen_",
                                             "_ZNSt18condition_variable",
                                             "_ZSt20__throw_",
                                             "_ZSt16__throw_",
                                             "__kmpc_",
                                             "omp_",
                                             "__ubsan_",
                                             "_ZNKSt3_V214error_category",
                                             "_ZNSt6chrono3_V2",
                                             "_ZSt17__throw_",
                                             "_ZSt19__throw_",
                                             "_ZSt21__throw_",
                                             "_ZSt24__throw_",
                                             "_ZSt25__throw_",
                                             "_ZNSt11logic_error",
                                             "_ZNSt13runtime_error",
                                             "_ZNSt12future_error",
                                             "_ZNKSt12future_error",
                                             "_ZNSt9exception",
                                             "_ZNKSt9exception",
                                             "_ZNSt9bad_alloc",
                                             "_ZNSt12out_of_range",
                                             "_ZNSt16invalid_argument",
                                             "_ZNSt12length_error",
                                             "_ZNSt12domain_error",
                                             "_ZNSt11range_error",
                                             "_ZNSt14overflow_error",
                                             "_ZNSt15underflow_error",
                                             "_ZNSt12system_error",
                                             "_ZNSt8bad_cast",
                                             "_ZNSt17bad_function_call",
                                             "_ZNSt28__atomic_futex_unsigned_base",
                                             "_ZNSt13__future_base12_Result_base",
                                             "_ZNKSt8__detail20_Prime_rehash_policy",
                                             "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv",
                                             "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv",
                                             "_ZSt17rethrow_exception",
                                             "_ZSt18_Rb_tree_",
                                             "_ZSt28_Rb_tree_",
                                             "_ZSt29_Rb_tree_",
                                             "_ZNSt8__detail15_List_node_base",
                                             "_ZNSt6thread6detachEv",
                                             "__cxa_pure_virtual",
                                             "__cxa_deleted_virtual",
                                             NULL};
/* They look quiet by their prefix, and are not. */
static const char *const loud[] = {"pthread_setspecific",
                                   "pthread_getspecific",
                                   "pthread_sigqueue",
                                   "pthread_key_create",
                                   "pthread_atfork",
                                   "strtok",
                                   "tss_set",
                                   "tss_get",
                                   "tss_create",
                                   "__kmpc_omp_task_alloc",
                                   "__kmpc_omp_task",
                                   "pthread_cleanup_push",
                                   "__kmpc_fork_teams",
                                   "__kmpc_copyprivate",
                                   "__kmpc_reduce",
                                   "__kmpc_reduce_nowait",
                                   "__kmpc_fork_call_if",
                                   "__kmpc_threadprivate_register",
                                   "__kmpc_threadprivate_register_vec",
                                   "__kmpc_task_reduction_init",
                                   "__kmpc_taskred_init",
                                   "__kmpc_taskred_modifier_init",
                                   "__kmpc_task_reduction_modifier_init",
                                   "__kmpc_taskloop_5",
                                   NULL};

static const struct omen_known_call quiet = {"", OMEN_CALL_QUIET, -1, -1};

static bool listed(const char *const *names, const char *name, bool prefix) {
  for (; *names; names++)
    if (prefix ? !strncmp(name, *names, strlen(*names)) : !strcmp(name, *names)) return true;
  return false;
}

const struct omen_known_call *omen_known_call(const char *name) {
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(list[i].name, name)) return &list[i];
  if (!strncmp(name, "_Znw", 4) || !strncmp(name, "_Zna", 4)) name = "malloc";
  if (!strncmp(name, "_Zdl", 4) || !strncmp(name, "_Zda", 4)) name = "free";
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(list[i].name, name)) return &list[i];
  if (listed(loud, name, false)) return NULL;
  if (listed(quiet_prefixes, name, true) || omen_known_effects(name, false)) return &quiet;
  return NULL;
}

/* The functions of runtime/library_calls.def. */
static const struct omen_library_effects models[] = {
    {"memcpy", "", "r1 w0", ""},
    {"memmove", "", "r1 w0", ""},
    {"memset", "", "w0", ""},
    {"memcmp", "", "r0 r1", ""},
    {"memchr", "", "r0", ""},
    {"bcmp", "", "r0 r1", ""},
    {"bzero", "", "w0", ""},
    {"strlen", "", "r0", ""},
    {"strnlen", "", "r0", ""},
    {"strcpy", "", "r1 w0", ""},
    {"strncpy", "", "r1 w0", ""},
    {"stpcpy", "", "r1 w0", ""},
    {"strcat", "", "r0 r1 w0", ""},
    {"strncat", "", "r0 r1 w0", ""},
    {"strcmp", "", "r0 r1", ""},
    {"strncmp", "", "r0 r1", ""},
    {"strcasecmp", "", "r0 r1", ""},
    {"strncasecmp", "", "r0 r1", ""},
    {"strchr", "", "r0", ""},
    {"strrchr", "", "r0", ""},
    {"strstr", "", "r0 r1", ""},
    {"strspn", "", "r0 r1", ""},
    {"strcspn", "", "r0 r1", ""},
    {"strpbrk", "", "r0 r1", ""},
    {"strsep", "", "r0 r1 w0#8 w0l x0", ""},
    {"strdup", "", "r0", ""},
    {"strndup", "", "r0", ""},
    {"atoi", "", "r0", ""},
    {"atol", "", "r0", ""},
    {"strtol", "", "r0 w1#8", ""},
    {"strtoul", "", "r0 w1#8", ""},
    {"strtod", "", "r0 w1#8", ""},
    {"puts", "", "r0", ""},
    {"fputs", "", "r0", ""},
    {"fwrite", "", "r0", ""},
    {"fread", "", "w0", ""},
    {"fgets", "", "w0", ""},
    {"read", "", "w1", ""},
    {"write", "", "r1", ""},
    {"pread", "", "w1", ""},
    {"pwrite", "", "r1", ""},
    {"send", "", "r1", ""},
    {"recv", "", "w1", ""},
    {"sprintf", "", "r1F2 w0", ""},
    {"snprintf", "", "r2F3 w0", ""},
    {"printf", "", "r0F1", ""},
    {"fprintf", "", "r1F2", ""},
    {"qsort", "", "r0 w0", ""},
    {"__memcpy_chk", "", "r1 w0", ""},
    {"__memmove_chk", "", "r1 w0", ""},
    {"__memset_chk", "", "w0", ""},
};

/* Members of std::string that libstdc++ has: what they are given stays in the string, or is copied into its
 * block. The runtime does not see into them. */
#define STRING "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
static const struct omen_library_effects string_changes = {"", "", "r1 w0#8", ""},
                                         string_looks = {"", "", "r0 r1", ""};

bool omen_changes_string(const char *name) { return !strncmp(name, "_ZN" STRING, sizeof "_ZN" STRING - 1); }

static const struct omen_library_effects *string_member(const char *name) {
  if (omen_changes_string(name)) return &string_changes;
  if (!strncmp(name, "_ZNK" STRING, sizeof "_ZNK" STRING - 1)) return &string_looks;
  return NULL;
}

/* Exceptions hold their text in a block that copies share. */
static bool keeps_text(const char *name) {
  static const char *const made[] = {
      "_ZNSt11logic_errorC",    "_ZNSt13runtime_errorC", "_ZNSt11logic_erroraS",
      "_ZNSt13runtime_erroraS", "_ZNSt12out_of_rangeC",  "_ZNSt16invalid_argumentC",
      "_ZNSt12length_errorC",   "_ZNSt12system_errorC",  NULL};
  return listed(made, name, true);
}

const char *omen_known_effects(const char *name, bool behind) {
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (!strcmp(models[i].name, name)) return behind ? models[i].behind : models[i].before;
  const struct omen_library_effects *e = omen_library_effects(name);
  if (!e) e = string_member(name);
  if (!e && keeps_text(name)) e = &string_changes;
  return e ? behind ? e->behind : e->before : NULL;
}

bool omen_gives_argument(const char *name) {
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    if (!strcmp(models[i].name, name)) return true;
  return string_member(name);
}
