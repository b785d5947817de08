// test/flow/address_order.cpp: compares the order of addresses, and flows and profiles in that order, with
// closures of random graphs whose objects lie at addresses of every arrangement. The objects are never read.
#include "catch.hpp"
#include "oracle/definitions.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/address_order.hpp>
#include <trav/flow/solve.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Thing;
using Node = Thing*;

/// The objects of a shape at some addresses. A tagged pointer, with an odd address, stands for its object.
class Placed {
  public:
    static constexpr int arrangements = 6;

    Placed(test::Shape const& shape, int arrangement, test::RandomGraphs& random) {
        std::set<std::uintptr_t> taken;
        std::uintptr_t const base = std::uintptr_t{0x5612} << 28;
        for (int i = 0; i != shape.size(); ++i) {
            auto const n = static_cast<std::uintptr_t>(i);
            std::uintptr_t at = 0;
            do {
                auto const r = static_cast<std::uintptr_t>(random.below(1 << 20));
                auto const room = 4 * static_cast<std::uintptr_t>(shape.size());
                switch (arrangement) {
                case 0: at = base + 8 * n; break;
                case 1: at = base - 32 * n; break;
                case 2: at = base + 16 * (r % room); break;
                case 3: at = base + (r << 12); break;
                case 4: at = base + 2 * (r % room); break;
                default: at = base + (n % 3 << 34) + 48 * n; break;
                }
            } while (!taken.insert(at).second);
            at_.push_back(reinterpret_cast<Node>(at));
            number_[at_.back()] = i;
        }
        for (auto const& row : shape.children) {
            rows_.emplace_back();
            for (int const child : row)
                rows_.back().push_back(child < 0              ? nullptr
                                       : random.below(4) == 0 ? tagged(child)
                                                              : at(child));
            lists_.emplace_back(rows_.back().begin(), rows_.back().end());
        }
    }
    Node at(int i) const { return at_[static_cast<std::size_t>(i)]; }
    Node tagged(int i) const { return reinterpret_cast<Node>(reinterpret_cast<std::uintptr_t>(at(i)) | 1); }
    int number(Node n) const { return number_.at(n); }

    struct Graph {
        using node = Node;
        Placed const* placed;
        std::vector<Node> const& children(Node n) const {
            return placed->rows_[static_cast<std::size_t>(placed->number(n))];
        }
        Node resolve(Node n) const {
            return reinterpret_cast<Node>(reinterpret_cast<std::uintptr_t>(n) & ~std::uintptr_t{1});
        }
        std::size_t size(Node n) const { return static_cast<std::size_t>(placed->number(n)) + 1; }
    };
    Graph graph() const { return {this}; }
    /// The same without rows.
    struct Listed : Graph {
        std::list<Node> const& children(Node n) const {
            return placed->lists_[static_cast<std::size_t>(placed->number(n))];
        }
    };
    Listed listed() const { return {{this}}; }

  private:
    std::vector<Node> at_;
    std::map<Node, int> number_;
    std::vector<std::vector<Node>> rows_;
    std::vector<std::list<Node>> lists_;
};
static_assert(trav::detail::AddressOrdered<Placed::Graph> && trav::detail::AddressOrdered<Placed::Listed>);
static_assert(!trav::detail::InARow<Placed::Listed>);

struct Masks {
    using value = std::uint32_t;
    static constexpr value nothing = 0;
    static value join(value a, value b) { return a | b; }
};
/// Some objects send only their own bit.
struct Cuts : Masks {
    Placed const* placed;
    std::optional<value> cut(Node n) const {
        int const i = placed->number(n);
        if (i % 5 != 3) return {};
        return 256u << i % 8;
    }
};
struct NoNothing {
    using value = std::uint32_t;
    static value join(value a, value b) { return a | b; }
};

/// The least fixed point, by trying every edge until nothing changes.
std::vector<std::uint32_t> fixed_point(test::Shape const& shape, std::vector<int> const& named, bool cuts) {
    std::vector<std::uint32_t> values(shape.children.size());
    for (std::size_t k = 0; k != named.size(); ++k) values[static_cast<std::size_t>(named[k])] |= 1u << k;
    for (bool again = true; again;) {
        again = false;
        for (std::size_t i = 0; i != values.size(); ++i) {
            if (values[i] == 0) continue;
            std::uint32_t const sent = cuts && i % 5 == 3 ? 256u << i % 8 : values[i];
            for (int const child : shape.children[i]) {
                if (child < 0) continue;
                auto& value = values[static_cast<std::size_t>(child)];
                again = again || (value | sent) != value;
                value |= sent;
            }
        }
    }
    return values;
}

template <class F>
void check_solved(auto const& graph, Placed const& placed, test::Shape const& shape,
                  std::vector<int> const& named, F flow, bool cuts) {
    std::vector<trav::Source<Node, std::uint32_t>> sources{{nullptr, 1u << 31}};
    for (int const n : named) sources.push_back({placed.at(n), 1u << (sources.size() - 1)});
    auto const found = trav::solve(graph, sources, flow);
    auto const expected = fixed_point(shape, named, cuts);
    std::set<int> reached;
    for (int i = 0; i != shape.size(); ++i) {
        auto const* const value = found.find(placed.at(i));
        CHECK((value ? *value : 0) == expected[static_cast<std::size_t>(i)]);
        if (value) reached.insert(i);
    }
    std::multiset<int> listed;
    for (Node const n : found.nodes()) listed.insert(placed.number(n));
    CHECK(std::ranges::equal(listed, reached));
}

/// Calls f(shape, placed, numbers of named objects) for random graphs in every arrangement.
void for_placed_graphs(std::uint32_t seed, int most, auto f) {
    test::RandomGraphs random(seed);
    for (int arrangement = 0; arrangement != Placed::arrangements; ++arrangement)
        test::for_random_graphs(seed, 2, most, [&](test::Shape const& shape) {
            std::vector<int> named;
            for (int i = random.below(5); i >= 0; --i) named.push_back(random.below(shape.size()));
            f(shape, Placed(shape, arrangement, random), named);
        });
}

}  // namespace

TEST_CASE("address order: slots ascend with addresses, and only reached objects have one", "[property]") {
    for_placed_graphs(1, 60, [](auto const& shape, Placed const& placed, std::vector<int> const& named) {
        auto const graph = placed.graph();
        trav::detail::AddressOrder<Placed::Graph> order(graph);
        std::vector<Node> roots{nullptr};
        for (int const n : named) roots.push_back(placed.tagged(n));
        order.reach(roots, std::vector<Node>{placed.at(0)});
        auto from = named;
        from.push_back(0);
        auto const reached = test::reached_from(shape, from);

        std::vector<Node> expected, odd;
        for (int i = 0; i != shape.size(); ++i) {
            Node const n = placed.at(i);
            if (!reached[static_cast<std::size_t>(i)]) CHECK(order.slot(n) > order.slots());
            else (reinterpret_cast<std::uintptr_t>(n) % 8 == 0 ? expected : odd).push_back(n);
        }
        std::ranges::sort(expected);
        CHECK(order.slots() == expected.size() + odd.size());
        CHECK(order.slot(nullptr) == order.slots());
        CHECK(order.begin(order.blocks()) == order.slots());
        std::size_t next = 0;
        std::set<Node> last;
        for (std::size_t block = 0; block != order.blocks(); ++block) {
            CHECK(order.begin(block) == next);
            order.each(block, block + 1, [&](Node n, std::size_t slot) {
                CHECK(slot == next);
                CHECK(order.slot(n) == slot);
                if (next < expected.size()) CHECK(n == expected[next]);
                else last.insert(n);
                ++next;
            });
        }
        CHECK(next == order.slots());
        CHECK(last == std::set<Node>(odd.begin(), odd.end()));
    });
}

TEST_CASE("address order: values are the least fixed point", "[property]") {
    for_placed_graphs(2, 60, [](auto const& shape, Placed const& placed, std::vector<int> const& named) {
        auto const check = [&](auto const& graph) {
            check_solved(graph, placed, shape, named, Masks{}, false);
            check_solved(graph, placed, shape, named, Cuts{{}, &placed}, true);
            check_solved(graph, placed, shape, named, NoNothing{}, false);
        };
        check(placed.graph());
        check(placed.listed());
    });
    for_placed_graphs(3, 1500, [](auto const& shape, Placed const& placed, std::vector<int> const& named) {
        if (shape.size() > 700) check_solved(placed.graph(), placed, shape, named, Cuts{{}, &placed}, true);
    });
}

TEST_CASE("address order: a profile counts each object by its value", "[property]") {
    for_placed_graphs(4, 60, [](auto const& shape, Placed const& placed, std::vector<int> const& named) {
        std::map<std::pair<int, std::uint32_t>, trav::Amount> expected;
        auto const values = fixed_point(shape, named, false);
        auto from = named;
        for (int const root : shape.roots)
            if (root >= 0) from.push_back(root);
        auto const reached = test::reached_from(shape, from);
        for (int i = 0; i != shape.size(); ++i) {
            auto const n = static_cast<std::size_t>(i);
            if (!reached[n]) continue;
            auto& amount = expected[{i % 3, values[n]}];
            amount.bytes += n + 1, ++amount.objects;
        }

        auto const check = [&](auto const& graph) {
            auto kind = trav::by("kind", [&](Node n) { return placed.number(n) % 3; });
            std::vector<trav::RootSets<Node>::Root> roots;
            for (int const n : named) roots.emplace_back(std::to_string(roots.size()), placed.tagged(n));
            trav::RootSets<Node> sets(roots);
            trav::Profiler profiler{graph, kind, sets};
            std::vector<Node> all;
            for (int const root : shape.roots) all.push_back(root < 0 ? nullptr : placed.tagged(root));
            for (int time = 0; time != 2; ++time) profiler.sample(all, time);

            auto const profile = profiler.profile();
            CHECK(profiler.statistics().objects ==
                  static_cast<std::size_t>(std::ranges::count(reached, true)));
            for (auto const& sample : profile.samples) {
                std::multiset<std::pair<std::uint64_t, std::uint64_t>> amounts, wanted;
                for (auto const& entry : sample.entries)
                    amounts.insert({entry.amount.objects, entry.amount.bytes});
                for (auto const& [key, amount] : expected) wanted.insert({amount.objects, amount.bytes});
                CHECK(amounts == wanted);
            }
        };
        check(placed.graph());
        check(placed.listed());
    });
}

TEST_CASE("address order: a profile by retainer set does not depend on addresses", "[property]") {
    test::RandomGraphs random(5);
    test::for_random_graphs(5, 4, 60, [&](test::Shape const& shape) {
        std::vector<std::string> first;
        for (int arrangement = 0; arrangement != Placed::arrangements; ++arrangement) {
            Placed const placed(shape, arrangement, random);
            auto retainers = trav::by_retainer<Node>([&](Node n) { return placed.number(n) % 3 == 0; },
                                                     [&](Node n) { return placed.number(n); });
            auto kind = trav::by("kind", [&](Node n) { return placed.number(n) % 2; });
            trav::Profiler profiler{placed.graph(), retainers, kind};
            std::vector<Node> roots;
            for (int const root : shape.roots) roots.push_back(root < 0 ? nullptr : placed.at(root));
            profiler.sample(roots, 0);
            roots.push_back(placed.at(shape.size() - 1));
            profiler.sample(roots, 1);

            std::vector<std::string> lines;
            auto const profile = profiler.profile();
            for (auto const& sample : profile.samples)
                for (auto const& entry : sample.entries) {
                    std::string line;
                    for (std::size_t c = 0; c != profile.columns.size(); ++c)
                        line += profile.columns[c].bands[entry.bands[c]].text + '|';
                    lines.push_back(line + std::to_string(entry.amount.objects) + ' ' +
                                    std::to_string(entry.amount.bytes));
                }
            if (arrangement == 0) first = lines;
            CHECK(lines == first);
        }
    });
}

TEST_CASE("address order: if all edges lead one way, each object is walked once, and sends once", "[unit]") {
    test::Shape chain{"chain", std::vector<std::vector<int>>(1000), {0}};
    for (int i = 0; i != 999; ++i) chain.children[static_cast<std::size_t>(i)].push_back(i + 1);
    test::RandomGraphs random(6);
    for (int const arrangement : {0, 1}) {  // upwards, downwards
        Placed const placed(chain, arrangement, random);
        trav::RootSets<Node> sets({{"first", placed.at(0)}, {"last", placed.at(999)}});
        trav::Profiler profiler{placed.graph(), sets};
        profiler.sample(std::vector<Node>{}, 0);
        CHECK(profiler.statistics().objects == 1000);
        CHECK(profiler.statistics().visits == 2000);
    }
}
