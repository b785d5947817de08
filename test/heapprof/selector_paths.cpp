#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/folder.hpp"

#include <heapprof/heap/heap_paths.hpp>
#include <heapprof/heap/retained_heap.hpp>
#include <heapprof/heap/starts.hpp>
#include <heapprof/question/selector_paths.hpp>

#include <trav/dump/csr/dump.hpp>
#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/selector.hpp>
#include <trav/graph/write_csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::SelectorPaths;
using trav::dump::AnyDump;
using trav::dump::Node;

// Shortest paths to objects, as in the page.
SelectorPaths shortest(heapprof::RetainedHeap const& heap, std::vector<Node> objects,
                       std::vector<Node> const& more = {}) {
    heapprof::HeapPaths const paths(heap.graph.base(), heapprof::path_starts(heap.dump));
    auto const before = [&](Node n) { return paths.before(n); };
    return {heap.dump, heapprof::SelectorRoots(heap.dump), heap.holds, before, std::move(objects), more};
}

// The paths to all objects of a text graph, by object id.
struct Found {
    explicit Found(std::string const& text) : any(any_dump_of(text)), dump(*any), heap(dump) {}
    std::string to(std::string const& id) const {
        std::vector<Node> all{SelectorPaths::none};
        for (Node const n : heap.tree.preorder()) all.push_back(n);
        auto const paths = shortest(heap, all);
        for (Node const n : heap.tree.preorder())
            if (trav::dump::id_text(dump, n) == id) return paths.to(n);
        return "not there";
    }
    std::unique_ptr<AnyDump const> any;
    AnyDump const& dump;
    heapprof::RetainedHeap heap;
};

// Checks that the paths to some objects of a dump select them.
template <class D>
void check_paths(D concrete, std::size_t every) {
    auto const any = trav::dump::any_dump(std::move(concrete));
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    std::vector<Node> some{SelectorPaths::none}, more;
    std::size_t i = 0;
    for (Node const n : heap.tree.preorder())
        if (!is_runtime(dump, n) && i++ % every == 0) (i % 3 == 0 ? more : some).push_back(n);
    auto const paths = shortest(heap, some, more);
    CHECK(paths.all().size() >= some.size());
    std::size_t reached = 0;
    some.insert(some.end(), more.begin(), more.end());
    for (Node const n : some) {
        if (n == SelectorPaths::none) continue;
        std::string const path = paths.to(n);
        INFO(path);
        REQUIRE(trav::dump::Selector(path).find(dump) == std::vector{n});
        ++reached;
    }
    CHECK(reached > 20);
}

}  // namespace

TEST_CASE("selector paths: each step is a field's name, or an id without a name", "[unit]") {
    Found const found("NODE a App 10\nNODE b B 10\nNODE c C 10\nNODE d D 10\nNODE e E 10\nNODE f F 10\n"
                      "ROOT a app\na b list\nb c 0\nb d 12\nb e \"x y\"\na f\nf c twin\n");
    CHECK(found.to("a") == "app");
    CHECK(found.to("b") == "app.list");
    CHECK(found.to("c") == "app.list[0]");
    CHECK(found.to("d") == "app.list[12]");
    CHECK(found.to("f") == "app[@f]");
}

TEST_CASE("selector paths: of two references with one name the second one's target is written as an id",
          "[unit]") {
    Found const found("NODE a App 10\nNODE b B 10\nNODE c C 10\nNODE d D 10\nROOT a app\na b it\na c it\n"
                      "c d own\n");
    CHECK(found.to("b") == "app.it");
    CHECK(found.to("c") == "app[@c]");
    CHECK(found.to("d") == "app[@c].own");
}

TEST_CASE("selector paths: begin with the root's id if two roots have one name", "[unit]") {
    Found const found("NODE a App 10\nNODE b App 10\nNODE c C 10\nNODE d D 10\nROOT a app\nROOT b app\n"
                      "a c own\nb d own\n");
    CHECK(found.to("a") == "@a");
    CHECK(found.to("c") == "[@a].own");
    CHECK(found.to("d") == "[@b].own");
}

TEST_CASE("selector paths: begin with a global object's id if two of them have a field of this name",
          "[unit]") {
    // `app` is the second global object, and has a field `app`
    auto const any =
        trav::dump::any_dump(read_text(with(",2,7,21", ",2,6,21", with("[5,1,7,1,2,35", "[5,1,7,5,2,14"))));
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    auto const paths = shortest(heap, {SelectorPaths::none}, {3, 4});
    CHECK(paths.to(3) == "[@5].app");
    CHECK(paths.to(4) == "[@5].app[3]");
    CHECK(trav::dump::Selector("app").find(dump) == std::vector<Node>{2, 3});
}

TEST_CASE("selector paths: with globals, begin with a root's step if no other root has it", "[unit]") {
    // node 0 is the global object and refers to 3 as `cache`; so do the roots 1 and 2, which refer to 4 and 5
    // as `own`; 2 refers to 6 as `other`, and 5 to 7 as `deep`
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
    auto const any = trav::dump::any_dump(trav::dump::CsrDump(folder / "a"));
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    auto const paths = shortest(heap, {SelectorPaths::none}, {1, 3, 4, 5, 6, 7});
    CHECK(paths.to(1) == "@1");
    CHECK(paths.to(3) == "cache");
    CHECK(paths.to(4) == "[@1].own");
    CHECK(paths.to(5) == "[@2].own");
    CHECK(paths.to(6) == "other");
    CHECK(paths.to(7) == "[@2].own.deep");
    CHECK(heapprof::without_id(dump, paths.to(7), 7) == "own.deep");  // the other `own` has no fields
    CHECK(heapprof::without_id(dump, paths.to(5), 5) == "[@2].own");
    CHECK(heapprof::without_id(dump, paths.to(1), 1) == "@1");
    for (Node const n : {1U, 3U, 4U, 5U, 6U, 7U})
        CHECK(trav::dump::Selector(paths.to(n)).find(dump) == std::vector{n});
}

TEST_CASE("selector paths: begin with the id of a root without a name", "[unit]") {
    Folder const folder;
    std::vector<std::uint32_t> const offsets{0, 1, 1}, targets{1};
    trav::write_csr(folder / "a", trav::Csr<>(offsets, targets), [](trav::CsrColumnWriter& out) {
        out.items<std::uint32_t>("root", 1, [](auto put) { put(0U); });
        out.texts("root name", std::vector<std::string>{""});
    });
    auto const dump = trav::dump::any_dump(trav::dump::CsrDump(folder / "a"));
    heapprof::SelectorRoots const roots(*dump);
    CHECK(roots.text(0) == "@0");
    CHECK(trav::dump::text(roots.path(0, {"own"})) == "[@0].own");
}

TEST_CASE("selector paths: begin with Node's process, which is behind a getter", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    auto const any = [](std::uint32_t other) {
        Written v8;
        v8.node("synthetic", 0, {{shortcut, 1}}, "(root)");
        v8.node("object", 0, {{property, 2, "process"}, {property, 3, "get process"}}, "global");
        v8.node("hidden", 0, {}, "system / AccessorPair");
        v8.node("closure", 0, {{internal, 4, "context"}}, "get");
        v8.node("hidden", 0, {{context, 5, "_process"}, {context, 6, "other"}}, "system / Context");
        v8.node("object", 0, {{property, 6, "main"}}, "process");
        v8.node("object", 0, {{internal, 7, "scope"}}, "Module");
        v8.node("hidden", 0, {{context, other, "process"}, {context, 6, "later"}}, "system / Context");
        return any_dump_of(v8);
    };
    auto const text = [](AnyDump const& dump, Node n) {
        heapprof::RetainedHeap const heap(dump);
        return shortest(heap, {SelectorPaths::none, n}).to(n);
    };
    auto const dump = any(5);
    CHECK(heapprof::process_of_node(*dump) == 5u);
    CHECK(heapprof::path_starts(*dump) == std::vector<Node>{1, 5, 0});
    CHECK(text(*dump, 6) == "process.main");
    CHECK(trav::dump::Selector("process.main").find(*dump) == std::vector<Node>{6});
    CHECK(text(*dump, 5) == "@15");           // `process` selects the getter
    CHECK(text(*any(6), 6) == "[@15].main");  // a variable of this name has another object
}

TEST_CASE("selector paths: a path of more than a thousand steps begins on the way", "[unit]") {
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

TEST_CASE("selector paths: select their objects in every format", "[unit]") {
    trav::dump::Input v8("example/data/shop-3.heapsnapshot.gz");
    check_paths(trav::dump::read_v8_dump(v8), 1009);
    trav::dump::Input jvm("example/data/shop.hprof.gz");
    check_paths(trav::dump::read_jvm_dump(jvm), 1009);
    trav::dump::Input ruby("example/data/shop.rubyheap.gz");
    check_paths(trav::dump::read_ruby(ruby), 101);
    trav::dump::Input python("example/data/shop.jsonl.gz");
    check_paths(trav::dump::read_json_lines(python), 101);
    trav::dump::Input deno("test/data/v8/deno.heapsnapshot.gz");
    check_paths(trav::dump::read_v8_dump(deno), 17);
    trav::dump::Input bun("test/data/v8/bun.heapsnapshot.gz");
    check_paths(trav::dump::read_v8_dump(bun), 101);
}
