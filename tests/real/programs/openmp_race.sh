# The same with a race: what is known of libomp's order must not hide it.
. "$here/openmp.sh"
uses=openmp
command='$build/openmp race'
races='
unguarded always
'
