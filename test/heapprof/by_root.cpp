// Root sets, compared with a slow definition: a search for each root.
#include <heapprof/breakdown/by_root.hpp>
#include <heapprof/breakdown/in_memory.hpp>

#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/node_of.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <cstddef>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::NamedRoot;
using trav::dump::AnyDump;
using trav::dump::EdgeList;
using trav::dump::Node;
using Texts = std::vector<std::string>;

// The text of each object's set.
Texts sets(AnyDump const& dump, std::vector<NamedRoot> const& roots) {
    return heapprof::with_root_flow(roots.size(), [&]<class Flow>(Flow) {
        heapprof::RootsOfPlace<heapprof::InMemory, Flow> found;
        found.solve(heapprof::InMemory(dump), roots);
        Texts texts;
        for (Node n = 0; n != dump.node_count(); ++n) {
            auto const set = found.key(n);
            texts.push_back(found.band(set).text);
            auto const commas = std::ranges::count(texts.back(), ',');
            CHECK(found.members(set) == (texts.back() == "UNREACHED" ? 0 : std::size_t(commas) + 1));
        }
        return texts;
    });
}

// The objects that some reach along the edges that `enters` accepts.
std::vector<bool> reached(EdgeList const& list, std::vector<Node> waiting, auto const& enters) {
    std::vector<bool> found(list.node_count());
    while (!waiting.empty()) {
        Node const n = waiting.back();
        waiting.pop_back();
        if (found[n]) continue;
        found[n] = true;
        list.for_each_edge(n, [&](auto const& edge) {
            if (!edge.weak && enters(edge)) waiting.push_back(edge.to);
        });
    }
    return found;
}

// The same by the definition; `named`: the objects of each named root.
Texts defined(EdgeList const& list, std::vector<std::pair<std::string, std::vector<Node>>> const& named) {
    std::vector<bool> is_named(list.node_count());
    for (auto const& root : named)
        for (Node const n : root.second) is_named[n] = true;
    std::vector<Node> others;
    for (Node const n : trav::dump::roots(list))
        if (!is_named[n]) others.push_back(n);
    auto const kept = reached(list, others, [&](auto const& edge) { return !is_named[edge.to]; });
    Texts texts(list.node_count());
    auto const add = [&](std::string const& name, std::vector<bool> const& objects) {
        for (Node n = 0; n != texts.size(); ++n)
            if (objects[n]) texts[n] += (texts[n].empty() ? "" : ",") + name;
    };
    for (auto const& root : named)
        add(root.first, reached(list, root.second, [&](auto const& edge) {
                return !is_named[edge.to] && !(kept[edge.to] && edge.runtime);
            }));
    add("(other)", kept);
    std::ranges::replace(texts, std::string(), std::string("UNREACHED"));
    return texts;
}

// Objects of each type, with random references, some of them weak or of the runtime unless all are plain.
EdgeList random_dump(std::mt19937& random, std::size_t size, std::size_t types, bool plain) {
    std::string text;
    for (std::size_t n = 0; n != size; ++n) {
        std::string refs;
        for (std::size_t i = random() % 4; i != 0; --i) {
            std::size_t const kind = plain ? 9 : random() % 10;
            refs += (refs.empty() ? R"({"id": )" : R"(, {"id": )") + std::to_string(random() % size) +
                    (kind < 2   ? R"(, "weak": true})"
                     : kind < 5 ? R"(, "runtime": true})"
                                : "}");
        }
        text += test::json_object(int(n), 'T' + std::to_string(n < types ? types - 1 - n : random() % types),
                                  1, (n < 3 ? R"(, "roots": ["r"])" : "") + test::json_refs({refs}));
    }
    std::istringstream stream(text);
    trav::dump::Input input(stream, "random.jsonl");
    return trav::dump::read_json_lines(input);
}

}  // namespace

TEST_CASE("heapprof by root: the sets of random heaps follow the definition", "[property]") {
    std::mt19937 random(5);
    std::size_t shared = 0, both = 0, unreached = 0, others = 0;
    for (std::size_t const count : {3u, 7u, 8u, 15u, 16u, 31u, 32u, 63u, 64u})  // of named roots
        for (int round = 0; round != 25; ++round) {
            INFO(count << ' ' << round);
            std::size_t const types = count + 4;
            EdgeList const list = random_dump(random, 2 * types + random() % 60, types, round % 3 == 0);
            std::vector<NamedRoot> roots;
            std::vector<std::pair<std::string, std::vector<Node>>> named;
            for (std::size_t root = 0; root != count; ++root) {
                std::string const type = 'T' + std::to_string(root);
                std::vector<Node> objects;
                for (Node n = 0; n != list.node_count(); ++n)
                    if (type_name(list, n) == type) objects.push_back(n);
                roots.push_back({'r' + std::to_string(root), heapprof::ObjectSelector("class:" + type)});
                named.emplace_back('r' + std::to_string(root), std::move(objects));
            }
            auto const any = trav::dump::any_dump(EdgeList(list));
            Texts const expected = defined(list, named);
            CHECK(sets(*any, roots) == expected);
            for (std::string const& text : expected) {
                bool const other = text.ends_with("(other)"), many = text.find(',') != text.npos;
                unreached += text == "UNREACHED", others += text == "(other)";
                both += other && many, shared += !other && many;
            }
        }
    CHECK(std::min({shared, both, unreached, others}) > 50);
}

TEST_CASE("heapprof by root: two roots of one name are one, and may be one object", "[unit]") {
    auto const dump =
        any_dump_of("ROOT app\nNODE app App 1\napp a a\napp b b\napp c c\nNODE a A 1\nNODE b B 1\n"
                    "NODE c C 1\na s s\nb s s\nNODE s S 1\n");
    auto const of = [&](std::vector<NamedRoot> const& roots, std::string const& id) {
        return sets(*dump, roots)[test::node_of(*dump, id)];
    };
    heapprof::ObjectSelector const a("app.a"), b("app.b");
    CHECK(of({{"one", a}, {"one", b}}, "s") == "one");
    CHECK(of({{"one", a}, {"two", a}}, "a") == "one,two");
    CHECK(of({{"one", a}, {"two", b}}, "a") == "one");
    CHECK(of({{"one", a}}, "s") == "one,(other)");
    CHECK(of({{"one", a}}, "c") == "(other)");
    CHECK(of({{"all", heapprof::ObjectSelector("app")}}, "c") == "all");
    CHECK_THROWS_AS(of({{"one", heapprof::ObjectSelector("app.z")}}, "c"), trav::dump::Error);
}

TEST_CASE("heapprof by root: a set has a bit for each root and (other), or 4 bytes from 64 roots on",
          "[unit]") {
    auto const bytes = [](std::size_t roots) {
        return heapprof::with_root_flow(roots, []<class Flow>(Flow) { return sizeof(typename Flow::value); });
    };
    CHECK(bytes(0) == 1);
    CHECK(bytes(7) == 1);
    CHECK(bytes(8) == 2);
    CHECK(bytes(15) == 2);
    CHECK(bytes(16) == 4);
    CHECK(bytes(31) == 4);
    CHECK(bytes(32) == 8);
    CHECK(bytes(63) == 8);
    CHECK(bytes(64) == 4);
}
