# zstd: plain make. Compresses in four threads; the decoder's inner loops are assembly, which runs as it is.
packages="libzstd"
lines="libzstd/lib/*/*.[ch] libzstd/programs/*.[ch]"
build() {
  cp -r "$src/libzstd" .
  make -s -C libzstd/programs CC="$CC" CFLAGS="-O2 -g" HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 ZSTD_LEGACY_SUPPORT=0 zstd-release
}
prepare() {
  [ -f input ] || text $((8000000 * scale)) >input
}
command='$build/libzstd/programs/zstd -q -f -k -T${threads:-4} -6 -B1000000 input -o output.zst'
check() {
  "$build/libzstd/programs/zstd" -dc output.zst | cmp - input
}
