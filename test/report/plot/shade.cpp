#include "catch.hpp"
#include "report/plot/asked.hpp"

#include <trav/report/plot/shade.hpp>

#include <string>
#include <vector>

using trav::plot::Ink, trav::plot::Saved, trav::plot::Shade, trav::plot::shades;

namespace {

trav::plot::Traces bands(std::size_t n) {
    trav::plot::Traces traces;
    for (std::size_t i = 0; i != n; ++i) traces.bands.push_back({"band" + std::to_string(i), {}});
    return traces;
}
std::vector<double> numbers(std::vector<Shade> const& all) {
    std::vector<double> result;
    for (auto const& shade : all) result.push_back(shade.number);
    return result;
}

}  // namespace

TEST_CASE("shade: ten greys, repeated", "[unit]") {
    auto const all = shades(bands(12), Ink::grey);
    CHECK(numbers(all) == std::vector<double>{0, 0.2, 0.6, 0.3, 0.9, 0.4, 1, 0.7, 0.5, 0.8, 0, 0.2});
    CHECK(all[2].red == 0.6);
    CHECK(all[2].blue == 0.6);
}

TEST_CASE("shade: colours and their numbers", "[unit]") {
    auto const all = shades(bands(28), Ink::colour);
    CHECK((all[1].red == 0 && all[1].green == 0 && all[1].blue == 1));
    CHECK((all[10].red == 0 && all[10].green == 0.5 && all[10].blue == 1));
    CHECK(all[4].number == Approx(0.10));
    CHECK(all[10].number == Approx(0.00051));
    CHECK(all[26].number == Approx(0.050505));
    CHECK(all[27].number == all[0].number);
    // No colour repeats within a round.
    for (std::size_t i = 0; i != 27; ++i)
        for (std::size_t j = 0; j != i; ++j) CHECK(all[i].number != all[j].number);
}

TEST_CASE("shade: saved shades stay; other bands get the next shade", "[unit]") {
    Saved saved;
    saved.shade = {{"band1", 0.75}};
    saved.order = {{"band1", 3}};
    CHECK(numbers(shades(bands(4), Ink::grey, &saved)) == std::vector<double>{0, 0.75, 0.2, 0.6});
    // Two decimals do not determine a colour: the saved position does.
    auto const coloured = shades(bands(4), Ink::colour, &saved);
    auto const before = shades(bands(4), Ink::colour);
    CHECK(coloured[1].number == 0.75);
    CHECK((coloured[1].red == before[2].red && coloured[1].green == before[2].green));
    CHECK(coloured[2].number == before[1].number);
}
