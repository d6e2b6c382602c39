// note, and what the linker puts in its place.
void __real_note(int *p);
void __wrap_note(int *p) {
  ++*p;
  __real_note(p);
}
void note(int *p) { (void)p; }
