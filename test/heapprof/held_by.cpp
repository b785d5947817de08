// The referrers of objects: their order, their number and their kinds.
#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/question/held_by.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using heapprof::AnyDump;
using heapprof::HeldBy;
using heapprof::Node;
using heapprof::ReferenceKind;

HeldBy held(AnyDump const& dump, std::vector<std::string> const& ids, bool each, std::size_t top = 0) {
    std::vector<bool> wanted(dump.node_count());
    for (std::string const& id : ids) wanted[test::node_of(dump, id)] = true;
    return heapprof::held_by(dump, dump.machinery(), wanted, each, top);
}
// A line for each referrer, as "2 Map @7.users", or "2 Map.users" for a type.
std::string lines(HeldBy const& found) {
    std::string text;
    for (auto const& each : found.referrers) {
        text += std::to_string(each.references) + ' ' + each.type;
        if (each.object) text += " @" + each.object->id;
        text += each.field + std::string(kind_note(each.kind)) + '\n';
    }
    return text;
}

constexpr std::array kinds{ReferenceKind::program, ReferenceKind::runtime, ReferenceKind::weak};
constexpr std::array<char const*, 3> members{"", ", \"runtime\": true", ", \"weak\": true"};

}  // namespace

TEST_CASE("heapprof held by: a weak reference is weak even if the runtime makes it", "[unit]") {
    auto const dump = any_dump_of_json(joined_lines(R"(
{"id": "a", "type": "A", "size": 1, "roots": ["a"], "refs": [{"id": "b", "name": "program"},
    {"id": "b", "name": "runtime", "runtime": true}, {"id": "b", "name": "weak", "weak": true},
    {"id": "b", "name": "both", "weak": true, "runtime": true}]}
{"id": "b", "type": "B", "size": 1}
{"objects": 2}
)"));
    CHECK(lines(held(*dump, {"b"}, true)) == "1 A @a.program\n1 A @a.runtime, a link of the runtime\n"
                                             "1 A @a.both, weak\n1 A @a.weak, weak\n");
    CHECK(lines(held(*dump, {"b"}, false)) == "1 A.program\n1 A.runtime, a link of the runtime\n"
                                              "1 A.both, weak\n1 A.weak, weak\n");
}

TEST_CASE("heapprof held by: a named reference of the same or a stronger kind replaces one without a name",
          "[unit]") {
    for (std::size_t named = 0; named != 3; ++named)
        for (std::size_t nameless = 0; nameless != 3; ++nameless)
            for (std::string const to : {"b", "c"})
                for (bool const first : {false, true}) {
                    std::string const one = "{\"id\": \"b\", \"name\": \"n\"" + std::string(members[named]) +
                                            '}',
                                      other = "{\"id\": \"" + to + '"' + members[nameless] + '}';
                    auto const dump =
                        any_dump_of_json(R"({"id": "a", "type": "A", "size": 1, "roots": ["a"], "refs": [)" +
                                         (first ? one + ", " + other : other + ", " + one) + "]}\n" +
                                         "{\"id\": \"b\", \"type\": \"B\", \"size\": 1}\n"
                                         "{\"id\": \"c\", \"type\": \"B\", \"size\": 1}\n{\"objects\": 3}\n");
                    std::vector<std::string> found, due{"b" + std::to_string(named) + "n"};
                    if (to == "c" || named > nameless) due.push_back(to + std::to_string(nameless));
                    heapprof::for_each_reference(
                        *dump, dump->machinery(), 0, [&](AnyDump::Edge const& edge, ReferenceKind kind) {
                            auto const at = std::ranges::find(kinds, kind) - kinds.begin();
                            found.push_back(dump->id(edge.to) + std::to_string(at) +
                                            std::string(name(*dump, edge)));
                        });
                    std::ranges::sort(found);
                    std::ranges::sort(due);
                    INFO(named << ' ' << nameless << ' ' << to << ' ' << first);
                    CHECK(found == due);
                }
}

TEST_CASE("heapprof held by: the order of referrers", "[unit]") {
    // by kind, references, type, name, id and field; the dump has them in another order
    auto const dump = any_dump_of(R"(
NODE w  Weak  1
NODE z  Zed   1
NODE y  Zed   1 Bob
NODE x  Zed   1 Ann
NODE b  Ann   1
NODE a  Ann   1
NODE m  Many  1
NODE it Thing 1
ROOT w
ROOT z
WEAK w it weak
WEAK w it weak
WEAK w it weak
z it z
y it y
x it x
b it b
a it second
a it first
m it 0
m it 0
)");
    std::string const strong = "2 Many @m[0]\n1 Ann @a.first\n1 Ann @a.second\n1 Ann @b.b\n1 Zed @z.z\n"
                               "1 Zed @x.x\n1 Zed @y.y\n";
    CHECK(lines(held(*dump, {"it"}, true)) == strong + "3 Weak @w.weak, weak\n");
    CHECK(lines(held(*dump, {"it"}, false)) == "2 Many[]\n1 Ann.b\n1 Ann.first\n1 Ann.second\n1 Zed.x\n"
                                               "1 Zed.y\n1 Zed.z\n3 Weak.weak, weak\n");
    CHECK(lines(held(*dump, {"w"}, true)).empty());
}

TEST_CASE("heapprof held by: a limit of referrers, and the number of the rest", "[unit]") {
    auto const dump = any_dump_of("NODE it Thing 1\nNODE a A 1\nNODE b B 1\nNODE c C 1\nROOT a\n"
                                  "a it x\na it x\na it x\na it x\nb it x\nb it x\nb it x\nc it x\nc it x\n");
    auto const rest = [&](std::size_t top) {
        HeldBy const found = held(*dump, {"it"}, true, top);
        return std::vector<std::uint64_t>{found.referrers.size(), found.more, found.more_references};
    };
    CHECK(rest(0) == std::vector<std::uint64_t>{3, 0, 0});
    CHECK(rest(1) == std::vector<std::uint64_t>{1, 2, 5});
    CHECK(rest(2) == std::vector<std::uint64_t>{2, 1, 2});
    CHECK(rest(3) == std::vector<std::uint64_t>{3, 0, 0});
    CHECK(rest(4) == std::vector<std::uint64_t>{3, 0, 0});
    CHECK(lines(held(*dump, {"it"}, true, 2)) == "4 A @a.x\n3 B @b.x\n");
}

TEST_CASE("heapprof held by: the referrers of several objects are counted by type and field", "[unit]") {
    std::string text = "ROOT a\n";
    for (int i = 0; i != 66; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE s" + n + " Session 1\nNODE t" + n + " Text 1\na s" + n + " key" + n + '\n';
        if (i < 64) text += "a t" + n + " text" + n + '\n';
        text += "NODE p" + n + " Pair 1\np" + n + " s" + n + " one\np" + n + " s" + n + ' ' + n + '\n';
    }
    auto const dump = any_dump_of(text + "NODE a dict 1\n");
    std::vector<std::string> sessions;
    for (int i = 0; i != 66; ++i) sessions.push_back('s' + std::to_string(i));
    // over 64 fields of a type are the entries of a dictionary
    CHECK(lines(held(*dump, sessions, false)) == "66 Pair.one\n66 Pair[]\n66 dict[]\n");
    CHECK(lines(held(*dump, {"t0", "t1"}, false)) == "1 dict.text0\n1 dict.text1\n");
    CHECK(lines(held(*dump, {"s6"}, true)) == "1 Pair @p6.one\n1 Pair @p6[6]\n1 dict @a.key6\n");
}

TEST_CASE("heapprof held by: the names of roots, each once", "[unit]") {
    auto const dump = any_dump_of("NODE a A 1\nNODE b A 1\nNODE c A 1\nROOT b two\nROOT a two\nROOT a one\n"
                                  "ROOT b three\nROOT c four\n");
    CHECK(held(*dump, {"a", "b"}, false).roots == std::vector<std::string>{"one", "three", "two"});
    CHECK(held(*dump, {"c"}, true).roots == std::vector<std::string>{"four"});
}
