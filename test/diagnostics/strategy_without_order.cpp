// expect: trav: a strategy needs 'static constexpr bool last_root_first': which of several waiting roots is
//     visited first
// lines: 16
#include "half_a_strategy.hpp"

struct Orderless {
    static constexpr bool returns = false;
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Orderless>(Heap{}, std::vector{&root}, policy);
}
