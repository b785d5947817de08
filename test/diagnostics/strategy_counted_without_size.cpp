// expect: trav: Counted needs 'std::size_t size() const' of the strategy's Walker: how many arrivals or
//     frames wait
// lines: 21
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<trav::Counted<Half<Push, Idle, Step, Clear, Total>>>(Heap{}, std::vector{&root}, policy);
}
