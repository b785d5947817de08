#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/question/retained_heap.hpp>
#include <heapprof/question/starts.hpp>
#include <heapprof/question/ways.hpp>

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/selector.hpp>
#include <trav/dump/v8/dump.hpp>
#include <trav/graph/write_csr.hpp>
#include <trav/path/shortest_paths.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using trav::dump::EdgeList;
using trav::dump::Node;

// Shortest ways, as the page has them.
template <class D>
heapprof::Ways<D> shortest(heapprof::RetainedHeap<D> const& heap, std::vector<Node> objects,
                           std::vector<Node> const& more = {}) {
    trav::ShortestPaths const paths(heap.graph, heapprof::path_starts(heap.dump));
    return {heap.dump, heapprof::Beginnings(heap.dump), heap.holds, paths, std::move(objects), more};
}

// The ways to all objects of a graph that is written as text, by the objects' ids.
struct Found {
    explicit Found(std::string const& text) : dump(dump_of(text)), heap(dump) {}
    std::string to(std::string const& id) const {
        std::vector<Node> all{heapprof::Ways<EdgeList>::none};
        for (Node const n : heap.tree.preorder()) all.push_back(n);
        auto const ways = shortest(heap, all);
        for (Node const n : heap.tree.preorder())
            if (trav::dump::id_text(dump, n) == id) return ways.to(n);
        return "not there";
    }
    EdgeList dump;
    heapprof::RetainedHeap<EdgeList> heap;
};

// Of some of the objects of a dump the ways, which must select them.
template <class D>
void check_ways(D const& dump, std::size_t every) {
    heapprof::RetainedHeap<D> const heap(dump);
    std::vector<Node> some{heapprof::Ways<D>::none}, more;
    std::size_t i = 0;
    for (Node const n : heap.tree.preorder())
        if (!is_runtime(dump, n) && i++ % every == 0) (i % 3 == 0 ? more : some).push_back(n);
    auto const ways = shortest(heap, some, more);
    CHECK(ways.all().size() >= some.size());
    std::size_t reached = 0;
    some.insert(some.end(), more.begin(), more.end());
    for (Node const n : some) {
        if (n == heapprof::Ways<D>::none) continue;
        std::string const way = ways.to(n);
        INFO(way);
        REQUIRE(trav::dump::Selector(way).find(dump) == std::vector{n});
        ++reached;
    }
    CHECK(reached > 20);
}

}  // namespace

TEST_CASE("ways: each step is the name that leads there, or else an id", "[unit]") {
    Found const found("NODE a App 10\nNODE b B 10\nNODE c C 10\nNODE d D 10\nNODE e E 10\nNODE f F 10\n"
                      "ROOT a app\na b list\nb c 0\nb d 12\nb e \"x y\"\na f\nf c twin\n");
    CHECK(found.to("a") == "app");
    CHECK(found.to("b") == "app.list");
    CHECK(found.to("c") == "app.list[0]");
    CHECK(found.to("d") == "app.list[12]");
    CHECK(found.to("f") == "app[@f]");
}

TEST_CASE(
    "ways: of two references with one name the first leads there, the other object is written by its id",
    "[unit]") {
    Found const found("NODE a App 10\nNODE b B 10\nNODE c C 10\nNODE d D 10\nROOT a app\na b it\na c it\n"
                      "c d own\n");
    CHECK(found.to("b") == "app.it");
    CHECK(found.to("c") == "app[@c]");
    CHECK(found.to("d") == "app[@c].own");
}

TEST_CASE("ways: where two roots have one name, they begin with the root's id", "[unit]") {
    Found const found("NODE a App 10\nNODE b App 10\nNODE c C 10\nNODE d D 10\nROOT a app\nROOT b app\n"
                      "a c own\nb d own\n");
    CHECK(found.to("a") == "@a");
    CHECK(found.to("c") == "[@a].own");
    CHECK(found.to("d") == "[@b].own");
}

TEST_CASE("ways: what two global objects have by one name begins with the id of one of them", "[unit]") {
    // `app` is the second global object, and has an `app` itself
    auto const dump = read_text(with(",2,7,21", ",2,6,21", with("[5,1,7,1,2,35", "[5,1,7,5,2,14")));
    using Dump = trav::dump::V8Snapshot;
    heapprof::RetainedHeap<Dump> const heap(dump);
    auto const ways = shortest(heap, {heapprof::Ways<Dump>::none}, {3, 4});
    CHECK(ways.to(3) == "[@5].app");
    CHECK(ways.to(4) == "[@5].app[3]");
    CHECK(trav::dump::Selector("app").find(dump) == std::vector<Node>{2, 3});
}

TEST_CASE("ways: where there are globals, a way begins with a step from a root if that leads from no other",
          "[unit]") {
    // node 0 is the global object and refers to 3 as `cache`; so do the roots, 1 and 2, which refer to 4
    // and 5 as `own`; 2 refers to 6 as `other`, and 5 to 7 as `deep`
    Folder const folder;
    std::vector<std::uint32_t> const offsets{0, 1, 3, 6, 6, 6, 7, 7, 7}, targets{3, 3, 4, 3, 5, 6, 7};
    trav::write_csr(folder / "a", trav::Csr<>(offsets, targets), [](trav::CsrColumnWriter& out) {
        auto const numbers = [&](char const* name, std::vector<std::uint32_t> const& items) {
            out.items<std::uint32_t>(name, items.size(), [&](auto put) {
                for (auto const item : items) put(item);
            });
        };
        numbers("global", {0});
        numbers("root", {1, 2});
        out.texts("root name", std::vector<std::string>{"thread", "thread"});
        numbers("edge name", {0, 0, 1, 0, 1, 2, 3});
        out.texts("string", std::vector<std::string>{"cache", "own", "other", "deep"});
    });
    trav::dump::CsrDump const dump(folder / "a");
    heapprof::RetainedHeap<trav::dump::CsrDump> const heap(dump);
    auto const ways = shortest(heap, {heapprof::Ways<trav::dump::CsrDump>::none}, {1, 3, 4, 5, 6, 7});
    CHECK(ways.to(1) == "@1");
    CHECK(ways.to(3) == "cache");
    CHECK(ways.to(4) == "[@1].own");
    CHECK(ways.to(5) == "[@2].own");
    CHECK(ways.to(6) == "other");
    CHECK(ways.to(7) == "[@2].own.deep");
    CHECK(heapprof::without_id(dump, ways.to(7), 7) == "own.deep");  // the other `own` leads no further
    CHECK(heapprof::without_id(dump, ways.to(5), 5) == "[@2].own");
    CHECK(heapprof::without_id(dump, ways.to(1), 1) == "@1");
    for (Node const n : {1U, 3U, 4U, 5U, 6U, 7U})
        CHECK(trav::dump::Selector(ways.to(n)).find(dump) == std::vector{n});
}

TEST_CASE("ways: one of more than a thousand steps begins on the way", "[unit]") {
    std::string text = "ROOT n0 app\n";
    for (int i = 0; i != 3000; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE n" + n + " Link 8\n";
        if (i != 0) text += 'n' + std::to_string(i - 1) + " n" + n + " next\n";
    }
    Found const found(text);
    std::string const whole = found.to("n1000"), cut = found.to("n1001");
    CHECK(whole.starts_with("app.next.next"));
    CHECK(std::ranges::count(whole, '.') == 1000);
    CHECK(cut.starts_with("[@n2].next.next"));
    CHECK(std::ranges::count(cut, '.') == 999);
    CHECK(trav::dump::Selector(cut).find(found.dump) == std::vector<Node>{1001});
}

TEST_CASE("ways: in every format each of them selects its object", "[unit]") {
    trav::dump::Input v8("example/data/shop-3.heapsnapshot.gz");
    check_ways(trav::dump::read_v8_dump(v8), 1009);
    trav::dump::Input jvm("example/data/shop.hprof.gz");
    check_ways(trav::dump::read_jvm_dump(jvm), 1009);
    trav::dump::Input ruby("example/data/shop.rubyheap.gz");
    check_ways(trav::dump::read_ruby(ruby), 101);
    trav::dump::Input python("example/data/shop.jsonl.gz");
    check_ways(trav::dump::read_json_lines(python), 101);
    trav::dump::Input deno("test/data/v8/deno.heapsnapshot.gz");
    check_ways(trav::dump::read_v8_dump(deno), 17);
    trav::dump::Input bun("test/data/v8/bun.heapsnapshot.gz");
    check_ways(trav::dump::read_v8_dump(bun), 101);
}
