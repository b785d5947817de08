// Dominator trees against the definition: remove an object and find the objects that are no longer reachable.
#include "dominators.hpp"
#include "check.hpp"
#include "definitions.hpp"

#include <set>

using namespace oracle;

namespace {

/// Everything that follows from the dominators.
struct Expected {
    std::vector<std::vector<bool>> dominates;
    Numbers idoms;
    Sets dominated;
    Amounts retained;
    Retained by_type{};

    explicit Expected(Case const& c)
        : dominates(test::dominated(shape_of(c))),
          idoms(test::idoms(dominates)),
          dominated(at(c.nodes)),
          retained(at(c.nodes)) {
        for (int d = 0; d != c.nodes; ++d)
            for (int n = 0; n != c.nodes; ++n)
                if (dominates[at(d)][at(n)]) {
                    dominated[at(d)].insert(std::to_string(n));
                    retained[at(d)] += amount(c, n);
                }
        for (int n = 0; n != c.nodes; ++n) {
            if (!dominates[at(n)][at(n)]) continue;  // unreachable
            by_type[type_name(c.type_of(n))].first += amount(c, n);
            std::set<int> holders;  // types of its dominators
            for (int d = 0; d != c.nodes; ++d)
                if (dominates[at(d)][at(n)]) holders.insert(c.type_of(d));
            for (int const type : holders) by_type[type_name(type)].second += amount(c, n);
        }
    }
    static Amount amount(Case const& c, int n) { return {static_cast<std::uint64_t>(c.bytes_of(n)), 1}; }
};

}  // namespace

TEST_CASE("oracle: dominators, and the retained sizes of objects and types", "[property]") {
    hold(
        "dominators.hpp", "dominators", "graphs", {8'000, 400'000},
        [](auto& dice, int size) { return random_heap(dice, 2 + size / 4); },
        [&](Checks& checks, Case const& c) {
            Expected const expected(c);
            if (checks.due(0, 2)) {
                ORACLE_SAME(checks, expected.idoms, idoms(c));
                ORACLE_SAME(checks, expected.dominated, dominated(c));
                ORACLE_SAME(checks, expected.dominated, dominated_by_question(c));
                ORACLE_SAME(checks, expected.retained, retained(c));
                ORACLE_SAME(checks, expected.by_type, retained_by_type(c));
            }
            if (checks.due(1, 2)) {
                ORACLE_SAME(checks, expected.idoms, idoms<std::uint64_t, false>(c));
                ORACLE_SAME(checks, expected.dominated, dominated<std::uint64_t, false>(c));
                ORACLE_SAME(checks, expected.retained, retained<std::uint64_t, false>(c));
                ORACLE_SAME(checks, expected.by_type, retained_by_type<std::uint64_t, false>(c));
            }
        });
}
