// expect: trav: Counted cannot count the arrivals in the threads of Parallel: count with Counted<Prefetch<>>,
//     which visits the same
// lines: 21
#include "parallel.hpp"

int main() {
    Obj root{};
    SplitCount policy;
    trav::traverse<trav::Counted<trav::Parallel<2>>>(Heap{}, std::vector{&root}, policy);
}
