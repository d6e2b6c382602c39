/* The recorded run that a command line asks for, and what the command says when there is none: for run,
 * triage, campaigns and explore. */
#ifndef OMEN_CLI_RECORD_OPTIONS_H
#define OMEN_CLI_RECORD_OPTIONS_H
#include "cli/options.h"
#include "triage/record.h"

/* The memory models that were asked for (--memory): their number, at least 1; the i-th. */
uint32_t omen_memory_options(const struct omen_options *o);
enum omen_memory omen_memory_option(const struct omen_options *o, uint32_t i);
/* Fills the request from the options. It borrows from them and owns its lists:
 * omen_record_options_release. */
void omen_record_options(struct omen_record_request *q, const struct omen_options *o, char **program);
void omen_record_options_release(struct omen_record_request *q);
/* Dies unless the model of --memory, if one is asked for, is the recording's. What loads saw is part of the
 * run, and so are the choices that plans and evidence name. */
void omen_need_memory(const struct omen_recording *r, const struct omen_options *o);
/* What `omen run` ends with when there is no recording. */
int omen_record_exit(enum omen_recorded end);
/* omen_record_apart for the run that a command begins with, exact and without a word but what went wrong.
 * True: there is a recording. */
/* The symbolic variant is made now, if it is not there, and that is told: it takes a while, and no budget
 * counts it. */
void omen_prepare_symbolic(const char *program, bool quiet);
bool omen_record_first(const struct omen_options *o, const char *dir, char **program,
                       struct omen_suppressions *suppressions, struct omen_record_result *result);
/* Its parts: the request, as of omen_record_options; and what went wrong, said. */
void omen_record_first_options(struct omen_record_request *q, const struct omen_options *o, const char *dir,
                               char **program, struct omen_suppressions *suppressions);
void omen_record_first_say(bool made, const struct omen_record_result *result, const struct omen_err *err);
#endif
