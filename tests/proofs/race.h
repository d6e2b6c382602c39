/* The race of every probe, and main: after the ways, with WAYS the list of them. See probes.c. */
static const struct {
  const char *name;
  int (*way)(const char *);
} ways[] = {
#define WAY(name) {#name, name},
#include WAYS
};
#ifdef WAYS_HAVE_O
static int g, n;
#else
static int g, n, o;
#endif
static int (*late)(const char *), (*out)(const char *);
static const char *given;
static void *writer(void *p) {
  g = 1;
  return p;
}
static void *reader(void *p) {
  if (late)
    o = g ? late(given) : 0;
  else
    o = g * n;
  return p;
}
/* `late_NAME` is gone by the reader, in one order only; `out_NAME` is how the number gets out. */
static int has(const char *name, const char *prefix) { return !strncmp(name, prefix, strlen(prefix)); }
static int go(int (*way)(const char *), const char *name, const char *s) {
  if (has(name, "out_")) out = way;
  if (has(name, "out_")) return s[0] - 'a';
  if (!has(name, "late_") && !has(name, "in_late_")) return way(s);
  late = way;
  return getenv("PROBE_TELL") ? way(s) : 0;
}
int main(int argc, char **argv) {
  const char *name = getenv("PROBE_WAY"), *s = getenv("PROBE_IN");
  pthread_t t[2];
  if (!s && argc < 2 && name && strncmp(name, "in_", 3) && strncmp(name, "env_", 4)) return 0; /* no race on that path */
  if (!s) s = argc > 1 ? argv[1] : "";
  given = s;
  for (size_t i = 0; name && i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(ways[i].name, name)) n = go(ways[i].way, name, s);
  if (getenv("PROBE_TELL")) return n != 0;
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  if (out) return out(s);
  write(1, &o, sizeof o);
  return 0;
}
