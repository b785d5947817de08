// The parts of an outline beside its tree: the objects of boxes, the boxes before them, texts and types.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/lines.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/question/outline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::Outline;

Outline outline_of(trav::dump::AnyDump const& dump, heapprof::OutlineSize size = {}) {
    return heapprof::outline(heapprof::RetainedHeap(dump), size);
}
std::vector<std::string> ids(Outline const& outline) { return test::lines(outline.ids); }

}  // namespace

TEST_CASE("outline: the objects of boxes, the boxes before them, and the largest types of random trees",
          "[property]") {
    std::mt19937 random(5);
    for (int run = 0; run != 100; ++run) {
        std::size_t const size = 1 + random() % 60;
        std::vector<std::size_t> above(size);
        std::vector<std::uint64_t> retained(size);
        std::map<std::string, std::vector<std::size_t>> types;
        std::map<std::string, std::uint64_t> bytes;
        std::string text = "ROOT n0\n";
        for (std::size_t n = 0; n != size; ++n) {
            std::string const id = 'n' + std::to_string(n), type = 'T' + std::to_string(random() % 5);
            above[n] = n == 0 ? 0 : random() % n;
            retained[n] = random() % 9;
            types[type].push_back(n);
            bytes[type] += retained[n];
            text += node(id, type, static_cast<int>(retained[n]));
            if (n != 0) text += edge('n' + std::to_string(above[n]), id);
        }
        for (std::size_t n = size; --n != 0;) retained[above[n]] += retained[n];
        std::size_t const most = 1 + random() % 4, of_each = 1 + random() % 5;
        auto const dump = any_dump_of(text);
        Outline const outline = outline_of(*dump, {1 + random() % size, most, of_each});

        auto const names = ids(outline);
        REQUIRE(outline.nodes.size() == names.size());
        REQUIRE(outline.from.size() == names.size());
        CHECK(outline.paths.size() >= names.size());
        std::map<std::string, std::uint32_t> box;
        for (std::size_t i = 0; i != names.size(); ++i) {
            auto const& one = outline.boxes.at(i);
            bool const object = !names[i].empty();
            CHECK(outline.nodes[i] == (object ? std::stoul(names[i].substr(1)) : Outline::none));
            CHECK((object || (one.name == 0 && one.place == 0)));
            if (object) box[names[i]] = static_cast<std::uint32_t>(i);
            bool const below = object && names[i] != "n0";
            CHECK(outline.from[i] == (below ? box.at('n' + std::to_string(above[outline.nodes[i]])) : 0));
        }
        auto const& heap = outline.boxes.front();
        CHECK(heap.type + heap.own + heap.group + heap.objects == 0);
        CHECK(std::set(outline.texts.begin(), outline.texts.end()).size() == outline.texts.size());

        std::vector<std::uint64_t> sums, found;
        for (auto const& [type, sum] : bytes) sums.push_back(sum);
        std::ranges::sort(sums, std::greater<>());
        sums.resize(std::min(most, sums.size()));
        for (auto const& [type, largest] : outline.types) {
            found.push_back(bytes.at(type));
            auto due = types.at(type);
            std::ranges::stable_sort(due, [&](auto a, auto b) { return retained[a] > retained[b]; });
            due.resize(std::min(of_each, due.size()));
            REQUIRE(largest.size() == due.size());
            for (std::size_t i = 0; i != due.size(); ++i) {
                std::string const id = 'n' + std::to_string(due[i]);
                CHECK(largest[i].id == id);
                CHECK(largest[i].retained.bytes == retained[due[i]]);
                CHECK(largest[i].box == (box.contains(id) ? box[id] : Outline::none));
            }
        }
        CHECK(found == sums);
    }
}

TEST_CASE("outline: the path to a box through an omitted object", "[unit]") {
    auto const dump = any_dump_of("ROOT app\n" + node("app", "App", 100) + node("a", "A", 1) +
                                  node("b", "B", 1) + node("x", "X", 50) + edge("app", "a", "left") +
                                  edge("app", "b", "right") + edge("a", "x", "it") + edge("b", "x", "it"));
    Outline const outline = outline_of(*dump, {2, 1, 10});
    CHECK(ids(outline) == std::vector<std::string>{"", "app", "x", ""});
    CHECK(outline.from == std::vector<std::uint32_t>{0, 0, 0, 0});
    CHECK(outline.paths.size() == 5);  // one to `a`
    Outline const all = outline_of(*dump);
    auto const names = ids(all);
    auto const at = [&](std::string const& id) {
        return static_cast<std::size_t>(std::ranges::find(names, id) - names.begin());
    };
    REQUIRE(names.size() == 5);
    CHECK(all.from[at("a")] == at("app"));
    CHECK(all.from[at("x")] == at("a"));
    CHECK(all.paths.size() == 5);
    for (char const* const step : {"left", "right", "it"})
        CHECK(std::ranges::any_of(all.steps, [&](auto const& each) { return each.ends_with(step); }));
}

TEST_CASE("outline: siblings with equal retained sizes are in the order of the dump", "[unit]") {
    std::string text = "ROOT app\n" + node("app", "App", 1);
    std::vector<std::string> due{"", "app"};
    for (int i = 40; i-- != 0;) {
        due.push_back('n' + std::to_string(i));
        text += node(due.back(), "Row", 8) + edge("app", due.back());
    }
    CHECK(ids(outline_of(*any_dump_of(text))) == due);
}

TEST_CASE("outline: names of at most 120 characters", "[unit]") {
    auto const has = [](std::size_t length) {
        std::string const name(length, 'x');
        Outline const outline = outline_of(*any_dump_of("ROOT a\nNODE a A 1 " + name + '\n'));
        return std::ranges::find(outline.texts, name) != outline.texts.end();
    };
    CHECK(has(120));
    CHECK_FALSE(has(121));
}

TEST_CASE("outline: the objects below one of the runtime take its place", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 5, {{element, 1}, {element, 2}});
    v8.node("object", 10, {}, "Row");
    v8.node("object", 20, {}, "Base");
    auto const dump = any_dump_of(v8);
    heapprof::RetainedHeap const heap(*dump);
    Outline const outline = heapprof::outline(heap);
    CHECK(outline.note == "counted as Chrome's DevTools does");
    CHECK(ids(outline) == std::vector<std::string>{"", "12", "11", ""});
    CHECK(outline.boxes[0].below == 3);
    CHECK(outline.boxes[3].own == 5);
    CHECK(outline.boxes[3].group == 1);
    CHECK(outline.boxes[3].objects == 1);
    CHECK(outline.boxes[3].below == 0);
}
