/* What the programs of this folder call. Compiled natively they print what they observe; with the stub
 * runtime (stub.c) every expression is checked against the values that the code passes with it. */
#ifdef __cplusplus
extern "C" {
#endif
void input(void *at, unsigned long n); /* the next n bytes of the input now lie there */
void observe(long v);
void point(void);
#ifdef __cplusplus
}
#endif
