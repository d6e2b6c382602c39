# libmicrohttpd's example file server, a thread a connection: autotools, libtool, a shared library of the project's own.
packages="libmicrohttpd"
lines="libmicrohttpd/src/microhttpd/*.[ch] libmicrohttpd/src/examples/fileserver_example.c"
build() {
  "$src/libmicrohttpd/configure" -q CC="$CC" CFLAGS="-O2 -g" --disable-doc --disable-https --disable-curl --disable-nls \
    --prefix="$build/installed"
  make -s -C src/microhttpd install
  make -s -C src/examples fileserver_example benchmark
}
prepare() { echo "what is served" >f; }
libs=installed/lib
command='$build/src/examples/.libs/fileserver_example $port'
client=http-keep
races='
daemon->shutdown output
*->data_already_pending
'
