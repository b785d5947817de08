// expect: trav: a graph needs 'auto children(node) const'
// lines: 15
#include <trav/view/postorder.hpp>

#include <vector>

struct Heap {
    using node = int;
};

int main() { trav::views::postorder(Heap{}, std::vector{1}); }
