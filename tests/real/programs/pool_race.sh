# The same with a race: nothing but a counter of threads, which is not printed.
. "$here/pool.sh"
uses=pool
command='$build/pool input race'
races='
finished always
'
