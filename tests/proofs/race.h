/* The race of every probe, and main: after the ways, with WAYS the list of them. See probes.c. */
static const struct {
  const char *name;
  int (*way)(const char *);
} ways[] = {
#define WAY(name) {#name, name},
#include WAYS
};
static int g, n, o;
static void *writer(void *p) {
  g = 1;
  return p;
}
static void *reader(void *p) {
  o = g * n;
  return p;
}
int main(int argc, char **argv) {
  const char *name = getenv("PROBE_WAY"), *s = getenv("PROBE_IN");
  pthread_t t[2];
  if (!s && argc < 2 && name && strncmp(name, "in_", 3) && strncmp(name, "env_", 4)) return 0; /* no race on that path */
  if (!s) s = argc > 1 ? argv[1] : "";
  for (size_t i = 0; name && i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(ways[i].name, name)) n = ways[i].way(s);
  if (getenv("PROBE_TELL")) return n != 0;
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  write(1, &o, sizeof o);
  return 0;
}
