# A program of ours on leveldb: three threads write, two read, and its own thread compacts; CMake, C++.
packages=leveldb
lines="leveldb/db/*.cc leveldb/db/*.h leveldb/table/*.cc leveldb/table/*.h leveldb/util/*.cc leveldb/util/*.h leveldb/port/*.h leveldb_threads.cpp"
large=yes
build() {
  CC="$CC" CXX="$CXX" cmake -S "$src/leveldb" -B . -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF \
    -DHAVE_SNAPPY=OFF -DHAVE_CRC32C=OFF -DHAVE_TCMALLOC=OFF -DCMAKE_BUILD_TYPE=RelWithDebInfo
  make -s leveldb
  $CXX -g -O2 -pthread -I"$src/leveldb/include" "$here/leveldb_threads.cpp" libleveldb.a -o leveldb_threads
}
prepare() { rm -rf db; }
command='$build/leveldb_threads $((100 * scale)) db'
