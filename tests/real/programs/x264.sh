# x264, a video encoder: a configure script of its own, all in one program, for both depths of pixels; without its assembly. Encodes
# in four threads.
packages="x264"
lines="x264/*.[ch] x264/common/*.[ch] x264/encoder/*.[ch] x264/filters/*.[ch] x264/filters/*/*.[ch] x264/input/*.[ch] x264/output/*.[ch]"
large=yes
build() {
  CC="$CC" "$src/x264/configure" --disable-asm --disable-opencl --disable-avs --disable-lavf --disable-swscale --disable-ffms \
    --disable-gpac --disable-lsmash
  make -s x264
}
prepare() {
  [ -f input.y4m ] || picture $((8 * scale)) >input.y4m
  rm -f film.264
}
command='$build/x264 --quiet --no-progress --preset veryfast --threads ${threads:-4} --lookahead-threads 1 -o film.264 input.y4m'
check() { [ -s film.264 ]; }
# thread_sync_context copies a whole context, of which the encoder's next thread takes what it needs; the thread that it belongs to is
# still at its frame. Everything in there races, by name the members that the thread writes.
races='
thread_prev->*
h->mb*
h->sh*
h->stat*
cb*
level*
'
