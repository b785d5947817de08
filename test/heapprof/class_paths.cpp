// Paths that begin at a class, which may be a few steps longer than the shortest ones.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <heapprof/question/class_paths.hpp>

#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace {

using trav::dump::Node;

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

TEST_CASE("class paths: have at most five steps more than the shortest path", "[unit]") {
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
        CHECK(heapprof::classes_of(dump).size() == 3);
        heapprof::ClassPaths const paths(dump, without(dump.strong(), dump.machinery()));
        // from the class: (classes), List, and the links; as a root: the last link alone
        std::size_t const steps = count + 2;
        bool const prefers = steps <= 1 + 5;
        CAPTURE(count);
        CHECK(paths.prefers_class(last) == prefers);
        CHECK(paths.nodes_to(last).size() == (prefers ? steps : 1));
        CHECK(paths.prefers_class(below) == prefers);
        CHECK(paths.nodes_to(below).size() == (prefers ? steps + 1 : 2));
        CHECK(paths.prefers_class(first));
        CHECK(paths.nodes_to(first).size() == 3);
        CHECK(paths.reached(find(0x91)));
        CHECK(!paths.prefers_class(find(0x91)));
        CHECK(paths.nodes_to(find(0x91)) == std::vector{find(0x91)});
        CHECK(!paths.reached(find(0x92)));
        CHECK(!paths.prefers_class(find(0x92)));

        heapprof::RetainedHeap const heap(dump);
        auto const before = heapprof::ways_to(heap, {last});
        std::vector<Node> way;
        for (std::optional<Node> at = last; at; at = before(*at)) way.insert(way.begin(), *at);
        CHECK(way == paths.nodes_to(last));
        CHECK(!before(find(0x91)));
    }
}
