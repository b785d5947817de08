// The effect of rules on the findings of `leaks`.
#include "catch.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/small_heap.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <trav/dump/error.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

using Bytes = std::vector<std::uint64_t>;
using Texts = std::vector<std::string>;
using Verdict = heapprof::LeaksAnswer::Verdict;
using test::json_object;

// A file of rules, and the options with it.
struct RuleFile {
    explicit RuleFile(std::string const& rules) {
        write(folder / "x.rules", rules);
        options.rules = {folder / "x.rules"};
    }
    Folder folder;
    heapprof::LeaksOptions options;
};
heapprof::LeaksAnswer with_rules(std::string const& rules, std::size_t dumps,
                                 std::function<std::string(int)> const& text) {
    return found(dumps, text, RuleFile(rules).options);
}

}  // namespace

TEST_CASE("heapprof leak rules: a cache of 1,000 entries leaks if it has lost none", "[unit]") {
    // entries `from` to `to` in each dump
    using Entries = std::vector<std::pair<int, int>>;
    auto const keeps = [](Entries const& entries, std::string const& kind = "cache") {
        auto const one = only(with_rules("path app.pages\nkind " + kind + '\n', entries.size(), [&](int i) {
            auto const& [from, to] = entries[static_cast<std::size_t>(i) - 1];
            std::string const table = from == to ? "" : field("pages", "Map", 100'000 * i);
            return table + parts("pages", "Page", from, to, 10);
        }));
        CHECK(one.kind == kind);
        CHECK(one.verdict == (one.keeps_all ? Verdict::leaks : Verdict::grew));
        return one.keeps_all;
    };
    CHECK(keeps({{0, 100}, {0, 101}, {0, 1000}}));
    CHECK_FALSE(keeps({{0, 100}, {0, 101}, {0, 999}}));
    CHECK_FALSE(keeps({{0, 100}, {0, 100}, {0, 1000}}));  // none is new
    CHECK_FALSE(keeps({{0, 100}, {0, 1200}, {0, 1200}}));
    CHECK_FALSE(keeps({{0, 100}, {1, 200}, {0, 1000}}));  // one has gone
    CHECK_FALSE(keeps({{0, 100}, {0, 200}, {1, 1000}}));
    CHECK_FALSE(keeps({{0, 0}, {0, 1000}, {0, 2000}}));  // not yet made
    CHECK_FALSE(keeps({{0, 1000}, {0, 2000}}));          // of two dumps
    CHECK_FALSE(keeps({{0, 100}, {0, 200}, {0, 1000}}, "pool"));
    CHECK(keeps({{0, 100}, {0, 200}, {0, 300}, {0, 1000}}));

    // two caches of one name
    auto const two = only(with_rules("type Pages\nkind cache\n", 3, [](int i) {
        std::string text;
        for (std::string const number : {"1", "2"})
            text += node(number, "Pages", 100'000 * i) + edge("app", number, number) +
                    parts(number, "Page", 0, 500 * i, 10);
        return text;
    }));
    CHECK(two.copies == 2);
    CHECK(two.kind == "cache");
    CHECK_FALSE(two.keeps_all);
    // of one dump
    auto const large =
        with_rules("path app.pages\nkind cache\n", 1, [](int) { return field("pages", "Map", 100'000); });
    CHECK(names(large) == Texts{"H app.base: Base", "H app.pages: Map"});
    CHECK(large.findings[1].kind == "cache");
}

TEST_CASE("heapprof leak rules: a rule is about the owner, its types, its holders, or its parts", "[unit]") {
    auto const said = [](std::string const& patterns) {
        auto const one = only(with_rules(patterns + "kind pool\nsay Ours.\nsee x.org\n", 3, [](int i) {
            return sessions(i) + parts("sessions", "Tag", 0, 5, 100);
        }));
        bool const known = !one.kind.empty();
        CHECK(one.verdict == (known ? Verdict::grew : Verdict::leaks));
        CHECK(one.say == (known ? "Ours." : ""));
        CHECK(one.see == (known ? "x.org" : ""));
        return known;
    };
    CHECK(said("path app.sessions\n"));
    CHECK(said("type Map\n"));
    CHECK(said("path app.sessions\npart Session\n"));
    CHECK(said("part app.sessions[]\n"));          // the holder of the elements
    CHECK(said("path app.sessions\npart Tag\n"));  // no element
    CHECK_FALSE(said("path app.base\n"));
    CHECK_FALSE(said("path app.sessions\npart Base\n"));
    // a rule without a kind
    auto const plain = only(with_rules("type Map\nsay Ours.\n", 3, sessions));
    CHECK(plain.verdict == Verdict::leaks);
    CHECK(plain.say == "Ours.");

    // two tables of one object
    auto const kind = [](std::string const& rules) {
        auto const one = only(with_rules(rules, 3, [](int i) {
            return field("signal", "Signal") + node("r", "Map", 10) + edge("signal", "r", "left") +
                   node("s", "Map", 10) + edge("signal", "s", "right") +
                   parts("r", "Function", 0, 200 * i, 150) + parts("s", "Id", 0, 200 * i, 100);
        }));
        CHECK(one.name == "app.signal: Signal");
        REQUIRE(one.members.size() == 2);
        CHECK(one.members[0].name == "app.signal.left: Map");
        CHECK(one.members[1].name == "app.signal.right: Map");
        return one.kind;
    };
    CHECK(kind("path app.signal.right\nkind pool\n") == "pool");
    CHECK(kind("path app.signal.left\nkind cache\n\npath app.signal.right\nkind pool\n") == "cache");
    CHECK(kind("path app.signal.right\nkind pool\n\ntype Signal\nkind cache\n") == "cache");
    CHECK(kind("path app.other\nkind pool\n").empty());
}

TEST_CASE("heapprof leak rules: leaks come first, then other growth, the largest first", "[unit]") {
    auto const all = with_rules("path app.cache\nkind cache\n", 3, [](int i) {
        return sessions(i) + field("cache", "Map") + parts("cache", "Page", 0, 300 * i, 400) +
               field("log", "List") + parts("log", "Line", 0, 150 * i, 200);
    });
    CHECK(names(all) == Texts{"L app.log: List", "L app.sessions: Map", "G app.cache: Map"});
    CHECK(all.leaks() == 2);
}

TEST_CASE("heapprof leak rules: an owner without a name leaks if functions of the program are in it",
          "[unit]") {
    auto const verdict = [](std::string const& rules, std::string const& place) {
        auto const listeners = [&](int i) {
            int const end = 10 + 200 * i;
            std::string text =
                json_object(1, "App", 1'000'000, R"(, "roots": ["app"], "refs": [{"id": 2, "name": "on"}])") +
                json_object(2, "Listeners", 10, test::json_refs(10, end));
            for (int id = 10; id != end; ++id)
                text += json_object(id, "function", 500, test::json_text("site", place));
            return any_dump_of_json(text);
        };
        return only(found_in(3, listeners, RuleFile(rules).options)).verdict;
    };
    CHECK(verdict("# none\n", "") == Verdict::leaks);
    CHECK(verdict("path app.on\nkind unnamed\n", "") == Verdict::grew);
    CHECK(verdict("path app.on\nkind unnamed\n", "cart.py:7") == Verdict::leaks);
    CHECK(verdict("path app.off\nkind unnamed\n", "") == Verdict::leaks);

    // a path of brackets alone
    auto const in_brackets = [](std::size_t dumps, std::string const& type, std::string const& place,
                                std::string const& list_place = "") {
        auto const list = [&](int i) {
            int const end = 10 + 200 * i;
            std::string text = json_object(1, "App", 1'000'000, R"(, "roots": ["app"])") +
                               json_object(2, "List", 10,
                                           R"(, "roots": ["[]"])" + test::json_text("site", list_place) +
                                               test::json_refs(10, end));
            for (int id = 10; id != end; ++id)
                text += json_object(id, type, 500, test::json_text("site", place));
            return any_dump_of_json(text);
        };
        auto const all = found_in(dumps, list);
        return all.findings.back().name + ' ' + "LGH"[static_cast<std::size_t>(all.findings.back().verdict)];
    };
    CHECK(in_brackets(3, "Row", "") == "[]: List G");
    CHECK(in_brackets(3, "Row", "", "cart.py:1") == "[]: List (cart.py:1) L");
    CHECK(in_brackets(3, "function", "cart.py:7") == "[]: List L");
    CHECK(in_brackets(1, "Row", "") == "[]: List H");
}

TEST_CASE("heapprof leak rules: records of allocations are in no amount but their own", "[unit]") {
    auto const all = with_rules("type Trace*\nkind instrument\n", 3, [](int i) {
        return sessions(i) + parts("sessions", "Trace", 0, 10 * i, 3000) +
               parts("base", "Tracer", 0, i, 500) + parts("base", "Track", 0, 1, 5);
    });
    auto const one = only(all);
    CHECK(bytes(one) == Bytes{20'010, 40'010, 60'010});
    CHECK(one.amounts[0].objects == 201);
    for (std::uint64_t i = 1; i <= 3; ++i) {
        auto const& dump = all.dumps[i - 1];
        CHECK(dump.file == std::to_string(i));
        CHECK(dump.instruments == trav::Amount{30'500 * i, 11 * i});
        CHECK(dump.bytes == 1'000'015 + 20'000 * i);
        CHECK(dump.objects == 4 + 200 * i);
    }
}

TEST_CASE("heapprof leak rules: a file of rules without text is an error", "[unit]") {
    auto const error = [](std::string const& file) {
        heapprof::LeaksOptions options;
        options.rules = {file};
        return test::message_of<trav::dump::Error>([&] { found(1, sessions, options); });
    };
    Folder const folder;
    write(folder / "empty", "");
    write(folder / "bad", "kind\n");
    for (char const* const name : {"empty", "none"})
        CHECK(error(folder / name) == (folder / name) + ": cannot be read, or is empty");
    CHECK(error(folder / "bad").starts_with((folder / "bad") + ": line 1: "));
}
