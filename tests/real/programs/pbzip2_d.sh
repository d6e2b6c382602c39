# pbzip2 decompressing: the program of pbzip2.sh, on a file of many streams.
. "$here/pbzip2.sh"
uses=pbzip2
prepare() {
  [ -f input.bz2 ] || { text $((1500000 * scale)) >input; "$build/pbzip2/pbzip2" -k -p${threads:-4} -1 -b2 input; }
  rm -f output
}
command='$build/pbzip2/pbzip2 -d -k -f -p${threads:-4} input.bz2'
check() {
  text $((1500000 * scale)) | cmp - input
}
