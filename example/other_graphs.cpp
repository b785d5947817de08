// Existing graphs: a Boost graph, the arrays of a sparse matrix, a function. One policy walks all of them.
#include <trav/engine.hpp>
#include <trav/graph/bgl.hpp>
#include <trav/graph/checked_csr.hpp>

#include <boost/graph/adjacency_list.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

/// The largest distance from a root.
struct Eccentricity {
    using inherited = int;
    int distance = 0;
    static constexpr bool once = true;
    void visit(auto& here) {
        distance = here.inherited > distance ? here.inherited : distance;
        here.to_children = here.inherited + 1;
    }
};

int main() {
    // 0 -> 1 -> 2 -> 3, 0 -> 3
    boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> net(4);
    add_edge(0, 1, net), add_edge(1, 2, net), add_edge(2, 3, net), add_edge(0, 3, net);

    std::vector<std::uint64_t> const offsets{0, 2, 3, 4, 4};
    std::vector<std::uint32_t> const targets{1, 3, 2, 3};

    std::vector<std::vector<int>> const lists{{1, 3}, {2}, {3}, {}};
    auto const function =
        trav::graph<int>([&](int n) -> auto& { return lists[static_cast<std::size_t>(n)]; });

    std::vector<std::size_t> const roots{0};
    int const a = trav::traverse<trav::BreadthFirst>(trav::bgl(net), roots, Eccentricity{}).distance;
    int const b = trav::traverse<trav::BreadthFirst>(trav::checked(trav::Csr(offsets, targets)),
                                                     std::vector{0u}, Eccentricity{})
                      .distance;
    int const c = trav::traverse<trav::BreadthFirst>(function, std::vector{0}, Eccentricity{}).distance;
    std::cout << "as far as it goes: " << a << ' ' << b << ' ' << c << '\n';

    try {
        std::vector<std::uint32_t> const bad{1, 3, 2, 4};
        trav::checked(trav::Csr(offsets, bad));
        return 1;
    } catch (trav::BadCsr const& error) { std::cout << error.what() << '\n'; }
    return a == 2 && b == 2 && c == 2 ? 0 : 1;
}
