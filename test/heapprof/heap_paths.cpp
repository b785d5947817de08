#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/file/dump_formats.hpp>
#include <heapprof/heap/heap_paths.hpp>
#include <heapprof/heap/starts.hpp>
#include <heapprof/question/dump_objects.hpp>
#include <heapprof/question/outline.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::Node;

constexpr std::size_t far = std::numeric_limits<std::size_t>::max() / 2;

// The number of steps from the nearest of some objects to each object.
std::vector<std::size_t> steps(heapprof::HeapGraph const& graph, std::vector<Node> level) {
    std::vector<std::size_t> found(graph.count(), far);
    for (std::size_t n = 0; !level.empty(); ++n) {
        std::vector<Node> next;
        for (Node const each : level) {
            if (found[each] != far) continue;
            found[each] = n;
            for (Node const to : graph.children(each)) next.push_back(to);
        }
        level = next;
    }
    return found;
}

// List.first is the first of some links, which refer to the next one; the last one is also a root.
WrittenHprof links(std::uint64_t count) {
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "Link", 1, {{"next", java_object}});
    file.class_(3, "List", 1, {}, {{"first", 0x61}});
    std::uint64_t const last = 0x60 + count;
    for (std::uint64_t n = 0x61; n != last; ++n) file.instance(n, 2, file.data().id(n + 1));
    file.instance(last, 2, file.data().id(0x90));
    file.instance(0x90, 2, file.data().id(0));
    file.instance(0x91, 2, file.data().id(0));  // another root
    file.instance(0x92, 2, file.data().id(0));  // garbage
    for (std::uint64_t const root : {last, std::uint64_t{0x91}}) file.heap.u(1, 0x01).id(root).id(0);
    return file;
}

}  // namespace

TEST_CASE("heapprof: a path begins at a class if another root is nearer by less than six steps", "[unit]") {
    std::size_t by_class = 0, by_root = 0, nearer_root = 0;
    for (std::string const file : {"example/data/shop.hprof.gz", "example/data/shop.rubyheap.gz"})
        heapprof::with_dump(file, {}, [&](AnyDump const& dump) {
            Node const global = dump.globals().front();
            std::vector<Node> classes, others;
            dump.for_each_edge(global, [&](AnyDump::Edge const& each) {
                std::string const type = type_name(dump, each.to);
                bool const is_class = type == "java.lang.Class" || type == "Class" || type == "Module";
                (is_class ? classes : others).push_back(each.to);
            });
            for (Node const n : trav::dump::roots(dump))
                if (n != global) others.push_back(n);  // classes as well, but as fields they are preferred
            heapprof::HeapGraph const graph(dump, without(dump.strong(), dump.machinery()));
            auto const from_class = steps(graph, classes), from_root = steps(graph, others);
            heapprof::HeapPaths const paths(graph, heapprof::path_starts(dump));
            for (Node n = 0; n != dump.node_count(); ++n) {
                if (n == global) continue;
                bool const is_class = from_class[n] != far && from_class[n] + 2 < from_root[n] + 1 + 6;
                (is_class ? by_class : by_root) += from_root[n] != far;
                nearer_root += is_class && from_root[n] < from_class[n];
                std::size_t const nodes = is_class ? from_class[n] + 2 : from_root[n] + 1;
                INFO(file << ' ' << n);
                REQUIRE(paths.reached(n) == (from_class[n] != far || from_root[n] != far));
                REQUIRE(paths.nodes_to(n).size() == (paths.reached(n) ? nodes : 0));
            }
        });
    CHECK(by_class > 100);
    CHECK(by_root > 100);
    CHECK(nearer_root > 0);
}

TEST_CASE("heapprof: the page, and the comparison of dumps, name an object by a static field", "[unit]") {
    // Jobs.queue, and a variable of a thread that is the queue, too
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "Queue", 1, {{"first", java_object}});
    file.class_(3, "Jobs", 1, {}, {{"queue", 0x60}});
    file.heap.u(1, 0x03).id(0x60).u(4, 7).u(4, 0xffffffff);  // the variable
    file.instance(0x60, 2, file.data().id(0x70));
    file.instance(0x70, 1, file.data());
    Folder const folder;
    write(folder / "x.hprof", file.bytes());
    heapprof::with_dump(folder / "x.hprof", {}, [&](AnyDump const& dump) {
        heapprof::RetainedHeap const heap(dump);
        Node const job = test::node_of(dump, "0x70");
        heapprof::TypeNumbers types;
        CHECK(heapprof::objects_of(heap, types).paths.at(job) == "Jobs.queue.first");
        std::vector<std::string> paths;
        for (auto const& type : heapprof::outline(heap).types)
            for (auto const& object : type.largest)
                if (object.id == dump.id(job)) paths.push_back(object.path);
        CHECK(paths == std::vector<std::string>{"Jobs.queue.first"});
    });
}

TEST_CASE("heapprof: a path from a class has at most five steps more than the shortest one", "[unit]") {
    for (std::uint64_t count = 1; count != 9; ++count) {
        auto const any = trav::dump::any_dump(trav::dump::JvmDump(links(count).read()));
        trav::dump::AnyDump const& dump = *any;
        auto const find = [&](std::uint64_t id) {
            for (Node n = 0; n != dump.node_count(); ++n)
                if (trav::dump::id_text(dump, n) == fmt::format("0x{:x}", id)) return n;
            FAIL("no such object");
            return Node{0};
        };
        Node const first = find(0x61), last = find(0x60 + count), below = find(0x90);
        heapprof::HeapGraph const graph(dump, without(dump.strong(), dump.machinery()));
        heapprof::HeapPaths const paths(graph, heapprof::path_starts(dump));
        // from the class: (classes), List, and the links; as a root: the last link alone
        std::size_t const steps = count + 2;
        bool const prefers = steps <= 1 + 5;
        CAPTURE(count);
        CHECK(paths.nodes_to(last).size() == (prefers ? steps : 1));
        CHECK(paths.nodes_to(below).size() == (prefers ? steps + 1 : 2));
        CHECK(paths.nodes_to(first).size() == 3);
        CHECK(paths.reached(find(0x91)));
        CHECK(paths.nodes_to(find(0x91)) == std::vector{find(0x91)});
        CHECK(!paths.reached(find(0x92)));

        heapprof::RetainedHeap const heap(dump);
        auto const before = heapprof::ways_to(heap);
        std::vector<Node> way;
        for (std::optional<Node> at = last; at; at = before(*at)) way.insert(way.begin(), *at);
        CHECK(way == paths.nodes_to(last));
        CHECK(!before(find(0x91)));
        CHECK(!before(find(0x92)));
    }
}

TEST_CASE("heapprof: a path leads through V8's stack only if there is no other", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {element, 2}}, "(root)");
    v8.node("object", 0, {{property, 3, "app"}}, "global");
    v8.node("synthetic", 0, {{element, 4}}, "(GC roots)");
    v8.node("object", 0, {{property, 8, "a"}}, "App");
    v8.node("synthetic", 0, {{element, 5}, {element, 6}}, "(Stack roots)");
    v8.node("object", 0, {}, "Shared");
    v8.node("object", 0, {{property, 7, "local"}}, "Frame");
    v8.node("object", 0, {}, "Local");
    v8.node("object", 0, {{property, 9, "b"}}, "Far");
    v8.node("object", 0, {{property, 5, "c"}}, "Farther");
    auto const dump = any_dump_of(v8);
    heapprof::RetainedHeap const heap(*dump);
    heapprof::HeapPaths const paths(heap.graph.base(), heapprof::path_starts(*dump));
    CHECK(paths.nodes_to(5) == std::vector<Node>{1, 3, 8, 9, 5});
    CHECK(paths.before(6) == 4U);
    CHECK(paths.before(7) == 6U);
    auto const before = heapprof::ways_to(heap);
    for (Node n = 0; n != dump->node_count(); ++n) CHECK(before(n) == paths.before(n));
}

TEST_CASE("heapprof: the ways in a dump without classes follow the runtime's references, too", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "app", "type": "A", "size": 1, "roots": ["app"], "refs": [{"id": "c", "name": "c", "runtime": true},
    {"id": "b", "name": "b"}]}
{"id": "b", "type": "A", "size": 1, "refs": [{"id": "c", "name": "c"}]}
{"id": "c", "type": "A", "size": 1}
{"id": "d", "type": "A", "size": 1}
{"objects": 4}
)"));
    heapprof::RetainedHeap const heap(*dump);
    auto const before = heapprof::ways_to(heap);
    Node const app = test::node_of(*dump, "app");
    CHECK(before(test::node_of(*dump, "c")) == app);
    CHECK(before(test::node_of(*dump, "b")) == app);
    CHECK(!before(app));
    CHECK(!before(test::node_of(*dump, "d")));
}
