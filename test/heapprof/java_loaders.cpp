// The class loaders in `heapprof java`, beside a model: the roots' reach without one loader.
#include "catch.hpp"
#include "heapprof/java_heap.hpp"
#include "support/dice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using enum JavaProgram::Id;
using Java = JavaHeap;
using Texts = std::vector<std::string>;
using trav::dump::Node;
using Own = std::map<std::uint64_t, std::vector<std::uint64_t>>;

// The bytes of all objects out of the roots' reach without a loader and its objects. An object of another
// loader reaches all other objects of that loader. `own`: the objects of each loader.
std::uint64_t freed(Java const& java, Own const& own, std::uint64_t gone) {
    std::map<Node, std::uint64_t> loader_of;
    for (auto const& [loader, objects] : own)
        for (std::uint64_t const each : objects) loader_of[java.node(each)] = loader;
    std::set<Node> seen;
    std::vector<Node> open;
    auto const see = [&](Node n) {
        auto const its = loader_of.find(n);
        if (its != loader_of.end() && its->second == gone) return;
        if (java.heap.tree.reached(n) && seen.insert(n).second) open.push_back(n);
    };
    for (Node const n : trav::dump::roots(*java.dump)) see(n);
    while (!open.empty()) {
        Node const n = open.back();
        open.pop_back();
        for (Node const to : java.heap.graph.children(n)) see(to);
        if (loader_of.contains(n))
            for (std::uint64_t const each : own.at(loader_of[n])) see(java.node(each));
    }
    std::uint64_t bytes = 0;
    for (Node n = 0; n != java.dump->node_count(); ++n)
        if (java.heap.tree.reached(n) && !seen.contains(n)) bytes += java.heap.graph.size(n);
    return bytes;
}

}  // namespace

TEST_CASE("heapprof java loaders: a loader keeps the bytes freed without it, its classes and instances",
          "[random]") {
    for (std::uint32_t seed = 0; seed != 30; ++seed) {
        INFO(seed);
        test::Dice dice(seed);
        JavaProgram file;
        Own own;
        std::map<std::uint64_t, std::uint64_t> classes, instances;
        std::map<std::string, std::set<std::string>> loaders_of;
        std::vector<std::uint64_t> all;
        std::uint64_t id = 0x20000;
        auto const fresh = [&] { return all.emplace_back(id += 0x100); };
        struct Instance {
            std::uint64_t id, of;
        };
        std::vector<Instance> made;
        for (std::size_t i = 0; i != 4; ++i) {
            std::uint64_t const loader = fresh();
            own[loader].push_back(loader);
            file.instance(loader, loader_class, file.data().id(0));
            for (std::size_t j = 0; j == 0 || dice.one_in(2); ++j) {
                std::uint64_t const it = fresh();
                std::string const name = "C" + std::to_string(j);
                file.class_(it, name, object, {{"a", java_object}, {"b", java_object}}, {}, loader);
                own[loader].push_back(it), ++classes[loader];
                loaders_of[name].insert(fmt::format("@0x{:x}", loader));
                for (std::size_t k = dice.below(4); k != 0; --k) {
                    made.push_back({fresh(), it});
                    own[loader].push_back(made.back().id), ++instances[loader];
                }
            }
        }
        for (std::size_t i = 0; i != 5; ++i)
            file.bytes_of(fresh(), static_cast<std::uint32_t>(8 * dice.below(9)));
        auto const target = [&] { return dice.one_in(3) ? 0 : dice.of(all); };
        for (auto const& [it, of] : made) file.instance(it, of, file.data().id(target()).id(target()));
        file.class_(more, "shop/Registry", object, {}, {{"x", target()}, {"y", target()}, {"z", target()}});
        file.root_class = more;

        Java const java(file);
        auto const answer = java.loaders();
        std::size_t found = 0;
        for (std::size_t i = 0; i != answer.loaders.size(); ++i) {
            auto const& its = answer.loaders[i];
            if (i != 0) {
                auto const& before = answer.loaders[i - 1];
                CHECK(before.freed >= its.freed);
                if (before.freed == its.freed) CHECK(before.object->id < its.object->id);
            }
            CHECK(its.freed.has_value() == its.object.has_value());
            if (!its.object) continue;
            ++found;
            std::uint64_t const loader = std::stoull(its.object->id, nullptr, 16);
            CHECK(its.freed.value() == freed(java, own, loader));
            CHECK(its.classes == classes[loader]);
            CHECK(its.objects == instances[loader]);
            CHECK(its.duplicates ==
                  static_cast<std::uint64_t>(std::ranges::count_if(loaders_of, [&](auto const& each) {
                      return each.second.size() > 1 && each.second.contains('@' + its.object->id);
                  })));
        }
        CHECK(found == 4);
        std::size_t several = 0;
        for (auto const& [name, of] : loaders_of) several += of.size() > 1;
        REQUIRE(answer.duplicates.size() == several);
        for (auto const& each : answer.duplicates)
            CHECK(each.loaders == Texts(loaders_of[each.name].begin(), loaders_of[each.name].end()));
        for (std::size_t i = 1; i < several; ++i) {
            auto const &a = answer.duplicates[i - 1], &b = answer.duplicates[i];
            CHECK(std::pair(b.loaders.size(), a.name) < std::pair(a.loaders.size(), b.name));
        }
        for (std::size_t top = 1; top != 8; ++top) {
            auto const cut = java.loaders(top);
            CHECK(cut.loaders.size() == std::min(top, answer.loaders.size()));
            CHECK(cut.loaders.size() + cut.more_loaders == answer.loaders.size());
            CHECK(cut.duplicates.size() == std::min(top, several));
            CHECK(cut.duplicates.size() + cut.more_duplicates == several);
            CHECK(cut.loaders.back().name == answer.loaders[cut.loaders.size() - 1].name);
        }
    }
}
