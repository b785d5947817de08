// Traversals against the definitions of reachability and distance.
#include "walks.hpp"
#include "check.hpp"
#include "definitions.hpp"

#include <string>
#include <string_view>

using namespace oracle;

namespace {

/// The qualified name of a strategy.
std::string qualified(std::string const& name) {
    if (name == "AnyOrder") return "test::AnyOrder";
    if (name == "Counted<BreadthFirst>") return "trav::Counted<trav::BreadthFirst>";
    return "trav::" + name;
}

/// Compares the data of a policy, in the store whose turn it is, for every strategy that supports it.
template <class Policy>
void every_walk(Checks& checks, Case const& c, Numbers const& expected, bool threads) {
    auto const in = [&]<In store>(char const* text) {
        if (!checks.due(static_cast<std::size_t>(store), 4)) return;
        checks.let("store", text);
        using Store =
            decltype(with_store<store>(std::declval<test::Heap<Data>&>(), [](auto& s) { return &s; }));
        test::for_each_strategy<Objects, Policy, std::remove_pointer_t<Store>>(
            [&]<class Strategy>(std::string const& name) {
                if (name.starts_with("Parallel") && !threads) return;
                checks.let("Strategy", qualified(name));
                if constexpr (std::is_same_v<Policy, Arrivals>)
                    ORACLE_SAME(checks, expected, data<Arrivals, Strategy, store>(c));
                else if constexpr (std::is_same_v<Policy, Firsts>)
                    ORACLE_SAME(checks, expected, data<Firsts, Strategy, store>(c));
                else ORACLE_SAME(checks, expected, data<Returns, Strategy, store>(c));
            });
    };
    in.template operator()<In::hashed>("In::hashed");
    in.template operator()<In::dense>("In::dense");
    in.template operator()<In::in_node>("In::in_node");
    in.template operator()<In::header_word>("In::header_word");
}

}  // namespace

TEST_CASE("oracle: arrivals, returns and distances, by every strategy in a store in turn", "[property]") {
    hold(
        "walks.hpp", "walks", "graphs", {10'000, 400'000},
        [](auto& dice, int size) { return random_heap(dice, 2 + size / 4); },
        [&](Checks& checks, Case const& c) {
            auto const shape = shape_of(c);
            auto const reached = test::closure(shape);
            Numbers arrivals = test::arrivals(shape), returns;
            for (int n = 0; n != c.nodes; ++n) {
                if (!reached[at(n)]) arrivals[at(n)] = null;
                returns.push_back(reached[at(n)] ? 1 : null);
            }
            every_walk<Arrivals>(checks, c, arrivals, checks.due(0, 1007));
            every_walk<Firsts>(checks, c, returns, checks.due(1, 1007));
            every_walk<Returns>(checks, c, returns, false);
            Numbers const distances = test::distances(shape);
            if (checks.due(0, 4))
                ORACLE_SAME(checks, distances, data<Distances, trav::BreadthFirst, In::hashed>(c));
            if (checks.due(1, 4))
                ORACLE_SAME(checks, distances, data<Distances, trav::BreadthFirst, In::dense>(c));
            if (checks.due(2, 4))
                ORACLE_SAME(checks, distances, data<Distances, trav::BreadthFirst, In::in_node>(c));
            if (checks.due(3, 4))
                ORACLE_SAME(checks, distances, data<Distances, trav::BreadthFirst, In::header_word>(c));
        });
}
