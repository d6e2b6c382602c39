# A program of ours with OpenMP of every kind, and libomp as Debian has it: not instrumented. Correct: no race.
packages="deb:libomp5-19 deb:libomp-19-dev"
lines="openmp.c"
build() {
  lib=$src/deb/usr/lib/llvm-19/lib
  $CC -O1 -g -fopenmp -L"$lib" -Wl,-rpath,"$lib" "$here/openmp.c" -o openmp
}
command='$build/openmp'
