# pbzip2 as a Debian package (dpkg-buildpackage: hardening, stripped), with Debian's own libbz2, which runs as it is.
packages=pbzip2
needs="debhelper fakeroot libbz2-dev"
lines="pbzip2/*.cpp pbzip2/*.h"
build() {
  cp -r "$src/pbzip2" package
  (cd package && CC=${CC/omen cc/omencc} CXX=${CXX/omen c++/omenc++} DEB_CXXFLAGS_APPEND="-gdwarf-4 -std=gnu++98" DEB_BUILD_OPTIONS=parallel=2 dpkg-buildpackage -us -uc -b -d)
  dpkg-deb -x pbzip2_*.deb root
}
prepare() {
  [ -f input ] || text $((1500000 * scale)) >input
  rm -f input.bz2
}
command='$build/root/usr/bin/pbzip2 -k -p${threads:-4} -1 -b2 input'
check() {
  bzip2 -dc input.bz2 | cmp - input
}
