// The table of GHC's breakdowns.
#include "catch.hpp"

#include <trav/ghc/profile/breakdowns.hpp>

#include <set>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::HeapBreakdown;
using trav::Band;
using Words = std::vector<std::string>;

TEST_CASE("GHC's breakdowns: no two share a letter, a name or a filter", "[unit]") {
    std::multiset<char> letters;
    std::multiset<std::string_view> names;
    std::multiset<std::size_t> filters{ghc::filter_anywhere};
    for (auto const& row : ghc::heap_breakdowns) {
        letters.insert(row.letters.begin(), row.letters.end());
        names.insert(row.name);
        if (row.filter) filters.insert(*row.filter);
        CHECK(&ghc::row_of(row.breakdown) == &row);
        for (char const letter : row.letters) CHECK(ghc::breakdown_with_letter(letter) == &row);
    }
    CHECK(letters ==
          std::multiset<char>{'T', 'c', 'C', 'm', 'M', 'd', 'D', 'y', 'Y', 'i', 'r', 'R', 'b', 'B', 'o'});
    CHECK(names.size() == 9);
    CHECK(std::set(names.begin(), names.end()).size() == 9);
    CHECK(filters == std::multiset<std::size_t>{0, 1, 2, 3, 4, 5, 6});
    CHECK(ghc::breakdown_with_letter('x') == nullptr);
}

TEST_CASE("GHC's breakdowns: they have the numbers of GHC's eventlogs", "[conformance]") {
    // rtsProfile.h: HEAP_PROF_BREAKDOWN_COST_CENTRE = 1, ...; breakdowns that GHC does not have use the
    // number of closure types
    std::vector<std::pair<char, unsigned>> const numbers{{'c', 1}, {'m', 2}, {'d', 3}, {'y', 4}, {'r', 5},
                                                         {'b', 6}, {'T', 7}, {'i', 8}, {'o', 7}};
    for (auto const& [letter, number] : numbers) {
        INFO(letter);
        CHECK(static_cast<unsigned>(ghc::breakdown_with_letter(letter)->eventlog) == number);
    }
}

TEST_CASE("GHC's breakdowns: restrictions keep the same bands as in GHC", "[conformance]") {
    // not by text: this text is truncated and says nothing
    Band const by_build{"(7)...", {"build", "main", "MAIN"}, {}, {7, {3, 2, 1}}};
    auto const keeps = [](HeapBreakdown by, bool anywhere, Words const& wanted, Band const& band,
                          bool as_ghc = false) {
        return ghc::row_of(by).keeps({by, anywhere, wanted}, band, as_ghc);
    };
    using enum HeapBreakdown;
    CHECK(keeps(cost_centre, false, {"x", "build"}, by_build));
    CHECK(!keeps(cost_centre, false, {"main"}, by_build));
    CHECK(keeps(cost_centre, true, {"main"}, by_build));
    CHECK(keeps(cost_centre, true, {"MAIN"}, by_build));
    CHECK(!keeps(cost_centre, true, {"mai"}, by_build));
    CHECK(keeps(retainer, false, {"kB"}, {"kA,kB", {"kA", "kB"}}));
    CHECK(!keeps(retainer, false, {"kA,kB"}, {"kA,kB", {"kA", "kB"}}));
    CHECK(keeps(retainer, false, {"MANY"}, {"MANY"}));
    CHECK(!keeps(retainer, false, {"MANY"}, {"MANY"}, true));
    CHECK(keeps(root, false, {"NOROOT"}, {"NOROOT"}));
    CHECK(keeps(biography, false, {"drag", "void"}, {"VOID"}));
    CHECK(!keeps(biography, false, {"use"}, {"INHERENT_USE"}));
    CHECK(keeps(module, false, {"Main"}, {"Main"}));
    CHECK(!keeps(type, false, {"in"}, {"Int"}));
}
