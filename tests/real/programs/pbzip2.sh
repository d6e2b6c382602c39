# pbzip2 with its libbz2, both instrumented: plain make. Compresses and decompresses a file.
packages="pbzip2 bzip2"
lines="pbzip2/*.cpp pbzip2/*.h bzip2/blocksort.c bzip2/bzlib.c bzip2/*compress.c bzip2/crctable.c bzip2/huffman.c"
build() {
  cp -r "$src/pbzip2" "$src/bzip2" .
  make -C bzip2 CC="$CC" CFLAGS="-O2 -g -D_FILE_OFFSET_BITS=64" libbz2.a
  make -C pbzip2 CXX="$CXX" CXXFLAGS="-O2 -g -std=gnu++98 -I../bzip2" LDFLAGS=-L../bzip2
}
prepare() {
  [ -f input ] || text $((1500000 * scale)) >input
  rm -f input.bz2
}
command='$build/pbzip2/pbzip2 -k -p${threads:-4} -1 -b2 input'
check() {
  bzip2 -dc input.bz2 | cmp - input
}
