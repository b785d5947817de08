#include "catch.hpp"

#include <trav/dump/nearest.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using trav::dump::edit_distance;
using trav::dump::nearest;

using Names = std::vector<std::string>;

namespace {

/// The definition, by the last letters.
std::size_t distance_by_hand(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return a.size() + b.size();
    std::string_view const less_a = a.substr(0, a.size() - 1), less_b = b.substr(0, b.size() - 1);
    return std::min({distance_by_hand(less_a, less_b) + (a.back() == b.back() ? 0 : 1),
                     distance_by_hand(less_a, b) + 1, distance_by_hand(a, less_b) + 1});
}

/// All texts of up to three letters a and b.
Names short_texts() {
    Names all{""};
    for (std::size_t i = 0; all[i].size() != 3; ++i)
        for (char const letter : {'a', 'b'}) all.push_back(all[i] + letter);
    return all;
}

}  // namespace

TEST_CASE("nearest: edit distance counts letters to insert, delete and replace", "[unit]") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("flaw", "lawn") == 2);
    CHECK(edit_distance("same", "same") == 0);
}

TEST_CASE("nearest: edit distances of all short texts are those of the definition", "[property]") {
    for (auto const& a : short_texts())
        for (auto const& b : short_texts()) {
            INFO('"' << a << "\" to \"" << b << '"');
            CHECK(edit_distance(a, b) == distance_by_hand(a, b));
        }
}

TEST_CASE("nearest: names with the wanted beginning come first, then the most similar", "[unit]") {
    Names const names{"catalogue", "cache", "orders", "cashiers"};
    CHECK(nearest(names, "cash", 2) == Names{"cashiers", "cache"});
    CHECK(nearest(names, "order", 1) == Names{"orders"});
    CHECK(nearest(names, "cahce", 1) == Names{"cache"});
    CHECK(nearest(names, "x", 9).size() == 4);
    CHECK(nearest({}, "x", 3).empty());
    CHECK(nearest({"b", "a", "c"}, "x", 2) == Names{"b", "a"});  // ties stay in order
    CHECK(nearest({"bcd", "abcd"}, "xbcd", 1) == Names{"bcd"});  // one letter either way
    CHECK(nearest({"bc", "abc"}, "abd", 1) == Names{"abc"});
    CHECK(nearest({"casx", "cashiers"}, "cash", 1) == Names{"cashiers"});
    CHECK(nearest({"long", "a"}, "", 1) == Names{"a"});
    CHECK(nearest({std::string(100000, 'x'), "xy"}, "xxy", 1) == Names{"xy"});
}
