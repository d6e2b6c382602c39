# memcached with a libevent that is instrumented, too, as a shared library of its own.
. "$here/memcached.sh"
packages="memcached libevent"
needs=""
lines="memcached/*.[ch] libevent/*.[ch]"
libs=libevent/lib
build() {
  mkdir -p build-libevent build-memcached
  (cd build-libevent && "$src/libevent/configure" -q CC="$CC" CFLAGS="-O2 -g" --disable-openssl --disable-samples \
    --disable-libevent-regress --disable-static --prefix="$build/libevent" &&
    make -s install ACLOCAL=: AUTOMAKE=: AUTOCONF=: AUTOHEADER=:) # Debian's patches are newer than what was made of the sources
  cd build-memcached
  "$src/memcached/configure" -q CC="$CC" CFLAGS="-O2 -g" --with-libevent="$build/libevent"
  make -s memcached
}
command='$build/build-memcached/memcached -A -u $(id -un) -l 127.0.0.1 -p $port -t ${threads:-4} -m 16'
# libevent's own: every event_assign sets it to 1.
races="$races
event_debug_mode_too_late
"
