// expect: trav: Parallel touches nodes from several threads, which this store does not allow; use InNode,
//     Dense, HeaderWord or Partitioned<Store>
// lines: 21
#include "parallel.hpp"

int main() {
    Obj root{};
    SplitCount policy;
    trav::Hashed<Obj*> store;
    trav::traverse<trav::Parallel<2>>(Heap{}, std::vector{&root}, policy, store);
}
