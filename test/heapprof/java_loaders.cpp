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
          "[property]") {
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

TEST_CASE("heapprof java loaders: the reason for a loader to be alive", "[unit]") {
    JavaProgram file;
    std::uint64_t const hook = 0x300, instance = 0x400;
    for (std::uint64_t loader = 0x20000; loader != 0x25000; loader += 0x1000) {
        file.class_(loader + hook, "plugin/Hook", object, {}, {}, loader);
        file.instance(loader, loader_class, file.data().id(0));
        file.instance(loader + instance, loader + hook, file.data());
    }
    file.class_(more, "shop/Registry", object, {}, {{"hook", 0x20000 + instance}});
    file.root_class = more;
    auto const jni_global = [&](std::uint64_t id) { file.heap.u(1, 0x01).id(id).id(0); };
    jni_global(0x21000);
    jni_global(0x22000 + instance);
    file.class_(0x23000 + 0x500, "plugin/Main", object, {}, {}, 0x23000);
    file.heap.u(1, 0x05).id(0x23000 + 0x500);  // a class of the virtual machine
    file.class_(0x26000, "jdk/internal/reflect/DelegatingClassLoader", object, {});
    file.class_(0x26100, "reflect/Accessor", object, {}, {}, 0x26200);
    file.instance(0x26200, 0x26000, file.data());

    Java const java(file);
    struct Case {
        std::string id, kept_by, kept;
    };
    for (Case const& expected : std::vector<Case>{{"0x20000", "Registry.hook", "plugin.Hook"},
                                                  {"0x21000", "JNI global", ""},
                                                  {"0x22000", "JNI global", "plugin.Hook"},
                                                  {"0x23000", "Main", "java.lang.Class"},
                                                  {"0x24000", "", ""}}) {
        INFO(expected.id);
        auto const all = java.loaders().loaders;
        auto const its = std::ranges::find_if(
            all, [&](auto const& each) { return each.object && each.object->id == expected.id; });
        REQUIRE(its != all.end());
        CHECK(its->kept_by == expected.kept_by);
        CHECK(its->kept == expected.kept);
    }
    auto const answer = java.loaders();
    REQUIRE(answer.loaders.size() == 7);
    CHECK(java.loaders(1).loaders[0].kept_by == "Registry.hook");
    // 16 bytes of each class and hook in the roots' reach, and 24 of the loader
    std::vector<std::uint64_t> freed;
    for (auto const& each : answer.loaders) freed.push_back(each.freed.value_or(1));
    CHECK(freed == std::vector<std::uint64_t>{56, 56, 56, 40, 0, 1, 1});
    CHECK(answer.loaders[0].object->id == "0x20000");
    for (std::size_t const part_of_machine : {5UL, 6UL}) {
        auto const& its = answer.loaders[part_of_machine];
        CHECK(its.name == (its.classes == 1 ? "reflect.DelegatingClassLoader" : "bootstrap"));
        CHECK(!its.object);
        CHECK(its.kept_by.empty());
    }
}

TEST_CASE("heapprof java loaders: a path begins at the last class on it; arrays are no classes", "[unit]") {
    JavaProgram file;
    file.root_class = object;
    file.class_(0x20300, "plugin/Hook", object, {}, {}, 0x20000);
    file.class_(0x20400, "[Lplugin/Hook;", object, {}, {}, 0x20000);
    file.instance(0x20000, loader_class, file.data().id(0));
    file.class_(more, "shop/Registry", object, {}, {{"loader", 0x20000}});
    file.pair(0x1000, more, 0);
    file.heap.u(1, 0x01).id(0x1000).id(0);
    auto const loaders = Java(file).loaders().loaders;
    REQUIRE(loaders.size() == 2);
    CHECK(loaders[0].object->id == "0x20000");
    CHECK(loaders[0].kept_by == "Registry.loader");
    CHECK(loaders[0].classes == 1);
}

TEST_CASE("heapprof java loaders: a loader of a class of another loader", "[unit]") {
    for (bool const instance : {false, true}) {  // whether the first object is one, or a class
        JavaProgram file;
        std::string const before = std::exchange(file.heap.bytes, "");
        if (instance) file.instance(0x24000, 0x22100, file.data().id(0x23000));
        file.class_(0x22100, "plugin/Hook", object, {{"data", java_object}}, {}, 0x22000);
        file.heap.text(before);
        file.class_(0x21100, "plugin/Loader", object, {{"data", java_object}}, {}, 0x21000);
        file.instance(0x21000, loader_class, file.data().id(0));
        file.instance(0x22000, 0x21100, file.data().id(instance ? 0 : 0x23000));
        file.bytes_of(0x23000, 100);
        file.root_class = object;
        for (std::uint64_t const root : {0x21000UL, 0x22000UL, instance ? 0x24000UL : 0x22000UL})
            file.heap.u(1, 0x01).id(root).id(0);
        auto const loaders = Java(file).loaders().loaders;
        REQUIRE(loaders.size() == 3);
        // A class takes 16 bytes, a loader or instance 24, the array 24 + 100, rounded up.
        CHECK(loaders[0].object->id == "0x22000");
        CHECK(loaders[0].freed == 24U + 16 + 128 + (instance ? 24 : 0));
        CHECK(loaders[0].objects == (instance ? 1 : 0));
        CHECK(loaders[1].object->id == "0x21000");
        CHECK(loaders[1].freed == 24U + 16);
        CHECK(loaders[1].objects == 1);
    }
}

TEST_CASE("heapprof java loaders: the order of equal loaders, and of duplicates", "[unit]") {
    JavaProgram file;
    file.root_class = object;
    std::vector<std::uint64_t> order;
    for (std::uint64_t id = 0x20000; id != 0x20000 + 40 * 0x100; id += 0x100) order.push_back(id);
    for (std::uint64_t const id : order) file.instance(id, loader_class, file.data().id(0));
    // The classes of the last loader come first.
    for (std::size_t i = order.size(); i-- != 0;)
        file.class_(0x30000 + 0x100 * i, "own/C" + std::to_string(i), object, {}, {}, order[i]);
    std::uint64_t id = 0x40000;
    auto const add = [&](std::string const& name, std::vector<std::uint64_t> const& of) {
        for (std::uint64_t const loader : of) file.class_(id += 0x100, name, object, {}, {}, loader);
    };
    add("plugin/Ant", {order[1], order[0]});
    add("plugin/Bee", {order[2], order[2]});  // no duplicate
    add("plugin/Zoo", {order[2], order[0], order[0], order[1]});
    add("shop/Pair", {order[3]});
    auto const answer = Java(file).loaders();
    REQUIRE(answer.loaders.size() == 41);
    for (std::size_t i = 0; i != order.size(); ++i)
        CHECK(answer.loaders[i].object->id == fmt::format("0x{:x}", order[i]));
    std::vector<std::pair<std::string, Texts>> found;
    for (auto const& each : answer.duplicates) found.emplace_back(each.name, each.loaders);
    CHECK(found ==
          std::vector<std::pair<std::string, Texts>>{{"plugin.Zoo", {"@0x20000", "@0x20100", "@0x20200"}},
                                                     {"plugin.Ant", {"@0x20000", "@0x20100"}},
                                                     {"shop.Pair", {"@0x20300", "bootstrap"}}});
    CHECK(answer.loaders[0].duplicates == 2);
    CHECK(answer.loaders[2].duplicates == 1);
    CHECK(answer.loaders[3].duplicates == 1);
    CHECK(answer.loaders[4].duplicates == 0);
    CHECK(answer.loaders[40].duplicates == 1);
}
