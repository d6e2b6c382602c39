# The same with a rollback journal.
. "$here/sqlite.sh"
uses=sqlite
input=""
prepare() { rm -f db*; }
command='$build/sqlite_threads db delete ${threads:-3} $((12 * scale))'
races=""
