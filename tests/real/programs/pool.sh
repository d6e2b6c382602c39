# A C++ program of ours with a pool of threads: futures, packaged tasks, a shared lock, the standard library's templates.
lines="pool.cpp"
build() { $CXX -std=c++20 -O2 -g -pthread "$here/pool.cpp" -o pool; }
prepare() { [ -f input ] || text $((1000000 * scale)) >input; }
command='$build/pool input'
