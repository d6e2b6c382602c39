# civetweb, an HTTP server with a pool of threads: CMake. Its clients are curl's, four at a time, started by omen when it listens.
packages=civetweb
needs=curl
lines="civetweb/src/*.c civetweb/src/*.inl"
large=yes
build() { # its CMake files ask the compiler by one word
  CC="${CC/omen cc/omencc}" cmake -S "$src/civetweb" -B . -DCIVETWEB_BUILD_TESTING=OFF -DCIVETWEB_ENABLE_SSL=OFF -DCIVETWEB_ENABLE_ASAN=OFF \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo
  make -s
}
prepare() {
  mkdir -p "$build/served"
  text 20000 >"$build/served/text"
}
command='$build/src/civetweb -listening_ports 127.0.0.1:$port -num_threads ${threads:-4} -document_root $build/served'
visitor='for i in 1 2 3 4; do curl -s -o got$i "http://127.0.0.1:$OMEN_PORT/text?$i" & done; wait; for i in 1 2 3 4; do cmp got$i "$build/served/text" || exit 1; done'
races='
*stop_flag*
'
