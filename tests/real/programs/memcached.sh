# memcached with Debian's own libevent, which runs as it is: autotools. Four workers, four connections, gets, sets, stats,
# a flush.
packages="memcached"
needs="libevent-dev"
lines="memcached/*.[ch]"
build() {
  "$src/memcached/configure" -q CC="$CC" CFLAGS="-O2 -g"
  make -s memcached
}
command='$build/memcached -A -u $(id -un) -l 127.0.0.1 -p $port -t ${threads:-4} -m 16'
client=memcached
races='
current_time output
stats_state.*
settings.oldest_live output
settings.oldest_cas output
threads[ii].*cache->total output
cache->freecurr output
cache->total output
it->*
search->it_flags
tails*->time
stop_main_loop
'
