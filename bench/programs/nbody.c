/* Bodies that attract each other, every pair of them: forces, barrier, motion, barrier. SIZE: bodies. */
#include "bench.h"
#include <math.h>

enum { STEPS = 10 };
struct body {
  double x, y, z, vx, vy, vz, mass;
};
static struct body *body;
static long n;
static pthread_barrier_t barrier;

static void accelerate(struct body *b) {
  double ax = 0, ay = 0, az = 0;
  for (long j = 0; j < n; j++) {
    double dx = body[j].x - b->x, dy = body[j].y - b->y, dz = body[j].z - b->z;
    double d2 = dx * dx + dy * dy + dz * dz + 1e-3, f = body[j].mass / (d2 * sqrt(d2));
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  b->vx += ax * 1e-3;
  b->vy += ay * 1e-3;
  b->vz += az * 1e-3;
}

static void simulate(int id) {
  long from, to;
  share(n, id, &from, &to);
  for (int step = 0; step < STEPS; step++) {
    for (long i = from; i < to; i++) accelerate(&body[i]);
    pthread_barrier_wait(&barrier);
    for (long i = from; i < to; i++) {
      body[i].x += body[i].vx * 1e-3;
      body[i].y += body[i].vy * 1e-3;
      body[i].z += body[i].vz * 1e-3;
    }
    pthread_barrier_wait(&barrier);
  }
}

static double unit(uint64_t *seed) { return (double)(next_random(seed) >> 11) / (double)(1ull << 53); }

int main(int argc, char **argv) {
  n = arguments(argc, argv);
  body = must_alloc((size_t)n * sizeof *body);
  uint64_t seed = 3, sum = 0;
  for (long i = 0; i < n; i++)
    body[i] = (struct body){unit(&seed), unit(&seed), unit(&seed), 0, 0, 0, unit(&seed) + 0.1};
  pthread_barrier_init(&barrier, NULL, (unsigned)team_size);
  team(simulate);
  for (long i = 0; i < n; i++) sum = mix(sum, (uint64_t)(int64_t)((body[i].x + body[i].y + body[i].z) * 1e9));
  return finish(sum);
}
