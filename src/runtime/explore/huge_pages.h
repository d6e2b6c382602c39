/* Large programs are forked for every plan, and what a fork costs is a page table entry for each page. A
 * checkpoint has its dense memory collapsed into huge pages, of which there are 512 times fewer: a fork that
 * writes to one gets its own small page of it. Nothing of that can be seen by the program, nor in which pages
 * were touched: only ranges that were touched in full are collapsed. */
#ifndef OMRT_EXPLORE_HUGE_PAGES_H
#define OMRT_EXPLORE_HUGE_PAGES_H
void omrt_huge_pages(void); /* before a checkpoint forks; does nothing where little memory was touched */
#endif
