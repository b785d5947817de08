// The findings of `leaks` as text.
#include "catch.hpp"
#include "heapprof/leaks_answer.hpp"
#include "heapprof/lines.hpp"

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string heading(std::size_t dumps, std::vector<Verdict> const& verdicts) {
    return test::lines(text(answer(dumps, verdicts))).at(0);
}

// The text of the finding of three dumps, after changes to it, or to the answer.
std::string said(auto const& change, Verdict verdict = Verdict::leaks) {
    LeaksAnswer all = answer(3, {verdict});
    if constexpr (requires { change(all); }) change(all);
    else change(all.findings[0]);
    return test::lines(text(all)).at(3).substr(3);
}
void says(std::string const& part, auto const& change, Verdict verdict = Verdict::leaks) {
    std::string const all = said(change, verdict);
    INFO(all);
    CHECK(all.find(part) != std::string::npos);
}

auto const nothing = [](Finding&) {};

}  // namespace

TEST_CASE("heapprof leaks text: the heading by the number of dumps, and the findings", "[unit]") {
    using enum LeaksAnswer::Verdict;
    CHECK(heading(3, {leaks}) == "1 leak, the worst first:");
    CHECK(heading(3, {leaks, leaks, grew}) == "2 leaks, the worst first:");
    CHECK(heading(3, {grew, grew}) == "No certain leak, but these grew:");
    CHECK(heading(2, {grew}) ==
          "These grew. Two dumps do not tell a leak from a cache that fills: add a third dump.");
    std::string const one = "One dump shows no growth: give two more, taken later. ";
    CHECK(heading(1, {large}) == one + "The largest owners:");
    CHECK(heading(1, {}) == one + "No owner holds 1% of the heap.");
    CHECK(heading(2, {large}) == "No leak: no owner grows much. The largest owners:");
    CHECK(heading(2, {}) == "No leak: no owner grows much. No owner holds 5% of the heap.");
    std::string const three = "No leak: no owner grows much in every step without levelling off. ";
    CHECK(heading(3, {large}) == three + "The largest owners:");
    CHECK(heading(3, {}) == three + "No owner holds 5% of the heap.");
}

TEST_CASE("heapprof leaks text: the whole of a small answer", "[unit]") {
    LeaksAnswer all = answer(3, {Verdict::leaks, Verdict::leaks});
    all.findings[1].title = "b\nc";
    all.findings[1].kind = "cache";
    std::string const sentences =
        "   Grows steadily since 1.x: 100 B -> 300 B -> 1.00 KiB, 462 B a dump; 25.0% of the heap and "
        "30.1% of its growth. In it: 5 objects, 3 more than before. If it were gone, 2.00 KiB would be "
        "freed.\n"
        "   heapprof why 3.x app.log\n";
    CHECK(text(all) ==
          "2 leaks, the worst first:\n\n1. app.log: List\n" + sentences + "\n2. b\\nc (cache)\n" + sentences);
    CHECK(text(answer(3, {})).ends_with("of the heap.\n   heapprof dump 3.x --by owner\n"));
    all.findings[0].kind = "runtime";
    CHECK(text(all).find("1. app.log: List\n") != std::string::npos);
}

TEST_CASE("heapprof leaks text: the growth, its rate and its share", "[unit]") {
    says("Grew since 1.x: 100 B", nothing, Verdict::grew);
    says("since 2.x: 100 B -> 300 B -> 1.00 KiB; 25.0% of the heap and 23.6% of its growth. ",
         [](Finding& it) { it.since = 1; });  // 724 of 3,072, in one step
    says("1.00 KiB -> 1.00 KiB; 25.0% of the heap and 30.1% of its growth. ",
         [](Finding& it) { it.amounts[1].bytes = 1024; });  // no rate
    says("-> 1.00 KiB; 25.0% of the heap. In it", [](LeaksAnswer& all) {
        all.dumps[0].bytes = 4096, all.findings[0].amounts[0].bytes = all.findings[0].amounts[1].bytes = 1024;
    });
    says("25.0% of the heap and 100.0% of its growth. ",
         [](LeaksAnswer& all) { all.dumps[0].bytes = 4096 - 924; });
    says("25.0% of the heap. In it", [](LeaksAnswer& all) { all.dumps[0].bytes = 4096 - 923; });
    says("25.0% of the heap. In it", [](LeaksAnswer& all) { all.dumps[0].bytes = 5000; });
    says("Holds 25.0% of the heap: 100 B -> 300 B -> 1.00 KiB. In it: 5 objects. If", nothing,
         Verdict::large);
    says("In it: 5 objects. If", [](Finding& it) { it.amounts[0].objects = 5; });
    says("In it: 1 object. If", [](Finding& it) { it.amounts[0].objects = it.amounts[2].objects = 1; });
    says("In it: 5,000 objects, 4,998 more than before.", [](Finding& it) { it.amounts[2].objects = 5000; });

    says(". It fell from 300 B to 1.00 KiB in 3.x, as a cache that is cleared. In it",
         [](Finding& it) { it.fell = 2; });
    says(". It grows by leaps, as a buffer that is doubled when it is full. In it",
         [](Finding& it) { it.leaps = true; });
    says(". No entry has gone: a bound, if it has one, has no effect. In it",
         [](Finding& it) { it.keeps_all = true; });
}

TEST_CASE("heapprof leaks text: the growth by the times of the dumps", "[unit]") {
    auto const rate = [](double first, double second, double third, std::size_t since = 0) {
        std::string const all = said([&](LeaksAnswer& it) {
            it.clock = heapprof::DumpTimes::Clock::dumps;
            it.seconds = {first, second, third};
            it.findings[0].since = since;
        });
        std::size_t const begin = all.find(since == 0 ? " a dump, " : "1.00 KiB, ") + (since == 0 ? 9 : 10);
        return all.substr(begin, all.find(" by the times in the dumps; 25.0%") - begin);
    };
    CHECK(rate(0, 1, 30) == "1.80 KiB a minute");  // 1848
    CHECK(rate(60, 61, 120) == "924 B a minute");
    CHECK(rate(0, 1, 3599) == "15 B a minute");
    CHECK(rate(0, 1, 3600) == "924 B an hour");
    CHECK(rate(0, 1, 86399) == "38 B an hour");
    CHECK(rate(0, 1, 86400) == "924 B a day");
    CHECK(rate(0, 1, 61, 1) == "724 B a minute");
    says(", 462 B a dump, 924 B a minute by the times of the files; 25.0%",
         [](LeaksAnswer& it) { it.clock = heapprof::DumpTimes::Clock::files, it.seconds = {0, 1, 60}; });
}

TEST_CASE("heapprof leaks text: the objects in a finding", "[unit]") {
    auto const with_parts = [](Finding& it) {
        it.held_type = "Item";
        it.elements = 1200;
        it.contents = {{"Item", {}, {700, 1200}}, {"Item", {}, {600, 3}}, {"Text", {}, {30, 1200}}};
    };
    says("In it: 1,200 Item; in all 5 objects, 3 more than before, "
         "such as 3 Item (600 B), 1,200 Text (30 B). ",
         with_parts);
    says("In it: 1,200 Item with a, b; in all 5 objects",
         [&](Finding& it) { with_parts(it), it.fields = "with a, b"; });
    says("In it: 1,200 Item; in all 1 object. If",
         [&](Finding& it) { with_parts(it), it.amounts[2].objects = 1; });
    std::string const path(120, 'x');
    says("In it: 1,200 .." + path.substr(22) + "; in all",
         [&](Finding& it) { with_parts(it), it.held_type = path; });
    says("such as 1 .." + path.substr(22) + " (30 B). ",
         [&](Finding& it) { it.contents = {{path, {}, {30, 1}}}; });
}

TEST_CASE("heapprof leaks text: the freed bytes", "[unit]") {
    auto const freed = [](auto const& change) {
        std::string const all = said(change);
        return all.substr(all.find("before. ") + 8);
    };
    CHECK(freed([](Finding& it) { it.all_holders = {"a", "b"}; }) ==
          "If it were in neither of the two, 2.00 KiB would be freed; see the largest one below.");
    CHECK(freed([](Finding& it) { it.all_holders = {"a", "b", "c"}; }) ==
          "If it were in none of these, 2.00 KiB would be freed; see the largest one below.");
    CHECK(freed([](Finding& it) { it.copies = 1200; }) ==
          "1,200 objects of this name, small ones not counted; "
          "if all were gone, 2.00 KiB would be freed; see the largest one below.");
    CHECK(freed([](Finding& it) { it.copies = 2, it.name = "shared: List", it.together = true; }) ==
          "2 objects of this name; if all were gone, 2.00 KiB would be freed.");
    CHECK(freed([](Finding& it) { it.all_holders = {"a", "b"}, it.together = true; }).ends_with("freed."));
}

TEST_CASE("heapprof leaks text: the holders and origins of objects", "[unit]") {
    auto const rest = [](auto const& change) {
        std::string const all = said(change);
        return all.substr(all.find("freed. ") + 7);
    };
    std::string const path(120, 'x'), end = ".." + path.substr(22);
    CHECK(rest([&](Finding& it) { it.field_of = path; }) == "A field of " + end + ".");
    CHECK(rest([&](Finding& it) { it.held_type = path, it.holders = {{"a", 1}, {"b", 2}, {"c", 1200}}; }) ==
          end + " held by a, b (2), c (1,200).");
    CHECK(rest([&](Finding& it) { it.held_type = "T", it.holders = {{"a", 1}}, it.examined = 1; }) ==
          "T held by a.");
    CHECK(rest([&](Finding& it) { it.held_type = "T", it.holders = {{"a", 2}}, it.examined = 1002; }) ==
          "T held by a (2), of 1,002 examined.");
    CHECK(rest([&](Finding& it) { it.members = {{"a", 1}, {"b", 2048}, {"c", 3}}; }) ==
          "Its parts: a (1 B), b (2.00 KiB), c (3 B).");
    CHECK(rest([&](Finding& it) { it.members = {{"a", 1}}; }) == "Its parts: a (1 B).");
    CHECK(rest([&](Finding& it) { it.references = {{"a", 1}, {"b", 1}}; }) == "It is held by a, b.");
    CHECK(rest([&](Finding& it) { it.origins = {{"", "a.py:1", 3, false}, {"f", "b.py:2", 2, false}}; }) ==
          "Made at a.py:1, f (b.py:2).");
    CHECK(rest([&](Finding& it) { it.origins = {{"f", "a.js:1", 3, true}, {"", "b.js:2", 2, true}}; }) ==
          "Functions in it: f (a.js:1), b.js:2.");
    CHECK(rest([&](Finding& it) { it.say = "Say.", it.see = "See."; }) == "Say. See.");
    CHECK(rest([&](Finding& it) { it.say = "Say."; }) == "Say.");
    // neither a type without holders, nor the reverse, nor one reference
    std::string const whole = said(nothing);
    CHECK(said([](Finding& it) { it.held_type = "T"; }) == whole);
    CHECK(said([](Finding& it) { it.holders = {{"a", 2}}; }) == whole);
    CHECK(said([](Finding& it) { it.references = {{"a", 1}}; }) == whole);
}

TEST_CASE("heapprof leaks text: paragraphs are broken at the last blank of each line", "[unit]") {
    LeaksAnswer all = answer();
    all.findings[0].say = "And " + std::string(50, 'x') + " is a long word.";
    auto const words = [](std::string const& of) {
        std::vector<std::string> found;
        std::istringstream in(of);
        for (std::string word; in >> word;) found.push_back(word);
        return found;
    };
    std::string const whole = text(all);
    for (std::size_t columns = 20; columns != 120; ++columns) {
        std::string const broken = leaks_text(all, columns);
        CHECK(words(broken) == words(whole));
        std::vector<std::string> const lines = test::lines(broken);
        bool fits = true, full = true, indented = true;
        for (std::size_t i = 3; i + 1 < lines.size(); ++i) {
            indented = indented && lines[i].starts_with("   ") && lines[i][3] != ' ';
            fits = fits && (lines[i].size() <= columns || words(lines[i]).size() == 1);
            if (i + 2 < lines.size())
                full = full && lines[i].size() + 1 + words(lines[i + 1])[0].size() > columns;
        }
        INFO(broken);
        CHECK(fits);
        CHECK(full);
        CHECK(indented);
    }
}
