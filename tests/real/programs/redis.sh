# redis-server with four I/O threads and the background threads: plain make, with its own Lua and hiredis.
packages="redis"
lines="redis/src/*.[ch]"
build() {
  cp -r "$src/redis" .
  make -s -C redis/src MALLOC=libc CC="$CC" OPTIMIZATION=-O2 redis-server
}
command='$build/redis/src/redis-server --port $port --bind 127.0.0.1 --io-threads ${threads:-4} --io-threads-do-reads yes --save "" --daemonize no'
client=redis
