/* Compiled without Omen. */
extern int plain_seen;
int plain_reads(const char *s);
int plain_global_reads(void);
int plain_deep(void *o);
int plain_reads(const char *s) { return *s - 'a'; }
int plain_global_reads(void) { return plain_seen; }
int plain_deep(void *o) { return **(char **)((char *)o + 40) - 'a'; }
