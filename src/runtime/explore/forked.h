/* explore/forked.h: a process that was forked from one which is under control, and runs on by itself. */
#ifndef OMRT_EXPLORE_FORKED_H
#define OMRT_EXPLORE_FORKED_H

/* Moves a descriptor out of the range where the program's own numbers are. */
int omrt_out_of_the_way(int fd);
/* In the new process: where its outcome and outputs go, all that there is of them so far included. */
void omrt_forked_files(int outcome, int outputs);
void omrt_forked_begin(void); /* what a fork does not inherit is set up again */
#endif
