// Heaps and profiles that are written and read back.
#include "files.hpp"
#include "check.hpp"
#include "definitions.hpp"

#include <set>

using namespace oracle;

namespace {

/// The heap described by the .graph file. Weak edges keep nothing alive. Without roots, the roots are the
/// nodes that no other node refers to.
test::Shape meant(Case const& c) {
    test::Shape shape{"", std::vector<Numbers>(at(c.nodes)), {}};
    std::set<int> referred;
    for (std::size_t e = 0; e != c.edges.size(); ++e) {
        auto const& [from, to] = c.edges[e];
        if (to == null) continue;
        if (from != to) referred.insert(to);
        if (!is_weak(e)) shape.children[at(from)].push_back(to);
    }
    for (int const root : c.roots)
        if (root != null) shape.roots.push_back(root);
    if (shape.roots.empty())
        for (int n = 0; n != c.nodes; ++n)
            if (!referred.contains(n)) shape.roots.push_back(n);
    return shape;
}

}  // namespace

TEST_CASE("oracle: heaps as .graph files, profiles as .hp files and eventlogs", "[property]") {
    hold(
        "files.hpp", "files", "stories and files", {1'000, 50'000},
        [](auto& dice, int size) { return random_story(dice, 2 + size / 6, 2 + size / 6); },
        [](Checks& checks, Case const& c) {
            auto const dominates = test::dominated(meant(c));
            Amounts retained(at(c.nodes));
            for (int d = 0; d != c.nodes; ++d)
                for (int n = 0; n != c.nodes; ++n)
                    if (dominates[at(d)][at(n)])
                        retained[at(d)] += Amount{static_cast<std::uint64_t>(c.bytes_of(n)), 1};
            if (c.nodes != 0) ORACLE_SAME(checks, retained, retained_in_file(c));  // an empty file is refused
            Lines const written = by_type(c);
            ORACLE_SAME(checks, written, by_type_in_hp(c));
            ORACLE_SAME(checks, written, by_type_in_eventlog(c));
        });
}
