// expect: trav: Objects<...> lists a class that is only declared here: include its definition
#include <trav/graph/objects.hpp>

struct Hidden;

int main() { trav::Objects<Hidden> heap; }
