/* Those functions of Z3 that are used, by pointers: libz3 is loaded when it is needed. */
#ifndef OMEN_SYMBOLIC_Z3_API_H
#define OMEN_SYMBOLIC_Z3_API_H
#include "base/base.h"
#include <z3.h>

#define OMEN_Z3_FUNCTIONS(X)                                                                                 \
  X(mk_config)                                                                                               \
  X(del_config)                                                                                              \
  X(mk_context)                                                                                              \
  X(del_context)                                                                                             \
  X(set_error_handler)                                                                                       \
  X(get_error_code)                                                                                          \
  X(mk_params)                                                                                               \
  X(params_inc_ref)                                                                                          \
  X(params_dec_ref)                                                                                          \
  X(params_set_uint)                                                                                         \
  X(mk_string_symbol)                                                                                        \
  X(mk_bv_sort)                                                                                              \
  X(mk_const)                                                                                                \
  X(mk_func_decl)                                                                                            \
  X(mk_app)                                                                                                  \
  X(mk_true)                                                                                                 \
  X(mk_false)                                                                                                \
  X(mk_eq)                                                                                                   \
  X(mk_not)                                                                                                  \
  X(mk_ite)                                                                                                  \
  X(mk_xor)                                                                                                  \
  X(mk_and)                                                                                                  \
  X(mk_or)                                                                                                   \
  X(mk_implies)                                                                                              \
  X(mk_unsigned_int64)                                                                                       \
  X(mk_bvnot)                                                                                                \
  X(mk_bvadd)                                                                                                \
  X(mk_bvsub)                                                                                                \
  X(mk_bvmul)                                                                                                \
  X(mk_bvudiv)                                                                                               \
  X(mk_bvsdiv)                                                                                               \
  X(mk_bvurem)                                                                                               \
  X(mk_bvsrem)                                                                                               \
  X(mk_bvshl)                                                                                                \
  X(mk_bvlshr)                                                                                               \
  X(mk_bvashr)                                                                                               \
  X(mk_bvand)                                                                                                \
  X(mk_bvor)                                                                                                 \
  X(mk_bvxor)                                                                                                \
  X(mk_bvult)                                                                                                \
  X(mk_bvule)                                                                                                \
  X(mk_bvslt)                                                                                                \
  X(mk_bvsle)                                                                                                \
  X(mk_zero_ext)                                                                                             \
  X(mk_sign_ext)                                                                                             \
  X(mk_extract)                                                                                              \
  X(mk_concat)                                                                                               \
  X(mk_solver_for_logic)                                                                                     \
  X(solver_inc_ref)                                                                                          \
  X(solver_dec_ref)                                                                                          \
  X(solver_set_params)                                                                                       \
  X(solver_assert)                                                                                           \
  X(solver_check)                                                                                            \
  X(solver_get_model)                                                                                        \
  X(model_inc_ref)                                                                                           \
  X(model_dec_ref)                                                                                           \
  X(model_eval)                                                                                              \
  X(get_numeral_uint64)                                                                                      \
  X(is_numeral_ast)                                                                                          \
  X(mk_int_sort)                                                                                             \
  X(mk_bool_sort)                                                                                            \
  X(mk_int)                                                                                                  \
  X(mk_lt)                                                                                                   \
  X(mk_le)                                                                                                   \
  X(get_numeral_int64)                                                                                       \
  X(is_eq_ast)

struct omen_z3_api {
#define X(name) __typeof__(&Z3_##name) name;
  OMEN_Z3_FUNCTIONS(X)
#undef X
};
/* NULL: it cannot be loaded. Loaded once, and for good. */
const struct omen_z3_api *omen_z3_load(struct omen_err *err);
#endif
