/* The checks of include/omen.h. */
#include "runtime/abi.h"
#include "runtime/defect.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"

OMEN_API int __omen_checked(int failed, const char *expression, const char *message, const char *file,
                            int line);

OMEN_API int __omen_checked(int failed, const char *expression, const char *message, const char *file,
                            int line) {
  if (!failed || !omrt_on) return 0;
  char says[1024];
  int n = omrt_fmt(says, sizeof says, "%s is false", expression);
  if (*message && n < (int)sizeof says - 3) omrt_fmt(says + n, sizeof says - (size_t)n, ": %s", message);
  for (char *p = says; *p; p++)
    if ((unsigned char)*p < ' ') *p = ' '; /* one line of the outcome */
  omrt_defect(&(struct omrt_defect){
      .kind = OMEN_DEFECT_CHECK, .site = OMEN_SITE_HEAP, .frame = __builtin_frame_address(0), .says = says});
  return 1;
}
