// Programs on the mock GHC machine: compares each census with GHC's traversal over the raw words of the heap,
// and with GHC's own counters of lives.
#include "machine.hpp"
#include "check.hpp"
#include "ghc/ghc_traversal.hpp"
#include "ghc/ldv.hpp"
#include "profile/expected.hpp"

#include <algorithm>
#include <map>
#include <set>

using namespace oracle;

namespace {

Case random_program(test::RandomGraphs& dice, int length) {
    Case c;
    int const caps[] = {1, 2, 3, 8};
    c.cap = caps[dice.below(4)];
    for (int k = 1 + dice.below(length); k > 0; --k) {
        int const what = dice.below(16), a = dice.below(40);
        Step step{Do::census};
        if (what < 8) step = {Do::make, a, dice.below(1024)};
        else if (what < 9) step = {Do::link, a, 16 * dice.below(8)};
        else if (what < 11) step = {Do::cut, a};
        else if (what < 13) step = {Do::use, a};
        else if (what < 14) step = {Do::move};
        c.steps.push_back(step);
    }
    return c;
}

/// GHC's table of retainers, by the numbers of closure types.
bool is_retainer(unsigned type) {
    static std::set<unsigned> const all{15, 16, 17, 18, 19, 20, 21, 22, 24, 26, 37, 39,
                                        40, 41, 43, 44, 47, 48, 49, 51, 52, 53, 59, 60};
    return all.contains(type);
}
unsigned type_of(test::W closure) {
    std::uint32_t type;
    std::memcpy(&type, reinterpret_cast<std::byte const*>(test::word(closure)) - 8, 4);
    return type;
}

/// The heap according to its words: the references that GHC's traversal follows.
struct Words {
    test::Shape shape;
    std::vector<test::W> closures;

    explicit Words(Machine& m) {
        test::GhcTraversal ghc([](test::W, int arrival) { return arrival == 0; }, false, false,
                               [&](test::W c) { return m.heap().is_static(reinterpret_cast<Closure*>(c)); });
        for (Closure* const root : m.heap().roots()) ghc.push_root(reinterpret_cast<test::W>(root), 0);
        ghc.work();
        std::map<test::W, int> numbers;
        auto const number = [&](test::W c) {
            auto const [place, fresh] = numbers.try_emplace(c, shape.size());
            if (fresh) closures.push_back(c), shape.children.emplace_back();
            return place->second;
        };
        for (auto const& call : ghc.calls) {
            int const n = number(call.closure);
            // the data of a child contain its parent's address
            if (call.data == 0) shape.roots.push_back(n);
            else shape.children[at(number(call.parent))].push_back(n);
        }
    }
};

Lines retainers_in_words(Case const& c) {
    Machine m;
    Lines lines;
    std::size_t census = 0;
    run_program(c, m, [&](Machine& machine) {
        Words const words(machine);
        auto const sets = test::retainer_sets(
            words.shape, [&](int n) { return is_retainer(type_of(words.closures[at(n)])); },
            [&](int n) {
                auto const* const ccs =
                    reinterpret_cast<trav::ghc::CostCentreStack const*>(test::word(words.closures[at(n)], 1));
                return std::string(trav::ghc::label(ccs));
            });
        for (std::size_t n = 0; n != sets.size(); ++n) {
            auto& amounts = lines[{sets[n].size() > at(c.cap) ? "MANY" : test::joined(sets[n])}];
            amounts.resize(census + 1);
            amounts[census] +=
                Amount{trav::ghc::size_bytes(reinterpret_cast<Closure*>(words.closures[n])), 1};
        }
        ++census;
    });
    for (auto& [texts, amounts] : lines) amounts.resize(census);
    return lines;
}

Series phases_by_counters(Case const& c) {
    Machine m({.heap = {.ldv = true}});
    test::Ldv ldv(m.heap());
    run_program(c, m, [&](Machine&) { ldv.census(); });
    Series phases;
    for (auto const& bands : ldv.bands()) {
        phases["VOID"].push_back(static_cast<int>(bands.void_));
        phases["LAG"].push_back(static_cast<int>(bands.lag));
        phases["USE"].push_back(static_cast<int>(bands.use));
        phases["INHERENT_USE"].push_back(static_cast<int>(bands.inherent_use));
        phases["DRAG"].push_back(static_cast<int>(bands.drag));
    }
    std::erase_if(phases, [](auto const& phase) {
        return std::ranges::all_of(phase.second, [](int bytes) { return bytes == 0; });
    });
    return phases;
}

}  // namespace

TEST_CASE("oracle: programs on the machine, by retainer and by phase", "[property]") {
    hold(
        "machine.hpp", "machine", "programs", {2'000, 50'000},
        [](auto& dice, int size) { return random_program(dice, 4 + size / 2); },
        [](Checks& checks, Case const& c) {
            ORACLE_SAME(checks, retainers_in_words(c), machine_retainers(c));
            ORACLE_SAME(checks, phases_by_counters(c), machine_phases(c));
        });
}
