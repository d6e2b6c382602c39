# A program of ours on SQLite: threads with connections of their own and a shared one, write-ahead log.
. "$here/sqlite.sh"
uses=sqlite
input=""
prepare() { rm -f db*; }
command='$build/sqlite_threads db wal ${threads:-3} $((12 * scale))'
# The header of the shared index is read without a lock, twice, and compared: the comment there knows of ThreadSanitizer. Who
# reads it earlier begins with an older snapshot and commits later: the log on disk has the same transactions in another order.
races='
*aHdr* output
memcmp((void*walIndexHdr* output
*walIndexHdr* output
'
