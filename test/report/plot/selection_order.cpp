#include "catch.hpp"

#include <trav/report/plot/selection_order.hpp>

#include <random>
#include <utility>
#include <vector>

namespace {

using Elements = std::vector<std::pair<int, char>>;

// A textbook selection sort.
void selection_sort(Elements& elements) {
    for (std::size_t i = 0; i != elements.size(); ++i) {
        std::size_t least = i;
        for (std::size_t j = i + 1; j < elements.size(); ++j)
            if (elements[j].first < elements[least].first) least = j;
        std::swap(elements[i], elements[least]);
    }
}

void order(Elements& elements) {
    trav::plot::detail::selection_order(elements, [](auto const& element) { return element.first; });
}

}  // namespace

TEST_CASE("selection_order: equal elements swap places as in a selection sort", "[unit]") {
    Elements elements{{2, 'a'}, {2, 'b'}, {1, 'c'}};
    order(elements);
    CHECK(elements == Elements{{1, 'c'}, {2, 'b'}, {2, 'a'}});
    Elements nothing;
    order(nothing);
    CHECK(nothing.empty());
}

TEST_CASE("selection_order: gives the same order as a selection sort", "[property]") {
    std::mt19937 random(4);
    for (int run = 0; run != 500; ++run) {
        Elements elements;
        for (auto n = random() % 30; n != 0; --n)
            elements.push_back({static_cast<int>(random() % 6), static_cast<char>('a' + elements.size())});
        Elements expected = elements;
        selection_sort(expected);
        order(elements);
        REQUIRE(elements == expected);
    }
}
