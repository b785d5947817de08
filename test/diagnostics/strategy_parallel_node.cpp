// expect: trav: Parallel divides nodes by address or number: a graph's node must be a pointer,
//     an integer, or a struct with an address
// lines: 21
#include "parallel.hpp"

int main() {
    Obj root{};
    SplitCount policy;
    trav::traverse<trav::Parallel<2>>(Names{}, std::vector{std::string("a")}, policy);
}
