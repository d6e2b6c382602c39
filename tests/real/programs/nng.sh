# nng, a messaging library like ZeroMQ: CMake. Its own measuring program sends messages from one thread to another through its
# scheduler's threads.
packages=nng
lines="nng/src/core/*.[ch] nng/src/platform/posix/*.[ch] nng/src/sp/*.[ch] nng/src/sp/*/*/*.[ch] nng/src/tools/perf/*.c nng/src/supplemental/*/*.[ch]"
large=yes
build() {
  CC="$CC" cmake -S "$src/nng" -B . -DNNG_TESTS=ON -DNNG_ENABLE_NNGCAT=OFF -DBUILD_SHARED_LIBS=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo
  make -s inproc_thr
}
command='$build/src/tools/perf/inproc_thr 64 $((100 * scale))'
