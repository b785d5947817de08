// The answers of why, tree and show as structs, before conversion to text or JSON.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/heap/heap_paths.hpp>
#include <heapprof/heap/retained_heap.hpp>
#include <heapprof/heap/starts.hpp>
#include <heapprof/question/dominator_dot.hpp>
#include <heapprof/question/same_ids.hpp>
#include <heapprof/question/show.hpp>
#include <heapprof/question/tree.hpp>
#include <heapprof/question/why.hpp>

#include <trav/dump/selector.hpp>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace heapprof;
using trav::dump::Node;

// 1 + 2 + 10 + 20 + 30 bytes below the app, 5 outside it; the log shares the icon and refers weakly to the
// old session.
auto const store_dump = any_dump_of(R"(
NODE app  App     1
NODE map  Map     2
NODE ann  Session 10
NODE bob  Session 20
NODE cid  Session 30
NODE icon Icon    7
NODE log  Log     5
NODE old  Session 100
ROOT app
ROOT log
app map  sessions
map ann  0
map bob  1
map cid  2
app icon
log icon
WEAK log old old
)");
AnyDump const& store = *store_dump;

std::vector<Node> find(std::string const& selector) { return trav::dump::Selector(selector).find(store); }

WhyAnswer why(std::string const& selector, WhyOptions const& options = {}) {
    return heapprof::why(store, find(selector), options);
}

// "app 63, map 62"
std::string text(auto const& list, auto bytes) {
    std::string all;
    for (auto const& each : list)
        all += (all.empty() ? "" : ", ") + each.object.id + ' ' + std::to_string(bytes(each));
    return all;
}
std::string dominators(WhyAnswer const& answer) {
    return text(answer.dominators, [](auto const& each) { return each.retained.bytes; });
}
std::string steps(WhyAnswer::Path const& path) {
    return text(path.steps, [](auto const& each) { return each.retained; });
}
std::string lines(TreeAnswer const& answer) {
    std::string all;
    for (auto const& [depth, retained, field, object, more] : answer.lines)
        all += std::string(depth, ' ') + field + '|' + (more != 0 ? "+" + std::to_string(more) : object.id) +
               '|' + std::to_string(retained.bytes) + '\n';
    return all;
}

}  // namespace

TEST_CASE("heapprof answers: `why` explains one object", "[unit]") {
    WhyAnswer const answer = why("@bob");
    REQUIRE(answer.object);
    CHECK(answer.own == trav::Amount{20, 1});
    CHECK(answer.total == trav::Amount{175, 8});  // of the whole dump
    REQUIRE(answer.paths.size() == 1);
    CHECK(answer.paths_in_all == 1);
    CHECK(answer.paths[0].selector == "app.sessions[1]");
    CHECK(steps(answer.paths[0]) == "app 63, map 62, bob 20");
    CHECK(dominators(answer) == "map 62, app 63");
    CHECK(answer.unreached == 0);
    WhyAnswer const weak = why("@old");
    CHECK(weak.paths.empty());
    CHECK(weak.unreached == 1);
    CHECK(weak.retained.bytes == 0);
    REQUIRE(weak.held_by.referrers.size() == 1);
    CHECK(weak.held_by.referrers[0].kind == ReferenceKind::weak);
    WhyAnswer const icon = why("@icon", {true, 1});
    CHECK(icon.paths.size() == 1);
    CHECK(steps(icon.paths[0]).starts_with("app "));  // before the log, whose path is as long
    CHECK(icon.paths_in_all == 2);
    CHECK(icon.dominators.empty());
}

TEST_CASE("heapprof answers: `why` explains all objects of a class", "[unit]") {
    WhyAnswer const answer = why("class:Session");
    CHECK(!answer.object);
    CHECK(answer.own == trav::Amount{160, 4});
    CHECK(answer.retained == trav::Amount{60, 3});  // the old session is garbage
    CHECK(answer.unreached == 1);
    CHECK(answer.merged.size() == 1);
    CHECK(dominators(answer) == "map 62, app 63");
    CHECK(why("class:Session", {false, 1}).more_dominators == 1);
    REQUIRE(answer.held_by.referrers.size() == 2);
    CHECK(answer.held_by.referrers[0].references == 3);
    CHECK(!answer.held_by.referrers[0].object);
    CHECK(why("class:Session", {false, 1}).held_by.more_references == 1);
}

TEST_CASE("heapprof answers: a path of 1,000 steps is shortened to a hundred", "[unit]") {
    std::string list = "ROOT n0\n";
    for (int i = 0; i != 999; ++i) list += 'n' + std::to_string(i) + " n" + std::to_string(i + 1) + " next\n";
    auto const dump = any_dump_of(list);
    auto const answer = heapprof::why(*dump, trav::dump::Selector("@n999").find(*dump), WhyOptions{});
    REQUIRE(answer.paths.size() == 1);
    REQUIRE(answer.paths[0].steps.size() == 100);
    CHECK(answer.paths[0].left_out == 900);
    CHECK(answer.paths[0].begins_after == 0);
    CHECK(answer.paths[0].steps[49].object.id == "n49");
    CHECK(answer.paths[0].steps[50].object.id == "n950");
    CHECK(answer.paths[0].steps[99].object.id == "n999");
}

// The stack holds the entries, which a function's module has in a variable, and a frame.
TEST_CASE("heapprof answers: V8's stack is the last resort of a path", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}, {element, 2}}, "(root)");
    v8.node("object", 0, {{property, 3, "app"}}, "global");
    v8.node("synthetic", 0, {{element, 8}}, "(GC roots)");
    v8.node("object", 0, {{property, 4, "load"}}, "App");
    v8.node("closure", 0, {{internal, 5, "context"}}, "load");
    v8.node("hidden", 0, {{internal, 6, "previous"}, {context, 7, "entries"}}, "system / Context");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("object", 0, {}, "Entries");
    v8.node("synthetic", 0, {{element, 7}, {element, 9, "frame"}}, "(Stack roots)");
    v8.node("object", 0, {}, "Frame");
    auto const any = any_dump_of(v8);
    AnyDump const& dump = *any;
    WhyAnswer const entries = heapprof::why(dump, {7}, {}), frame = heapprof::why(dump, {9}, {});
    REQUIRE(entries.paths.size() == 1);
    CHECK(entries.paths[0].selector == "app.load.context.entries");
    CHECK(entries.paths[0].runtime);  // from a function to the scope of its module
    CHECK(entries.unreached == 0);
    REQUIRE(frame.paths.size() == 1);
    CHECK(steps(frame.paths[0]) == "10 0, 12 0, 18 0, 19 0");  // node i has the id 10 + i
    WhyAnswer const both = heapprof::why(dump, {7, 9}, {});
    REQUIRE(both.merged.size() == 2);
    CHECK(both.merged[0].paths.lines.back().text == ".entries -> Entries");
    CHECK(both.merged[1].paths.lines.back().text.ends_with(" -> Frame"));

    heapprof::HeapGraph const all(dump, dump.strong());
    heapprof::HeapPaths const paths(all, heapprof::path_starts(dump)), global(all, {1});
    CHECK(paths.nodes_to(7) == std::vector<Node>{1, 3, 4, 5, 7});
    CHECK(paths.nodes_to(9) == std::vector<Node>{0, 2, 8, 9});
    CHECK(paths.before(8) == 2u);
    CHECK(global.nodes_to(7) == std::vector<Node>{1, 3, 4, 5, 7});
    for (Node const n : {8u, 9u}) {  // nothing leads to the stack
        CHECK_FALSE(global.reached(n));
        CHECK(global.nodes_to(n).empty());
    }
}

TEST_CASE("heapprof answers: the dominator tree has the requested depth and width", "[unit]") {
    RetainedHeap const heap(store);
    auto const tree = [&](std::size_t depth, std::size_t top, std::vector<Node> const& tops = {}) {
        return lines(tree_lines(heap, TreeOptions{depth, top}, tops));
    };
    CHECK(tree(2, 0) == "|app|63\n .sessions|map|62\n|icon|7\n|log|5\n");
    CHECK(tree(1, 1) == "|app|63\n|+2|12\n");
    CHECK(tree(0, 2, find("@map")) == ".sessions|map|62\n [2]|cid|30\n [1]|bob|20\n |+1|10\n");
}

TEST_CASE("heapprof answers: objects that retain equally much have the order of the dump", "[unit]") {
    auto const dump = any_dump_of("ROOT b\nROOT a\nNODE b B 1\nNODE a A 1\nNODE c C 1\nb c x\na c y\n"
                                  "NODE e D 5\nNODE d D 5\nb d d\nb e e\n");
    RetainedHeap const heap(*dump);
    CHECK(lines(tree_lines(heap, TreeOptions{2, 0}, {})) == "|b|11\n .e|e|5\n .d|d|5\n|a|1\n|c|1\n");
}

TEST_CASE("heapprof answers: `show` lists an object's fields", "[unit]") {
    ShowAnswer const answer = show(store, find("@map")[0], 2);
    CHECK(answer.own == 2);
    CHECK(answer.retained == trav::Amount{62, 4});
    REQUIRE(answer.dominator);
    CHECK(answer.dominator->id == "app");
    REQUIRE(answer.fields.size() == 2);
    CHECK(answer.fields[1].field == "[1]");
    CHECK(answer.fields[1].retained == 20);
    CHECK(answer.more_fields == 1);
    CHECK(show(store, find("@map")[0], 3).more_fields == 0);
    CHECK(!show(store, find("@old")[0], 0).retained);
    CHECK(show(store, find("@log")[0], 0).fields[1].kind == ReferenceKind::weak);
}

TEST_CASE("heapprof answers: a duplicate reference without a name is merged", "[unit]") {
    auto const any = any_dump_of("ROOT app\napp box item\napp box\napp bin\napp box other\n"
                                 "WEAK app bag old\napp bag\nWEAK app bag\napp tin lid\nWEAK app tin\n");
    AnyDump const& dump = *any;
    auto const node = [&](char const* id) { return trav::dump::Selector(id).find(dump).at(0); };
    std::string fields, holders;
    for (auto const& each : show(dump, node("@app"), 0).fields) fields += each.field + ' ';
    CHECK(fields == ".item [@bin] .other .old [@bag] .lid ");
    for (char const* const held : {"@box", "@bin", "@bag", "@tin"})
        for (auto const& each : show(dump, node(held), 0).held_by.referrers)
            holders += each.field + (each.kind == ReferenceKind::weak ? ", weak" : "") + ' ' +
                       std::to_string(each.references) + "; ";
    CHECK(holders == ".item 1; .other 1; [@bin] 1; [@bag] 1; .old, weak 1; .lid 1; ");
}

TEST_CASE("heapprof answers: an object without referrers is a root or garbage", "[unit]") {
    auto const held = [](char const* node) {
        std::vector<bool> wanted(store.node_count());
        wanted[trav::dump::Selector(node).find(store).at(0)] = true;
        return held_by(store, store.machinery(), wanted, true, 0);
    };
    CHECK(held("@app").roots == std::vector<std::string>{"app"});
    CHECK(held("@app").referrers.empty());
    CHECK(held("@map").roots.empty());
}

TEST_CASE("heapprof answers: ids must match in all dumps; the first may be read again", "[unit]") {
    auto const named = [](char const* file, char const* type) {
        auto list = dump_of("ROOT app\nNODE app App 1\nNODE 7 " + std::string(type) + " 1\napp 7 x\n");
        list.file = file;
        return trav::dump::any_dump(std::move(list));
    };
    SameIds ids({trav::dump::Selector("@7")});
    CHECK_NOTHROW(ids.check(*named("1", "Cache")));
    CHECK_NOTHROW(ids.check(*named("2", "Cache")));
    CHECK_THROWS_AS(ids.check(*named("2", "Order")), trav::dump::Error);
    CHECK_NOTHROW(ids.check(*named("1", "Order")));
    CHECK_NOTHROW(ids.check(*named("2", "Order")));
    CHECK_THROWS_AS(ids.check(*named("2", "Cache")), trav::dump::Error);
}

TEST_CASE("heapprof answers: a drawing has the largest objects, and escapes quotes", "[unit]") {
    std::ostringstream out;
    write_dominator_dot(out, RetainedHeap(store), 3);
    std::string const text = out.str();
    CHECK(text.find("n0 -> n1 [label=\".sessions\"];\n    n1 -> n2 [label=\"[2]\"];\n}") !=
          std::string::npos);
    CHECK(text.find("bob") == std::string::npos);

    auto const quoted = any_dump_of("NODE app \"a \\\"b\\\" \\\\\" 1\nROOT app\n");
    std::ostringstream drawn;
    write_dominator_dot(drawn, RetainedHeap(*quoted), 1);
    CHECK(drawn.str().find("[label=\"app\na \\\"b\\\" \\\\ @app") != std::string::npos);
}
