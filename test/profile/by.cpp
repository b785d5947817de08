#include "brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>

#include <string>
#include <string_view>
#include <vector>

using test::Node;

TEST_CASE("by: texts label themselves, numbers are written in digits, and other keys have a text function",
          "[unit]") {
    struct Module {
        std::string name;
    };
    Module const modules[] = {{"Main"}, {"Lib"}};
    static char const twice[] = "main";  // the same text at another address
    test::Heap<> heap(test::shape("a: b: c: d:", "abcd"));
    auto text = trav::by("text", [](Node n) { return std::string(n->id < 2 ? "low" : "high"); });
    auto view = trav::by("view", [](Node n) { return std::string_view(n->id < 3 ? "low" : "high"); });
    auto pointer = trav::by("pointer", [](Node n) -> char const* { return n->id == 0 ? twice : "main"; });
    auto number = trav::by("number", [](Node n) { return n->id % 2; });
    auto module = trav::by(
        "module", [&](Node n) { return &modules[n->id == 3]; }, [](Module const* m) { return m->name; });
    trav::Profiler profiler{test::SizedObjects{&heap}, text, view, pointer, number, module};
    profiler.sample(heap.roots, 0);
    auto const profile = profiler.profile();
    CHECK(profile.by(text).at("low").objects == 2);
    CHECK(profile.by(view).at("low").objects == 3);
    CHECK(profile.columns[profile.column_of(pointer)].bands.size() == 1);
    CHECK(profile.by(pointer).at("main").objects == 4);
    CHECK(profile.by(number).at("1").objects == 2);
    CHECK(profile.by(module).at("Lib").objects == 1);
    CHECK(profile.where(module == "Main").by(number).at("0").objects == 2);
}

TEST_CASE("by: a breakdown without a flow may be const", "[unit]") {
    test::Heap<> heap(test::shape("a:", "a"));
    auto const id = trav::by("id", [](Node n) { return n->id; });
    trav::Profiler profiler{test::SizedObjects{&heap}, id};
    profiler.sample(heap.roots, 0);
    CHECK(profiler.profile().by(id).at("0").objects == 1);
}
