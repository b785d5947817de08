// LeakSearch: the types, names, amounts and growth of owners in several dumps.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/small_heap.hpp"
#include "support/message_of.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::LeaksAnswer;
using Bytes = std::vector<std::uint64_t>;
using Texts = std::vector<std::string>;
using Verdict = LeaksAnswer::Verdict;
using test::json_object;

std::string contents(LeaksAnswer::Finding const& finding) {
    std::string text;
    for (auto const& [type, first, last] : finding.contents)
        text += type + ' ' + std::to_string(first.bytes) + '/' + std::to_string(first.objects) + " > " +
                std::to_string(last.bytes) + '/' + std::to_string(last.objects) + '\n';
    return text;
}
}  // namespace

TEST_CASE("heapprof leak search: the three types with most bytes in the last dump", "[unit]") {
    CHECK(contents(only(found(3, [](int i) {
              return field("store", "Store") + parts("store", "Row", 0, 20 * i, 1000) +
                     parts("store", "Pear", 0, 5, 3000) + parts("store", "Apple", 0, 15, 1000) +
                     parts("store", "Tiny", 0, 9, 1) + parts("base", "Large", 0, 9, 90'000) +
                     parts("store", "Gone", 0, i == 3 ? 0 : 1, 9000);
          }))) == "Row 20000/20 > 60000/60\nApple 15000/15 > 15000/15\nPear 15000/5 > 15000/5\n");
    // types without bytes are left out; the owners of one finding are added
    CHECK(contents(only(found(3, [](int i) {
              return field("log1", "Log") + field("log2", "Log", 11) + parts("log1", "Row", 0, 20 * i, 1000) +
                     parts("log2", "Row", 0, 10 * i, 1000) + parts("log2", "Gone", 0, i == 3 ? 0 : 1, 900);
          }))) == "Row 30000/30 > 90000/90\nLog 21/2 > 21/2\n");
    // a part of one byte; no fourth type
    CHECK(contents(only(found(3, [](int i) {
              return field("log", "Log") + parts("log", "Row", 0, 20 * i, 1000) +
                     parts("log", "Tip", 0, 1, 1) + parts("log", "Zip", 0, 1, 1);
          }))) == "Row 20000/20 > 60000/60\nLog 10/1 > 10/1\nTip 1/1 > 1/1\n");
    // of many types with as many bytes, the first ones by name
    CHECK(contents(only(found(3, [](int i) {
              std::string text = field("log", "Log");
              for (char type = 'T'; type >= 'A'; --type)
                  text += parts("log", std::string(1, type), 0, 5 * i, 100);
              return text;
          }))) == "A 500/5 > 1500/15\nB 500/5 > 1500/15\nC 500/5 > 1500/15\n");
}

TEST_CASE("heapprof leak search: the held type grows most; classes of the program come first", "[unit]") {
    auto const type = [](std::size_t dumps, std::function<std::string(int)> const& text) {
        auto const all = found(dumps, [&](int i) { return field("store", "Store") + text(i); });
        for (auto const& each : all.findings)
            if (each.name == "app.store: Store") return each.held_type;
        return std::string("no finding");
    };
    auto const rows = [](std::string const& of, int count) { return parts("store", of, 0, count, 100); };
    auto const session = [&](int objects) {
        return type(3, [=](int i) { return rows("Object", objects * i) + rows("Session", 10 * i); });
    };
    CHECK(session(639) == "Session");
    CHECK(session(641) == "Object");  // more than 64 times as much
    CHECK(type(3, [&](int i) { return rows("Map", 639 * i) + rows("Session", 10 * i); }) == "Session");
    CHECK(type(3, [&](int i) { return rows("str", 900 * i) + rows("Session", 10 * i); }) == "Session");
    CHECK(type(3, [&](int i) { return rows("str", 900 * i) + rows("Session", 13 - i); }) == "str");
    CHECK(type(3, [&](int i) {
              return rows("Large", 900) + rows("Page", 200 * i) + rows("Zone", 100 + 199 * i);
          }) == "Page");
    // objects of other owners do not count
    CHECK(type(3, [&](int i) {
              return rows("Page", 200 * i) + rows("Zone", 300) + field("log", "Log") +
                     parts("log", "Zone", 0, 300 * i, 100);
          }) == "Page");
    CHECK(type(3, [&](int i) { return rows("Page", 200 * i) + rows("Zone", 200 * i); }) == "Page");
    // in two owners of one finding
    CHECK(only(found(3, [](int i) {
              return field("log1", "Log") + field("log2", "Log") + parts("log1", "Page", 0, 60 * i, 100) +
                     parts("log1", "Zone", 0, 100 * i, 100) + parts("log2", "Page", 0, 60 * i, 100);
          })).held_type == "Page");
    // of one dump, by its size
    CHECK(type(1, [&](int) { return rows("Object", 981) + rows("Session", 19); }) == "Session");
}

TEST_CASE("heapprof leak search: an owner has the name of its object in the last dump", "[unit]") {
    auto const named = [](std::string const& first_type, std::string const& id) {
        return found(3, [=](int i) {
            std::string const map = i == 3 ? "map" : id;
            return node(map, i == 3 ? "Map" : first_type, 10) +
                   edge("app", map, i == 3 ? "sessions" : "loading") + parts(map, "Session", 0, 200 * i, 100);
        });
    };
    auto const same = named("Map", "map");
    CHECK(names(same) == Texts{"L app.sessions: Map"});
    CHECK(bytes(only(same)) == Bytes{20'010, 40'010, 60'010});
    // an object of another type, or with another id, is another owner
    for (auto const& other : {named("List", "map"), named("Map", "other")}) {
        CHECK(names(other) == Texts{"H app.base: Base", "H app.sessions: Map"});
        CHECK(bytes(other.findings[1]) == Bytes{0, 0, 60'010});
    }
}

TEST_CASE("heapprof leak search: without lasting ids, an owner is known by its path", "[unit]") {
    // `places`: the lines of the program with a map, for each dump
    auto const findings = [](std::vector<Texts> const& places, std::string const& path = "sessions",
                             std::string const& last_type = "Map") {
        return found_in(3, [&](int i) {
            std::string refs = R"({"id": 2, "name": "base"})", text;
            int id = 1000 * i;
            for (std::string const& place : places[static_cast<std::size_t>(i) - 1]) {
                int const map = ++id;
                refs += R"(, {"id": )" + std::to_string(map) + R"(, "name": ")" + path + R"("})";
                for (int k = 0; k != 40 * i; ++k) text += json_object(++id, "Session", 500);
                text += json_object(map, i == 3 ? last_type : "Map", 10,
                                    test::json_text("site", place) + test::json_refs(map + 1, id + 1));
            }
            return any_dump_of_json(
                json_object(1, "App", 0, R"(, "roots": ["app"], "refs": [)" + refs + ']') +
                json_object(2, "Base", 1'000'000) + text + test::reused_ids(2 + id - 1000 * i));
        });
    };
    auto const moved = findings({{"a.py:1"}, {"a.py:2"}, {"a.py:3"}});
    CHECK(names(moved) == Texts{"L app.sessions: Map (a.py:3)"});
    CHECK(bytes(only(moved)) == Bytes{20'010, 40'010, 60'010});
    CHECK(names(findings({{"a.py:1"}, {"a.py:2"}, {"a.py:3"}}, "sessions", "List")) ==
          Texts{"H app.base: Base", "H app.sessions: List (a.py:3)"});
    // two maps of one path in the last dump: either may be the first one
    auto const two = findings({{"a.py:1"}, {"a.py:2"}, {"a.py:3", "a.py:4"}}, "0");
    CHECK(names(two) == Texts{"H app.base: Base", "H app[0]: Map (a.py:3)", "H app[0]: Map (a.py:4)"});
    CHECK(bytes(two.findings[1]) == Bytes{0, 0, 60'010});
    CHECK(bytes(two.findings[2]) == Bytes{0, 0, 60'010});
    // or two from one line
    CHECK(bytes(only(findings({{"a.py:1"}, {"a.py:2"}, {"a.py:3", "a.py:3"}}, "0"))) ==
          Bytes{20'010, 40'010, 120'020});
}

TEST_CASE("heapprof leak search: the dump before the growth, falls and leaps", "[unit]") {
    auto const buffer = [](std::vector<int> const& sizes) {
        return only(found(sizes.size(), [&](int i) {
            return field("log", "Log", sizes[static_cast<std::size_t>(i) - 1]);
        }));
    };
    CHECK(buffer({20'000, 40'000, 60'000}).since == 0);
    CHECK(buffer({20'000, 20'000, 60'000}).since == 1);
    CHECK(buffer({20'000, 20'000, 20'000, 60'000}).since == 2);
    auto const doubled = buffer({20'000, 20'000, 60'000});
    CHECK(doubled.leaps);
    CHECK(doubled.verdict == Verdict::grew);  // not in each step
    auto const growing = buffer({20'000, 40'000, 60'000});
    CHECK(growing.leaps);
    CHECK(growing.verdict == Verdict::leaks);
    CHECK(growing.fell == 0);
    CHECK_FALSE(buffer({100'000, 120'000, 140'000}).leaps);

    auto const cleared = buffer({20'000, 30'000, 50'000, 24'000, 70'000, 90'000, 120'000});
    CHECK(cleared.fell == 3);
    CHECK(cleared.since == 0);
    CHECK(cleared.verdict == Verdict::grew);
    CHECK(buffer({20'000, 20'100, 60'000}).verdict == Verdict::leaks);
    auto const shrunk = found(3, [](int i) { return field("log", "Log", i == 1 ? 300'000 : 100'000); });
    REQUIRE(names(shrunk) == Texts{"H app.base: Base", "H app.log: Log"});
    CHECK(shrunk.findings[1].fell == 1);
    // a doubled owner does not leap if it is only large
    auto const small = found_in(3, [](int i) {
        return any_dump_of("ROOT app\nNODE app App 0\n" + field("base", "Base", 100'000) +
                           field("log", "Log", i == 3 ? 12'000 : 6000));
    });
    REQUIRE(names(small) == Texts{"H app.base: Base", "H app.log: Log"});
    CHECK_FALSE(small.findings[1].leaps);
}

TEST_CASE("heapprof leak search: the unreached objects of each dump", "[unit]") {
    auto const all = found(2, [](int i) { return sessions(i) + parts("lost", "Row", 0, 3 * i, 7); });
    CHECK(all.dumps[0].unreached == trav::Amount{21, 4});  // with `lost` itself
    CHECK(all.dumps[1].unreached == trav::Amount{42, 7});
    CHECK(all.dumps[1].soft.objects == 0);
    CHECK_FALSE(all.all_roots);
    CHECK(all.clock == heapprof::DumpTimes::Clock::none);
    CHECK(all.seconds.empty());
}

TEST_CASE("heapprof leak search: dumps of Java have all roots, times, and soft references", "[unit]") {
    heapprof::LeakSearch search(2);
    for (std::uint64_t i = 1; i <= 2; ++i) {
        WrittenHprof file(8, "1.0.2", 1'700'000'000'000 + 2500 * i);
        file.class_(0x10000, "java/lang/Object", 0, {});
        file.class_(0x10100, "java/lang/ref/Reference", 0x10000, {{"referent", java_object}});
        file.class_(0x10200, "java/lang/ref/SoftReference", 0x10100, {});
        file.class_(0x10300, "java/lang/ref/WeakReference", 0x10100, {});
        for (unsigned const each : {0x10000u, 0x10100u, 0x10200u, 0x10300u}) file.heap.u(1, 0x05).id(each);
        file.heap.u(1, 0x07).id(0x11000).u(1, 0x07).id(0x12000);
        file.instance(0x11000, 0x10200, file.data().id(0x20000));
        file.instance(0x12000, 0x10300, file.data().id(0x30000));
        auto const length = static_cast<std::uint32_t>(1000 * i);
        file.primitives(0x20000, java_byte, length, std::string(length, 'x'));
        file.primitives(0x30000, java_byte, 500, std::string(500, 'x'));
        auto const dump = trav::dump::any_dump(trav::dump::JvmDump(file.read()));
        search.add(std::to_string(i), *dump);
        CHECK(search.answer().findings.empty());
    }
    auto const& all = search.answer();
    CHECK(all.all_roots);
    CHECK(all.clock == heapprof::DumpTimes::Clock::dumps);
    CHECK(all.seconds == std::vector<double>{0, 2.5});
    CHECK(all.dumps[0].soft == trav::Amount{1024, 1});  // with a head of 24 bytes
    CHECK(all.dumps[1].soft == trav::Amount{2024, 1});
    CHECK(all.dumps[1].unreached.bytes == 2024 + 528);
}

TEST_CASE("heapprof leak search: of one dump, the largest unnamed group beyond the list", "[unit]") {
    auto const left_out = [](std::size_t most, int rows, int cells, std::size_t dumps = 1, int log = 0) {
        heapprof::LeaksOptions options;
        options.most = most;
        auto const all = found(
            dumps,
            [&](int) {
                std::string text = field("list", "List") + parts("list", "Item", 0, 60, 5000) +
                                   (log == 0 ? "" : field("log", "Log", log));
                for (auto const& [type, count] :
                     std::vector<std::pair<std::string, int>>{{"Row", rows}, {"Cell", cells}})
                    for (int k = 0; k != count; ++k)
                        text += node(type + std::to_string(k), type, 100) + "ROOT " + type +
                                std::to_string(k) + '\n';
                return text;
            },
            options);
        return all.left_out + ' ' + std::to_string(all.left_out_amount.bytes) + ' ' +
               std::to_string(all.left_out_amount.objects);
    };
    CHECK(left_out(2, 4000, 3000) == "shared: Row 400000 4000");
    CHECK(left_out(2, 3000, 4000) == "shared: Cell 400000 4000");
    CHECK(left_out(3, 3000, 4000) == "shared: Row 300000 3000");
    CHECK(left_out(4, 3000, 4000) == " 0 0");
    CHECK(left_out(2, 4000, 3000, 2) == " 0 0");
    CHECK(left_out(2, 1000, 1100, 1, 290'000) == "shared: Cell 110000 1100");  // less than another owner
}

TEST_CASE("heapprof leak search: dumps of two processes are an error", "[unit]") {
    auto const error = [](std::string const& last) {
        return test::message_of<trav::dump::Error>([&] {
            found(2, [&](int i) {
                return field("store", "Store") + parts("store", "Row", 0, 9, 100) +
                       node("x", i == 1 ? "Row" : last, 10);
            });
        });
    };
    CHECK(error("Row").empty());
    CHECK(error("Cell") == "2: is of another process than 1: of 13 ids in both, 1 are of another type");
}
