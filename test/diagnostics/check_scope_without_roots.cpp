// expect: trav: in(heap, ...) and from(heap, ...) need a variable to begin at
// lines: 11
#include <trav/check/scope.hpp>

int main() { trav::in(trav::Objects<>()); }
