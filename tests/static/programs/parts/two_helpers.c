void helper(int *p) { ++*p; }
void lib_work(int *p) { helper(p); }
