/* Where things lie in this process before the program begins: see layout.c. */
#ifndef OMRT_LAYOUT_H
#define OMRT_LAYOUT_H

/* Takes the command's variable out of the environment (record/loaded.h): the program and its children get the
 * user's. */
void omrt_layout_environment(char **envp);
/* Recording: notes where stack, heap, program and libraries are. Replay: the same, or the replay ends here.
 */
void omrt_layout_check(char **argv);
#endif
