#include "catch.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/graph_text.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/named_heap.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/message_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>
#include <heapprof/file/dump_formats.hpp>
#include <heapprof/heap/retained_heap.hpp>
#include <heapprof/question/dump_profile.hpp>
#include <heapprof/question/object_selector.hpp>
#include <heapprof/question/titles.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::Node;
using heapprof::ObjectSelector;
using Ids = std::vector<std::string>;

Ids ids(AnyDump const& dump, std::string const& title) {
    Ids found;
    for (Node const n : ObjectSelector(title).find(dump)) found.push_back(dump.id(n));
    return found;
}

// The message of an unsuccessful search.
std::string what(AnyDump const& dump, std::string const& title) {
    return test::message_of<trav::dump::Error>([&] { ObjectSelector(title).find(dump); });
}

// Checks that the titles of a table by owner, pasted back, divide the heap as the table does.
void check_table(std::string const& file) {
    heapprof::Question question;
    question.files = {file};
    question.breakdowns = {"owner"};
    trav::Table const table = heapprof::profile_dumps(question).profile.by_names({"owner"});
    REQUIRE(table.lines.size() > 1);
    heapprof::with_dump(file, {}, [&](AnyDump const& dump) {
        constexpr std::size_t none = ~std::size_t{0};
        heapprof::Titles titles(dump);
        std::vector<std::size_t> line_of(dump.node_count(), none);
        for (std::size_t i = 0; i != table.lines.size(); ++i) {
            std::string const& title = table.lines[i].texts[0];
            INFO(file << ": " << title);
            REQUIRE_NOTHROW(ObjectSelector(title));
            REQUIRE(ObjectSelector(title).selector() == nullptr);  // but a title
            std::vector<Node> const nodes = titles.find(title);
            REQUIRE(!nodes.empty());
            for (Node const n : nodes) {
                INFO(dump.id(n));
                REQUIRE(line_of[n] == none);
                line_of[n] = i;
            }
        }
        // The bytes of an object count for the nearest titled one above it.
        std::vector<trav::Amount> sums(table.lines.size());
        heapprof::RetainedHeap const heap(dump);
        std::vector<std::size_t> open;
        std::vector<bool> seen(dump.node_count());
        auto const add = [&](Node n, std::size_t line) {
            REQUIRE(line != none);
            sums[line] += {dump.size(n), 1};
        };
        heap.tree.walk([&](auto const& at) {
            if (heap.garbage(at.node)) return false;
            open.resize(at.depth);
            std::size_t const above = open.empty() ? none : open.back();
            open.push_back(line_of[at.node] == none ? above : line_of[at.node]);
            seen[at.node] = true;
            add(at.node, open.back());
            return true;
        });
        for (Node n = 0; n != dump.node_count(); ++n)
            if (!seen[n]) add(n, line_of[n]);
        for (std::size_t i = 0; i != sums.size(); ++i) {
            INFO(file << ": " << table.lines[i].texts[0]);
            CHECK(sums[i] == table.lines[i].amounts[0]);
        }
    });
}

}  // namespace

TEST_CASE("heapprof titles: an owner, its type and its place", "[unit]") {
    auto const dump =
        any_dump_of("ROOT app\nROOT old\n" + node("app", "App", 1) + node("old", "App", 1) +
                    node("m", "Map", 100) + node("k", "Map", 100) + "app m users\nold k users\n");
    CHECK(ids(*dump, "app.users: Map") == Ids{"m"});
    CHECK(ids(*dump, "old.users: Map") == Ids{"k"});
    CHECK(ids(*dump, "app.users: Map (cache)") == Ids{"m"});
    CHECK(ids(*dump, "app.users: Map, in .rows[]") == Ids{"m"});
    CHECK(ids(*dump, "app.users -> Map @k") == Ids{"k"});
    CHECK(ids(*dump, "Map @k") == Ids{"k"});
    CHECK(what(*dump, "app.users: Set") == "test.graph: nothing has the title 'app.users: Set'; selector "
                                           "'app.users: Set': '.' or '[' is due at character 11");
    CHECK(what(*dump, "app.nobody: Map") != "");
    CHECK_THROWS_AS(ObjectSelector("app["), trav::dump::Error);
    CHECK_THROWS_AS(ObjectSelector("app.users."), trav::dump::Error);
    CHECK_THROWS_AS(ObjectSelector("app..users"), trav::dump::Error);
    CHECK_NOTHROW(ObjectSelector("app.s0...s9.end"));  // the name of a holder, with steps left out
    CHECK_NOTHROW(ObjectSelector("..next*.end"));
}

TEST_CASE("heapprof titles: all copies, elements, and names without numbers", "[unit]") {
    std::string text = "ROOT app\n" + node("app", "App", 1);
    for (int i = 0; i != 3; ++i) {
        std::string const n = std::to_string(i);
        text += node("row" + n, "Row", 100) + "app row" + n + ' ' + n + '\n';
        text += "ROOT thread-" + n + '\n' + node("thread-" + n, "Thread", 1) + node("log" + n, "Log", 100) +
                "thread-" + n + " log" + n + " log\n";
    }
    text += node("a", "Text", 100) + node("b", "Text", 100) + node("pages", "Object", 1) +
            "app pages pages\npages a monday\npages b friday\n";
    auto const dump = any_dump_of(text);
    CHECK(ids(*dump, "app[]: Row") == Ids{"row0", "row1", "row2"});
    CHECK(ids(*dump, "app[]") == Ids{"row0", "row1", "row2"});
    CHECK(ids(*dump, "thread-*.log: Log") == Ids{"log0", "log1", "log2"});
    CHECK(ids(*dump, "[\"thread-1\"].log: Log") == Ids{"log1"});
    CHECK(ids(*dump, "app.pages[]: Text") == Ids{"a", "b"});
    CHECK(ids(*dump, "app.pages.monday: Text") == Ids{"a"});
}

TEST_CASE("heapprof titles: what two hold, and what nothing holds", "[unit]") {
    auto const dump = any_dump_of("ROOT app\n" + node("app", "App", 1) + node("all", "Array", 1) +
                                  node("recent", "Array", 1) + node("s", "Session", 100) +
                                  node("t", "Session", 100) + node("lost", "Session", 100) +
                                  "app all all\napp recent recent\nall s 0\nall t 1\nrecent t 0\n");
    CHECK(ids(*dump, "Session in app.all[] and app.recent[]") == Ids{"t"});
    CHECK(ids(*dump, "Session in app.all[]") == Ids{"s", "t"});
    CHECK(ids(*dump, "UNREACHED") == Ids{"lost"});
    CHECK(what(*dump, "Session in app.none[]") != "");
}

TEST_CASE("heapprof titles: the name of a holder selects all that it holds", "[unit]") {
    std::string text = "ROOT app\n" + node("app", "App", 1) + node("rows", "Array", 1) +
                       node("u", "User", 100) + node("v", "User", 100) + "app rows rows\napp u first\n";
    for (std::string const n : {"u", "v"})
        text += node("row" + n, "Row", 1) + "rows row" + n + (n == "u" ? " 0\n" : " 1\n") + "row" + n + ' ' +
                n + " user\n";
    for (int i = 0; i != 60; ++i) {  // a list, and a chain with other names
        std::string const a = std::to_string(i), b = std::to_string(i + 1);
        text += node("link" + a, "Link", 1) + node("step" + a, "Step", 1);
        if (i != 59) text += "link" + a + " link" + b + " next\nstep" + a + " step" + b + " s" + b + '\n';
    }
    text += node("item", "Item", 1) + node("end", "End", 1) + node("lost", "Lost", 1) +
            node("in", "Item", 1) +
            "app link0 head\napp step0 s0\nlink59 item item\nstep59 end end\nlost in inside\n";
    auto const dump = any_dump_of(text);
    CHECK(ids(*dump, "app.rows[]") == Ids{"rowu", "rowv"});
    CHECK(ids(*dump, "app.rows[].user") == Ids{"u", "v"});  // though u has another path
    CHECK(ids(*dump, "app.head.next*.item") == Ids{"item"});
    std::string skipped = "app.s0.s1..";
    for (int i = 40; i != 60; ++i) skipped += ".s" + std::to_string(i);
    CHECK(ids(*dump, skipped + ".end") == Ids{"end"});
    CHECK(ids(*dump, "Lost.inside") == Ids{"in"});
    CHECK(what(*dump, "app.rows[].nobody") != "");
    CHECK(what(*dump, "app.nobody") ==
          "test.graph: selector 'app.nobody' matches nothing: app has no 'nobody'; "
          "it has rows, head, first, s0");
}

TEST_CASE("heapprof titles: holders too far from the roots are a remark", "[unit]") {
    for (int const length : {900, 6000}) {  // a path has one step for each link
        std::string text = "ROOT app\n" + node("app", "App", 1);
        for (int i = 0; i != length; ++i) {
            std::string const a = std::to_string(i);
            text += node("l" + a, "Link", 1) + node("e" + a, "Entry", 1) + "l" + a + " e" + a + " entry\n" +
                    (i == 0 ? "app" : "l" + std::to_string(i - 1)) + " l" + a + " next\n";
        }
        auto const dump = any_dump_of(text);
        heapprof::remarks.clear();
        std::size_t const found = ids(*dump, "app.next*.entry").size();
        if (length == 900) CHECK(found == 898);  // app.next and app.next.next are short
        else CHECK(found < 5998);
        CHECK(heapprof::remarks.size() == (length == 900 ? 0 : 1));
        for (std::string const& remark : heapprof::remarks)
            CHECK(remark.starts_with("'app.next*.entry' may be the name of more objects: the paths of "));
    }
    heapprof::remarks.clear();
}

TEST_CASE("heapprof titles: the place of an object too small for a table", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 900'000, {{property, 2, "start"}, {property, 3, "stop"}}, "global");
    for (std::uint32_t const i : {0u, 1u})
        v8.node("closure", 0, {{internal, 4 + i, "context"}, {internal, 8 + i, "shared"}},
                i == 0 ? "start" : "stop");
    for (std::uint32_t const i : {0u, 1u})
        v8.node("object", 0, {{context, 6 + i, "cache"}}, "system / Context");
    v8.node("object", 10, {}, "Map");
    v8.node("object", 10, {}, "Map");
    for (std::uint32_t const i : {0u, 1u}) v8.node("code", 0, {{internal, 10 + i, "script"}});
    for (std::uint32_t const i : {0u, 1u}) v8.node("code", 0, {{internal, 12 + i, "name"}});
    v8.node("string", 0, {}, "/app/start.js");
    v8.node("string", 0, {}, "/app/stop.js");
    v8.snapshot.locations = {{2, 1, 9, 0}, {3, 2, 9, 0}};
    auto const dump = any_dump_of(v8);
    NamedHeap heap(*dump);
    auto& names = heap.names;
    names.add({6, 7});
    INFO(names(6) << "; " << names(7));
    CHECK(ids(*dump, names(6)) == Ids{"16"});
    CHECK(ids(*dump, names(7)) == Ids{"17"});
}

TEST_CASE("heapprof titles: those of a table by owner divide the heap as the table does",
          "[conformance][slow]") {
    for (char const* const file : {"shop-1.heapsnapshot.gz", "shop-3.heapsnapshot.gz", "shop.hprof.gz",
                                   "shop.rubyheap.gz", "shop.jsonl.gz", "game.graph"})
        check_table(std::string("example/data/") + file);
    // Other dumps, by hand: files in a folder.
    if (char const* const folder = std::getenv("HEAPPROF_DUMPS"))
        for (auto const& file : std::filesystem::directory_iterator(folder)) check_table(file.path());
}
