# SQLite's shell, with helper threads for sorting: autotools, all of SQLite in one file.
packages="sqlite3"
needs="tcl zlib1g-dev"
lines="sqlite3/src/*.[ch]"
build() {
  "$src/sqlite3/configure" -q CC="$CC" CFLAGS="-O2 -g" --disable-tcl --disable-readline --disable-shared
  make -s sqlite3 libsqlite3.la
  $CC -O2 -g -I. "$here/sqlite_threads.c" .libs/libsqlite3.a -lm -lz -lpthread -o sqlite_threads
}
prepare() {
  rm -f db*
  cat >script <<END
PRAGMA threads=4;
PRAGMA cache_size=50;
CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<$((30000 * scale)))
  INSERT INTO t SELECT i, printf('row %d of a table that is long enough to be sorted in parts', i*7919%30011), i*1.5 FROM n;
CREATE INDEX tb ON t(b);
SELECT count(*), sum(c), min(b), max(b) FROM t;
SELECT b FROM t ORDER BY c*7 LIMIT 3;
PRAGMA integrity_check;
END
}
command='$build/sqlite3 db'
input=script
# Narrowed by the main thread with every row, read by a sorting thread that chooses how to compare: what it finds fits its rows.
# bDone: set by a sorting thread at its end, looked at by the main thread to choose whom to wait for; the source says that an old value
# does no harm.
races='
pSorter->typeMask
pTask->bDone
'
