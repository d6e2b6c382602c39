/* Compiled without Omen. */
extern int plain_seen;
int plain_reads(const char *s);
int plain_global_reads(void);
int plain_deep(void *o);
int plain_reads(const char *s) { return *s - 'a'; }
int plain_global_reads(void) { return plain_seen; }
int plain_deep(void *o) { return **(char **)((char *)o + 40) - 'a'; }
char *getenv(const char *name);
int plain_env(void);
int plain_env(void) { return getenv("PROBE_IN") ? *getenv("PROBE_IN") - 'a' : 0; }
