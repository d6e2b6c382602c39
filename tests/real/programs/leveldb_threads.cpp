// leveldb_threads N DIR: three threads write N records each, two read what is there; then all of it is looked through. The write
// buffer is small, so that leveldb's own thread compacts meanwhile.
#include <cstdio>
#include <cstdlib>
#include <leveldb/db.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

static void fail(const leveldb::Status &s) {
  std::fprintf(stderr, "%s\n", s.ToString().c_str());
  std::exit(1);
}

static std::string value(int writer, int i) { return std::string(400, char('a' + writer)) + std::to_string(i); }

static void write(leveldb::DB *db, int writer, int n) {
  for (int i = 0; i < n; i++) {
    leveldb::Status s = db->Put({}, std::to_string(writer) + "/" + std::to_string(i), value(writer, i));
    if (!s.ok()) fail(s);
  }
}

static void read(leveldb::DB *db, int writer, int n) {
  std::string got;
  for (int i = 0; i < n; i++) {
    leveldb::Status s = db->Get({}, std::to_string(writer) + "/" + std::to_string(i), &got);
    if (!s.ok() && !s.IsNotFound()) fail(s);
    if (s.ok() && got != value(writer, i)) std::abort();
  }
}

int main(int argc, char **argv) {
  int n = std::atoi(argc > 1 ? argv[1] : "100"), found = 0;
  leveldb::Options how;
  how.create_if_missing = true;
  how.write_buffer_size = 1 << 16; // the least it takes
  leveldb::DB *db;
  leveldb::Status s = leveldb::DB::Open(how, argc > 2 ? argv[2] : "db", &db);
  if (!s.ok()) fail(s);
  std::vector<std::thread> threads;
  for (int w = 0; w < 3; w++) threads.emplace_back(write, db, w, n);
  for (int w = 0; w < 2; w++) threads.emplace_back(read, db, w, n);
  for (auto &t : threads) t.join();
  std::unique_ptr<leveldb::Iterator> all(db->NewIterator({}));
  for (all->SeekToFirst(); all->Valid(); all->Next()) found++;
  all.reset();
  delete db;
  std::printf("%d records\n", found);
  return found == 3 * n ? 0 : 1;
}
