#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/question/path_selector.hpp>
#include <heapprof/question/retained_heap.hpp>
#include <heapprof/question/ways.hpp>

#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/dump.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using trav::dump::EdgeList;
using trav::dump::Node;

template <class D>
using WaysOf =
    heapprof::Ways<D, typename heapprof::RetainedHeap<D>::Graph, typename heapprof::RetainedHeap<D>::Holds>;

// The ways to all objects of a graph that is written as text, by the objects' ids.
struct Found {
    explicit Found(std::string const& text) : dump(dump_of(text)), heap(dump) {}
    std::string to(std::string const& id) const {
        std::vector<Node> all{WaysOf<EdgeList>::none};
        for (Node const n : heap.tree.preorder()) all.push_back(n);
        WaysOf<EdgeList> const ways(dump, heap.graph, heap.holds, all);
        for (Node const n : heap.tree.preorder())
            if (trav::dump::id_text(dump, n) == id) return ways.to(n);
        return "not there";
    }
    EdgeList dump;
    heapprof::RetainedHeap<EdgeList> heap;
};

// Of some of the objects of a dump the ways, which must select them, and be those that `dump --largest`
// prints, or begin with the id of a root where these begin with a field that no other root has.
template <class D>
void check_ways(D const& dump, std::size_t every) {
    heapprof::RetainedHeap<D> const heap(dump);
    std::vector<Node> some{WaysOf<D>::none}, more;
    std::size_t i = 0;
    for (Node const n : heap.tree.preorder())
        if (!is_runtime(dump, n) && i++ % every == 0) (i % 3 == 0 ? more : some).push_back(n);
    WaysOf<D> const ways(dump, heap.graph, heap.holds, some, more);
    heapprof::ShortestSelectors const paths(dump, heap.graph, heap.holds);
    CHECK(ways.all().size() >= some.size());
    std::size_t reached = 0;
    some.insert(some.end(), more.begin(), more.end());
    for (Node const n : some) {
        if (n == WaysOf<D>::none) continue;
        std::string const way = ways.to(n);
        INFO(way);
        REQUIRE(trav::dump::Selector(way).find(dump) == std::vector{n});
        ++reached;
        std::string const path = paths.to(n);
        CHECK(!path.empty());
        CHECK(way.ends_with(path));
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
    WaysOf<Dump> const ways(dump, heap.graph, heap.holds, {WaysOf<Dump>::none}, {3, 4});
    CHECK(ways.to(3) == "[@5].app");
    CHECK(ways.to(4) == "[@5].app[3]");
    CHECK(trav::dump::Selector("app").find(dump) == std::vector<Node>{2, 3});
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

TEST_CASE("ways: in every format each of them selects its object, and is one that `--largest` prints",
          "[unit]") {
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
