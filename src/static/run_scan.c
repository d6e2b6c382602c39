/* See run_scan.h. */
#include "static/run_scan.h"
#include "build/driver.h"
#include "build/variant.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int run_tool(const struct omen_scan_request *q, const char *folder, const struct omen_args *files,
                    struct omen_buf *out, struct omen_err *err) {
  char *home = omen_tool_home(err), *result = omen_format("%s/scan.json", folder);
  struct omen_args a = {0};
  struct omen_buf said = {0}, errors = {0};
  int bad = home ? 0 : -1;
  omen_args_addf(&a, "%s/scan", home ? home : "");
  omen_args_add(&a, result);
  if (q->locks_only) omen_args_add(&a, "locks-only");
  if (q->most) {
    omen_args_add(&a, "most");
    omen_args_addf(&a, "%zu", q->most);
  }
  if (q->reached) {
    omen_args_add(&a, "reached");
    omen_args_add(&a, q->reached);
  }
  omen_args_add(&a, "names");
  omen_args_addf(&a, "%s/names", folder);
  omen_args_add(&a, "--");
  for (size_t i = 0; i < files->n; i++) omen_args_add(&a, files->v[i]);
  if (!bad) bad = omen_tool_run(a.v, &said, &errors, err);
  if (getenv("OMEN_SCAN_STAGES") && errors.len) fputs(errors.data, stderr);
  if (bad > 0) {
    const char *s = errors.len ? errors.data : "the analysis failed";
    if (!strncmp(s, "omen: ", 6)) s += 6;
    bad = omen_fail(err, "%s: %.*s", q->program, (int)strcspn(s, "\n"), s);
  }
  if (!bad) bad = omen_file_read(result, out, err);
  omen_args_release(&a);
  omen_buf_release(&said);
  omen_buf_release(&errors);
  free(home);
  free(result);
  return bad;
}

int omen_scan_run(const struct omen_scan_request *q, struct omen_buf *out, char **notes,
                  struct omen_err *err) {
  const char *tmp = getenv("TMPDIR");
  char *folder = omen_format("%s/omen-scan-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  struct omen_args files = {0};
  *notes = NULL;
  if (!mkdtemp(folder)) {
    omen_fail(err, "cannot make a folder %s: %s", folder, strerror(errno));
    free(folder);
    return OMEN_EXIT_RUN_FAILED;
  }
  int code = omen_variant_modules(q->program, folder, &files, notes, err);
  for (size_t i = 0; !code && i < q->nwith; i++)
    if (omen_library_module(q->with[i], folder, &files, err)) code = OMEN_EXIT_RUN_CANNOT;
  if (!code && run_tool(q, folder, &files, out, err)) code = OMEN_EXIT_RUN_FAILED;
  omen_rmtree(folder);
  omen_args_release(&files);
  free(folder);
  return code;
}
