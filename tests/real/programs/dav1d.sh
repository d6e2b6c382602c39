# dav1d, an AV1 decoder: Meson, a shared library of the project's own, C11 atomics; without its assembly. Decodes in four threads.
packages="dav1d deb:svt-av1 deb:libsvtav1enc1"
needs=meson
lines="dav1d/src/*.[ch] dav1d/tools/*.[ch] dav1d/tools/*/*.[ch]"
build() {
  meson setup . "$src/dav1d" -Denable_asm=false -Denable_tests=false --buildtype=debugoptimized -Db_lundef=false
  ninja
}
prepare() {
  [ -f input.ivf ] || picture $((24 * scale)) >input.y4m
  [ -f input.ivf ] || LD_LIBRARY_PATH="$src/deb/usr/lib/x86_64-linux-gnu" "$src/deb/usr/bin/SvtAv1EncApp" -i input.y4m -b input.ivf --preset 8 --tile-columns 1 --tile-rows 1
  [ -f wanted ] || $build/tools/dav1d -q -i input.ivf -o wanted --muxer md5 --threads 1
  rm -f sum
}
command='$build/tools/dav1d -q -i input.ivf -o sum --muxer md5 --threads ${threads:-4}'
check() {
  cmp sum wanted
}
