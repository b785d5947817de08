// expect: trav: a graph needs a member type 'node', the handle of one object: write 'using node = Obj*;'
// lines: 25
#include <trav/profile/profiler.hpp>

struct Heap {};

int main() { trav::Profiler profiler{Heap{}}; }
