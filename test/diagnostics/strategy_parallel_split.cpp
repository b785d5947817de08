// expect: trav: Parallel gives each thread a policy of its own: the policy needs 'P split() const', which has
//     found nothing, and 'void merge(P&& part)'
// lines: 21
#include "parallel.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<trav::Parallel<2>>(Heap{}, std::vector{&root}, policy);
}
