# xz: autotools, liblzma as a shared library of the project's own. Compresses in four threads.
packages="xz-utils"
lines="xz-utils/src/*/*.[ch] xz-utils/src/liblzma/*/*.[ch]"
build() {
  "$src/xz-utils/configure" -q CC="$CC" CFLAGS="-O2 -g" --disable-nls --disable-doc --disable-scripts \
    --disable-lzmadec --disable-lzmainfo --prefix="$build/installed"
  make -s
  make -s install
}
prepare() {
  [ -f input ] || text $((3000000 * scale)) >input
  rm -f input.xz
}
command='$build/installed/bin/xz -k -T${threads:-4} -1 --block-size=400000 input'
check() {
  xz -dc input.xz | cmp - input
}
