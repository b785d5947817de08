// expect: trav: same_strings(dump) needs a dump that has for_each_string(f), f(DumpString)
// lines: 12
#include <trav/dump/graph/edge_list.hpp>
#include <trav/dump/strings.hpp>

int main() { trav::dump::same_strings(trav::dump::EdgeList()); }
