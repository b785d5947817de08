// expect: trav: what solves a flow refers to the graph: give the graph a name first
// lines: 15
#include <trav/flow/solve.hpp>

#include <vector>

struct Numbers {
    using node = unsigned;
    std::vector<node> next;
    std::vector<node> const& children(node) const { return next; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return next.size(); }
};
struct Masks {
    using value = int;
    int join(int a, int b) { return a | b; }
};

int main() {
    Masks masks;
    auto const found = trav::solve(Numbers{{0}}, std::vector{trav::Source<unsigned, int>{0, 1}}, masks);
}
