# libmicrohttpd's example with a pool of threads on epoll, a request a connection.
. "$here/microhttpd.sh"
uses=microhttpd
command='$build/src/examples/.libs/benchmark $port'
client=http
races='
daemon->shutdown output
daemon->worker_pool[i].shutdown
*->data_already_pending
'
