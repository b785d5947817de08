// The formats of `heapprof export`, and a file in each.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/in_process.hpp"
#include "heapprof/java_program.hpp"
#include "heapprof/lines.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/dominator_dot.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;
using nlohmann::json;
using test::line_set;

std::string exported(Words const& arguments) { return test::printed(heapprof::add_export, arguments); }
std::string wrong(Words const& arguments) {
    return test::message_of<std::exception>([&] { (void)exported(arguments); });
}

// A dump of a million bytes. In stacks, an object of a thousandth has a name, one of a ten-thousandth a line.
std::string const million = "ROOT app\nNODE app App 997802\nNODE a Big 1000\nNODE b Mid 999\n"
                            "NODE c Small 100\nNODE d Tiny 99\napp a a\napp b b\napp c c\napp d d\n";
Words const stacks{"app: App 997901", "app: App;app.a: Big 1000", "app: App;Mid 999", "app: App;Small 100"};

// A file with this dump.
struct Graph {
    explicit Graph(std::string const& text) { write(file, whole(text)); }
    Folder folder;
    std::string file = folder / "x.graph";
};

}  // namespace

TEST_CASE("heapprof export formats: stacks have names of objects with a thousandth of the heap", "[unit]") {
    Graph const heap(million);
    std::multiset<std::string> const expected(stacks.begin(), stacks.end());
    CHECK(line_set(exported({heap.file, "-o", "-", "--as", "folded"})) == expected);
    std::string const folded = heap.folder / "x.folded";
    CHECK(exported({heap.file, "-o", folded}) == folded + '\n');
    CHECK(line_set(read(folded)) == expected);
    json const speedscope = json::parse(exported({heap.file, "-o", "-", "--as", "speedscope.json"}));
    CHECK(speedscope["name"] == heap.file);
    CHECK(speedscope["profiles"][0]["endValue"] == 1'000'000);
    // A thousandth of few bytes is 0.
    Graph const few("ROOT app\nNODE app App 1\nNODE a Part 1\nNODE b Part 0\napp a a\napp b b\n");
    CHECK(line_set(exported({few.file, "-o", "-", "--as", "folded"})) ==
          std::multiset<std::string>{"app: App 1", "app: App;app.a: Part 1"});
}

TEST_CASE("heapprof export formats: the extension is the format, or --as", "[unit]") {
    Graph const heap(million);
    auto const to = [&](std::string const& name) { return heap.folder / name; };
    std::map<std::string, std::string> written;
    for (std::string const format : {"folded", "speedscope.json", "pb", "heapsnapshot", "dot", "csr"}) {
        INFO(format);
        std::string const file = to("by_name." + format), other = to("as_" + format);
        CHECK(exported({heap.file, "-o", file}) == file + '\n');
        CHECK(exported({heap.file, "-o", other, "--as", format}) == other + '\n');
        CHECK(read(other) == read(file));
        written[format] = read(file);
        CHECK_FALSE(written[format].empty());
    }
    CHECK(written["folded"].find("app: App;") != std::string::npos);
    CHECK(json::parse(written["speedscope.json"]).contains("$schema"));
    CHECK(written["pb"].find("inuse_space") != std::string::npos);
    CHECK(json::parse(written["heapsnapshot"]).contains("snapshot"));
    CHECK(written["dot"].starts_with("digraph"));
    std::set<std::string> all;
    for (auto const& [format, text] : written) all.insert(text);
    CHECK(all.size() == 6);
    CHECK(exported({heap.file, "-o", "-", "--as", "dot"}) == written["dot"]);
    CHECK(exported({heap.file, "-o", to("x.dot"), "--as", "folded"}) == to("x.dot") + '\n');
    CHECK(read(to("x.dot")) == written["folded"]);
}

TEST_CASE("heapprof export formats: errors leave the dump as it is", "[unit]") {
    Graph const heap(million);
    std::string const before = read(heap.file), none = heap.folder / "x.txt";
    CHECK(wrong({heap.file, "-o", none}) ==
          "-o: '" + none +
              "' has no known format: its extension is none of .folded, .speedscope.json, .pb, "
              ".heapsnapshot, .dot, .csr; use --as");
    CHECK(wrong({heap.file, "-o", "-"}).starts_with("-o: '-' has no known format"));
    CHECK(wrong({heap.file, "-o", "-", "--as", "csr"}) ==
          "-o: a .csr is written to a file, not to standard output");
    CHECK(wrong({heap.file, "-o", "x", "--as", "svg"}).starts_with("--as: "));
    CHECK(wrong({heap.file}) == "-o is required");
    CHECK(wrong({heap.file, "-o", "-", "--as", "dot", "--top", "x"}).starts_with("--top: "));
    for (std::string const format : {"folded", "csr"})
        CHECK(wrong({heap.file, "-o", heap.file, "--as", format}) != "");
    CHECK(read(heap.file) == before);
    CHECK(heap.folder.files() == Words{"x.graph"});
}

TEST_CASE("heapprof export formats: a drawing has the objects with most retained bytes", "[unit]") {
    std::string text = "ROOT app\nNODE app App 1000\n";
    for (int i = 0; i != 60; ++i) {
        std::string const id = "p" + std::to_string(i);
        text += "NODE " + id + " Part " + std::to_string(900 - i) + "\napp " + id + ' ' + id + '\n';
    }
    Graph const heap(text);
    auto const dump = any_dump_of(whole(text));
    heapprof::RetainedHeap const retained(*dump);
    auto const drawn = [&](std::size_t top) {
        std::ostringstream out;
        heapprof::write_dominator_dot(out, retained, top);
        return out.str();
    };
    auto const with = [&](std::string const& top) {
        return exported({heap.file, "-o", "-", "--as", "dot", "--top", top});
    };
    CHECK(exported({heap.file, "-o", "-", "--as", "dot"}) == drawn(40));
    CHECK(with("3") == drawn(3));
    CHECK(with("0") == drawn(61));
    CHECK(drawn(40) != drawn(61));
}

TEST_CASE("heapprof export formats: a snapshot has the names of classes", "[unit]") {
    Graph const heap("ROOT app\nNODE app App 1\nNODE c Class 2 Foo\nNODE m Module 2 Bar\nNODE t type 2 int\n"
                     "NODE j java.lang.Class 2 Qux\nNODE s Session 2 Zed\nNODE n Class 2\n"
                     "app c first\napp m m\napp t t\napp j j\napp s s\napp n n\n");
    json const snapshot = json::parse(exported({heap.file, "-o", "-", "--as", "heapsnapshot"}));
    std::set<std::string> strings;
    for (std::string const each : snapshot["strings"]) strings.insert(each);
    for (std::string const each : {"App", "Class Foo", "Module Bar", "type int", "java.lang.Class Qux",
                                   "Session", "Class", "first", "app"}) {
        INFO(each);
        CHECK(strings.contains(each));
    }
    for (std::string const each : {"Session Zed", "Foo", "Class ", "Bar"})
        CHECK_FALSE(strings.contains(each));
}

TEST_CASE("heapprof export formats: a snapshot has the texts of strings, and weak references", "[unit]") {
    Folder const folder;
    write(folder / "x.jsonl", joined_lines(R"(
{"id": "app", "type": "App", "size": 1, "roots": ["app"],
    "refs": [{"id": "old", "name": "last", "weak": true},
    {"id": "old", "name": "first"}]}
{"id": "old", "type": "Old", "size": 8, "refs": [{"id": "app", "name": "up", "weak": true}]}
{"objects": 2}
)"));
    JavaProgram java;
    java.text(0x20000, "a note");
    java.heap.u(1, 0x01).id(0x20000).id(0);  // a root
    write(folder / "x.hprof", java.bytes());
    // The types and names of the nodes or edges.
    auto const rows = [&](std::string const& file, std::string const& list, char const* name) {
        json const all = json::parse(exported({folder / file, "-o", "-", "--as", "heapsnapshot"}));
        json const &meta = all["snapshot"]["meta"], &strings = all["strings"], &numbers = all[list + "s"];
        json const& fields = meta[list + "_fields"];
        auto const field = [&](char const* its) {
            return static_cast<std::size_t>(std::ranges::find(fields, json(its)) - fields.begin());
        };
        std::multiset<std::string> found;
        for (std::size_t i = 0; i != numbers.size(); i += fields.size()) {
            std::string const type = meta[list + "_types"][0][numbers[i].get<std::size_t>()];
            if (type == "element") continue;  // has no name
            found.insert(type + ' ' +
                         strings[numbers[i + field(name)].get<std::size_t>()].get<std::string>());
        }
        return found;
    };
    auto const nodes = rows("x.jsonl", "node", "name"), edges = rows("x.jsonl", "edge", "name_or_index");
    CHECK(nodes.contains("object App"));
    CHECK(nodes.contains("object Old"));
    for (std::string const each : {"weak last", "weak up", "property first"}) CHECK(edges.count(each) == 1);
    for (std::string const each : {"property last", "property up", "weak first"})
        CHECK(edges.count(each) == 0);
    CHECK(rows("x.hprof", "node", "name").contains("string a note"));
}

TEST_CASE("heapprof export formats: in stacks, the inside of a list has no names", "[unit]") {
    std::string text =
        "ROOT app\nNODE app App 1\napp c0 list\napp blob blob\nNODE blob Blob 5000\nNODE c0 Cell 10\n";
    for (int i = 1; i != 256; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE c" + n + " Cell 10\nc" + std::to_string(i - 1) + " c" + n + " next\n";
    }
    Graph const heap(text);
    std::string const folded = exported({heap.file, "-o", "-", "--as", "folded"});
    CHECK(folded.find("app: App;app.list: Cell") != std::string::npos);
    CHECK(folded.find("app: App;app.blob: Blob 5000\n") != std::string::npos);
    CHECK(folded.find("next") == std::string::npos);
}
