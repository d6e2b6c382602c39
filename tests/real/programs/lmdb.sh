# A program of ours on LMDB: two threads write, two read; plain make. The database is mapped to be read, and written by pwrite.
packages=lmdb
lines="lmdb/libraries/liblmdb/*.[ch] lmdb_threads.c"
build() {
  cp -r "$src/lmdb/libraries/liblmdb" lib
  make -C lib CC="$CC" XCFLAGS=-Wno-everything liblmdb.a
  $CC -g -O2 -pthread -Ilib "$here/lmdb_threads.c" lib/liblmdb.a -o lmdb_threads
}
prepare() { rm -f db*; }
command='$build/lmdb_threads $((20 * scale)) db'
# The table of readers and the number of the last transaction are read without a lock, and are volatile; the flags of the
# writer's transaction are looked at before its lock is taken.
races='
*mtb_numreaders
*mtb_txnid
*mti_txnid*
*mti_numreaders*
*mr_pid*
*mrb_*
*mr_txnid*
*mr_tid*
*mt_flags*
*me_live_reader*
*me_close_readers*
'
