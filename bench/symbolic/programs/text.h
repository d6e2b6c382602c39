// Helpers of the programs: each reads a text from standard input, works on it N times (argument 1), and prints a number.
#ifndef OMEN_BENCH_TEXT_H
#define OMEN_BENCH_TEXT_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char text[4097];
static size_t length;
static uint32_t work(void); // of the program

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 1;
  for (ssize_t n; length < sizeof text - 1 && (n = read(0, text + length, sizeof text - 1 - length)) > 0;)
    length += (size_t)n;
  uint32_t (*volatile again)(void) = work; // so that it is not done once for all
  uint32_t sum = 0;
  for (long i = 0; i < rounds; i++) sum = sum * 31 + again();
  printf("%u\n", sum);
  return 0;
}
#endif
