#include "catch.hpp"
#include "report/plot/asked.hpp"
#include "report/plot/drawn.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/plot/postscript.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using trav::plot::Key, trav::plot::Layout;

namespace {

std::string drawn(trav::HpFile const& file, Asked const& asked = Asked("")) {
    auto const traces = trav::plot::traces(file, asked.choice);
    std::ostringstream out;
    trav::plot::write_postscript(out, traces, trav::plot::shades(traces, asked.ink), asked.layout);
    return out.str();
}
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("postscript: draws the same bands, key, axes and titles as hp2ps", "[conformance]") {
    auto const hp = ghc_files("hp"), ps = ghc_files("ps");
    CHECK(ps.size() == 15);
    for (auto const& [name, expected] : ps) {
        INFO(name);
        std::size_t const colon = name.find(".hp:") + 3;
        std::string const ours = drawn(parse_hp(hp.at(name.substr(0, colon))), Asked(name.substr(colon)));
        Drawn const theirs(expected);
        CHECK(theirs.polygons.size() >= 3);
        // hp2ps's pages with a key have other distances.
        CHECK(difference(Drawn(ours), theirs, {.places_of_key = !name.ends_with(":-M:-m0")}) == "");
    }
}

TEST_CASE("postscript: bands, computed by hand", "[unit]") {
    // 2 seconds and 20 bytes. The key is as wide as "a" (3 units) plus 29, so the graph is 558.9 points by
    // 382.
    Drawn const result(drawn(profile("1.0 a 10 b 5\n3.0 b 20\n"), Asked("-t0 -y")));
    REQUIRE(result.polygons.size() == 2);
    using Points = std::vector<Drawn::Point>;
    CHECK(result.polygons[0] == Points{{45, 20}, {603.9, 20}, {45, 20 + 191}});
    CHECK(result.polygons[1] == Points{{45, 211}, {603.9, 20}, {603.9, 402}, {45, 20 + 286.5}});
    CHECK(result.filled[0] == Drawn::Colour{0, 0, 0});
    CHECK(result.filled[1] == Drawn::Colour{0.2, 0.2, 0.2});
    CHECK(std::ranges::count(result.texts, "b") == 1);
    CHECK(std::ranges::count(result.texts, "25 bytes x seconds") == 0);
    CHECK(std::ranges::count(result.texts, "35 bytes x seconds") == 1);  // (15 + 20) / 2 * 2
}

TEST_CASE("postscript: pages, upright pages and Encapsulated PostScript", "[unit]") {
    auto const file = profile("0.0 a 1\n1.0 a 2\n");
    std::string const page = drawn(file);
    CHECK(page.rfind("%!PS-Adobe-3.0\n", 0) == 0);
    CHECK(has(page, "-90 rotate -756 72 translate"));
    CHECK(has(page, "%%BoundingBox: 72 108 504 756"));
    CHECK(has(drawn(file, Asked("-g")), "\n72 108 translate"));
    std::string const eps = drawn(file, Asked("-e324"));
    CHECK(eps.rfind("%!PS-Adobe-3.0 EPSF-3.0\n", 0) == 0);
    CHECK(has(eps, "%%BoundingBox: 0 0 324 216\n"));
    CHECK(has(eps, "\n0.500000 0.500000 scale\n"));
}

TEST_CASE("postscript: separate keys have twenty names per page, the lowest first", "[unit]") {
    for (std::size_t const bands : {1u, 20u, 21u, 40u, 47u}) {
        trav::HpFile file = profile("0.0\n1.0\n");
        for (std::uint64_t i = 10; i != 10 + bands; ++i)
            for (auto& sample : file.samples) sample.bands.push_back({"band" + std::to_string(i), 100 + i});
        std::string const text = drawn(file, Asked("-M -m0 -t0"));
        Drawn const result(text);
        std::size_t const pages = bands <= 20 ? 2 : bands <= 40 ? 3 : 4;
        CHECK(result.pages == pages);
        CHECK(has(text, "%%Pages: " + std::to_string(pages) + "\n"));
        CHECK(has(text, "%%Page: " + std::to_string(pages) + " "));
        CHECK(result.polygons.size() == bands);
        std::vector<std::string> names;
        for (auto const& each : result.texts)
            if (each.starts_with("band")) names.push_back(each);
        CHECK(names.size() == bands);
        CHECK(std::ranges::is_sorted(names));
        CHECK_FALSE(has(drawn(file, Asked("-m0 -t0")), "band"));
        CHECK(Drawn(drawn(file, Asked("-m0 -t0"))).polygons.size() == bands);
    }
}

// The graph ends at 603.9 and is 382 points high, as above. Each name is a third of the height above the one
// below it. Its box of 14 points is 5 points to the right of the graph, and 5 points before the text, whose
// base line is 2 points above the lower edge of the box.
TEST_CASE("postscript: names are spread over the height of the graph", "[unit]") {
    std::string const text = drawn(profile("1.0 a 10 b 5\n3.0 b 20\n"), Asked("-t0 -y"));
    CHECK(has(text, "\n608.9 140.33 14 14 rectangle"));  // 20 + 382 / 3 - 7
    CHECK(has(text, "\n608.9 267.67 14 14 rectangle"));
    CHECK(has(text, "\n(a) 627.9 142.33 left"));
    CHECK(has(text, "\n(b) 627.9 269.67 left"));
}

TEST_CASE("postscript: a single sample extends to the end of the graph", "[unit]") {
    Drawn const result(drawn(profile("1.0 a 10\n"), Asked("-t0 -y")));
    REQUIRE(result.polygons.size() == 1);
    using Points = std::vector<Drawn::Point>;
    CHECK(result.polygons[0] == Points{{45, 20}, {603.9, 20}, {603.9, 402}, {45, 402}});
}

TEST_CASE("postscript: texts are quoted and in Latin 1", "[unit]") {
    auto const file = profile("0.0 (\\caf\xC3\xA9) 1 \xE2\x82\xAC 1\n1.0\n", "job (x) \\ \n%%Oops");
    std::string const text = drawn(file, Asked("-t0"));
    CHECK(has(text, R"((\(\\caf\351\)))"));
    CHECK(has(text, "(?) "));
    CHECK(has(text, R"((job \(x\) \\ ?%%Oops))"));
    CHECK(has(text, "%%Title: job (x) \\ ?%%Oops\n"));
    CHECK(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST_CASE("postscript: long names leave room for the graph", "[unit]") {
    trav::HpFile file = profile("0.0\n1.0\n");
    for (auto& sample : file.samples) sample.bands = {{std::string(300, 'M'), 5}};
    Drawn const result(drawn(file));
    REQUIRE(result.polygons.size() == 1);
    CHECK(result.polygons[0][1].first > 45 + 40);
}

TEST_CASE("postscript: marks appear if there is a graph", "[unit]") {
    trav::HpFile file = profile("1.0 a 1\n3.0 a 1\n");
    file.marks = {0.5, 1, 2, 3.5};
    Drawn const with(drawn(file)), without(drawn(file, Asked("-y")));
    CHECK(with.key.size() == without.key.size() + 2);
    CHECK(with.boxes.back().first == Approx(45 + 558.9 / 2 - 4).margin(0.01));
    CHECK(with.boxes.back().second == 20);
    CHECK(with.key.back() == Drawn::Colour{1, 1, 1});
}

TEST_CASE("postscript: an empty profile is drawn", "[unit]") {
    Drawn const empty(drawn(profile("1.0\n2.0\n")));
    CHECK(empty.pages == 1);
    CHECK(empty.polygons.empty());
    trav::HpFile none;
    none.marks = {0, 0.5, 1};
    Drawn const without_samples(drawn(none));
    CHECK(without_samples.pages == 1);
    CHECK(without_samples.boxes.empty());
}
