/* The TREE filter: accesses that can be left out of an analysis without losing a pair of locations (TREE
 * thesis, chapter 3). Two accesses of the same variable, location and class are equivalent when the same
 * locks are held (for engines that ask for locks) and the same events of other threads are before and after
 * them; one a thread, and two threads, are enough.
 *
 * The thesis takes a thread's context to be its locks and the messages it sent and received, and drops at
 * once. That loses pairs: under an order in which locks or accesses order too, and whenever a thread that was
 * kept is joined before one that was dropped. Here
 *   - the context follows the order of the engine that is to be served: what hands over time, ends a thread's
 * epoch;
 *   - a further access of the thread in the same epoch goes, whatever it learnt meanwhile;
 *   - an access of a third thread is only set aside. When one of the two kept ones hands its time over, so
 * that some thread may know the kept access and not the one set aside, another one takes its place, or all
 * come back. So the whole trace is looked at before it is known which accesses go: the filter is a pass of
 * its own.
 *
 * For Eraser (no order) the context is the set of locks and the variable's state: exclusive, shared, or
 * without candidate locks. */
#ifndef OMEN_DETECT_TREE_H
#define OMEN_DETECT_TREE_H
#include "detect/engine.h"

struct omen_tree;
/* For engines of such an order. `span`: also drop what the thread did to the variable in the same epoch at
 * ANY other location; this keeps each variable's first race but loses pairs. */
struct omen_tree *omen_tree_new(enum omen_orders orders, bool locks, bool span);
void omen_tree_free(struct omen_tree *f);
/* All events in order, from the first. */
void omen_tree_run(struct omen_tree *f, const struct omen_batch *b);
/* After the whole trace: a byte for each of the n events from number `first` on, 1: leave out. */
void omen_tree_drops(const struct omen_tree *f, uint64_t first, size_t n, uint8_t *out);
uint64_t omen_tree_removed(const struct omen_tree *f);
#endif
