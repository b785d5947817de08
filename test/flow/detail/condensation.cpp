// test/flow/detail/components.cpp: compares Components with the definition: two places are in the same
// component if each reaches the other.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/detail/condensation.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace test;

namespace {

using Place = std::uint32_t;

struct Rows {
    std::vector<Place> begins{0};
    std::vector<Place> children{};
    explicit Rows(Shape const& shape) {
        for (auto const& row : shape.children) {
            for (int const child : row)
                if (child >= 0) children.push_back(static_cast<Place>(child));
            begins.push_back(static_cast<Place>(children.size()));
        }
    }
};

/// The nodes that each node reaches, including itself, on paths without left-out nodes.
std::vector<std::vector<bool>> reach(Shape const& shape, std::vector<bool> const& left_out) {
    Shape kept = shape;
    for (std::size_t n = 0; n != kept.children.size(); ++n)
        for (int& child : kept.children[n])
            if (left_out[n] || (child >= 0 && left_out[static_cast<std::size_t>(child)])) child = -1;
    std::vector<std::vector<bool>> reached;
    for (int n = 0; n != kept.size(); ++n) {
        kept.roots = {n};
        reached.push_back(closure(kept));
    }
    return reached;
}

}  // namespace

TEST_CASE("components: members reach each other, and children's components come first", "[property]") {
    std::uint32_t seed = 0;
    trav::detail::Components<std::uint32_t> components;  // reused, like in the solvers
    for_random_graphs(31, 4, 40, [&](Shape const& shape) {
        RandomGraphs random(++seed);
        auto const size = static_cast<std::size_t>(shape.size());
        std::vector<bool> left_out(size);
        if (seed % 2 == 0)
            for (std::size_t n = 0; n != size; ++n) left_out[n] = random.below(4) == 0;
        auto const reached = reach(shape, left_out);
        Rows const rows(shape);
        components.find(rows.begins, rows.children, [&](Place place) { return left_out[place]; });

        INFO(shape.name);
        std::vector<std::size_t> component_of(size, size);  // none
        std::size_t members = 0;
        for (std::size_t i = 0; i != components.count(); ++i)
            for (Place const place : components[i]) {
                REQUIRE(component_of[place] == size);
                component_of[place] = i;
                CHECK(components.members()[members++] == place);
            }
        for (std::size_t a = 0; a != size; ++a) {
            CHECK((component_of[a] == size) == left_out[a]);
            if (left_out[a]) continue;
            for (std::size_t b = 0; b != size; ++b) {
                if (left_out[b]) continue;
                bool const together = reached[a][b] && reached[b][a];
                CHECK((component_of[a] == component_of[b]) == together);
                CHECK(components.same(static_cast<Place>(a), static_cast<Place>(b)) == together);
                if (reached[a][b]) CHECK(component_of[a] >= component_of[b]);
            }
        }
    });
}

TEST_CASE("components: a path of a million nodes needs no recursion", "[unit]") {
    std::size_t const n = 1'000'000;
    std::vector<Place> begins;
    std::vector<Place> children;
    for (std::size_t i = 0; i != n; ++i) {
        begins.push_back(static_cast<Place>(i));
        children.push_back(static_cast<Place>(i + 1 == n ? n / 2 : i + 1));  // the second half is a cycle
    }
    begins.push_back(n);
    trav::detail::Components<std::uint32_t> components;
    components.find(begins, children, [](Place) { return false; });
    CHECK(components.count() == n / 2 + 1);
    CHECK(components[0].size() == n / 2);
}
