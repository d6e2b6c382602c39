// A class with a static member before its own: what lies at its beginning is called by the name of what lies there.
// OMEN: verdict text FILL READ class single-ordering
// OMEN: verdict post PUT POLL class k-witness-harmless
#include <cstdio>
#include <thread>
class Message {
public:
  static const char *volatile last;
  const char *text = nullptr;
  long sent = 0;
};
const char *volatile Message::last;
static Message *volatile post;
int main() {
  static Message one;
  std::thread a([] {
    one.text = "hello"; // @FILL
    post = &one;        // @PUT
  });
  std::thread b([] {
    Message *m;
    while (!(m = post)) // @POLL
      std::this_thread::yield();
    std::puts(m->text); // @READ
  });
  a.join();
  b.join();
}
