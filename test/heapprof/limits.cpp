#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <heapprof/command/limits.hpp>

#include <algorithm>
#include <string>

namespace {

std::string sessions(int count) {
    std::string text = "ROOT app\nNODE app App 24\nROOT log\nNODE log \"Old log\" 1000\n";
    for (int i = 0; i != count; ++i) {
        std::string const id = 's' + std::to_string(i);
        text += "NODE " + id + " Session 100\napp " + id + ' ' + id + '\n';
    }
    return text;
}

// The exit code with these limits. The message must be one line.
int code(std::string const& limits, std::string const& says = "") {
    Folder const folder;
    write(folder / "1.graph", whole(sessions(3)));
    write(folder / "2.graph", whole(sessions(5)));
    Result const result = run("dump " + (folder / "1.graph") + ' ' + (folder / "2.graph") + ' ' + limits);
    INFO(limits << "\n" << result.out << result.err);
    CHECK((result.code == 2 || has(result.out, "Session")));  // the report is still written
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == (result.code == 0 ? 0 : 1));
    CHECK(has(result.err, says));
    return result.code;
}

// Two dumps of 1,000 and then 1,500 bytes: a log, and sessions that the app holds, at first shared with the
// log.
trav::Profile small_profile() {
    return {"",
            "",
            {{"type", nullptr, {{"Session"}, {"Log"}}},
             {"root", nullptr, {{"app", {"app"}}, {"app,log", {"app", "log"}}}}},
            {{1, {{{0, 1}, {300, 3}}, {{1, 1}, {700, 1}}}},
             {2, {{{0, 0}, {200, 2}}, {{0, 1}, {600, 6}}, {{1, 1}, {700, 1}}}}}};
}

// The error for exceeded conditions; empty if none is.
std::string exceeded(std::vector<std::string> const& conditions) {
    std::vector<heapprof::Limit> limits;
    for (auto const& each : conditions) limits.push_back(heapprof::parse_limit(each));
    try {
        heapprof::check_limits(small_profile(), limits);
    } catch (heapprof::LimitExceeded const& error) { return error.what(); }
    return "";
}

}  // namespace

TEST_CASE("limits: apply to the last dump, and growth to the first and the last", "[unit]") {
    CHECK(exceeded({"type=Session objects > 7"}) == "type=Session objects > 7: 8");
    CHECK(exceeded({"type=Session objects > 8"}) == "");
    CHECK(exceeded({"type=Session objects >= 8"}) == "type=Session objects >= 8: 8");
    CHECK(exceeded({"type=Session objects >= 9"}) == "");
    CHECK(exceeded({"type=Session bytes < 801"}) == "type=Session bytes < 801: 800 B");
    CHECK(exceeded({"type=Session bytes < 800"}) == "");
    CHECK(exceeded({"type=Session bytes <= 800"}) == "type=Session bytes <= 800: 800 B");
    CHECK(exceeded({"type=Session growth > 499"}) == "type=Session growth > 499: 500 B");
    CHECK(exceeded({"type=Session growth > 500"}) == "");
    CHECK(exceeded({"type=Log growth > 0"}) == "");
    CHECK(exceeded({"type=Nothing bytes >= 0"}) == "type=Nothing bytes >= 0: 0 B");
    CHECK(exceeded({"total bytes > 1K"}) == "total bytes > 1K: 1.46 KiB");
    CHECK(exceeded({"total objects > 9"}) == "");
    CHECK(exceeded({"total objects > 8", "total bytes > 9K", "total bytes > 1"}) ==
          "total objects > 8: 9; total bytes > 1: 1.46 KiB");
}

TEST_CASE("limits: growth is never negative", "[unit]") {
    trav::Profile profile = small_profile();
    std::swap(profile.samples[0], profile.samples[1]);
    CHECK_NOTHROW(heapprof::check_limits(profile, {heapprof::parse_limit("total growth > 0")}));
}

TEST_CASE("limits: a band is a line of the table or all sets with this member", "[unit]") {
    CHECK(exceeded({"root=app objects > 8"}) == "root=app objects > 8: 9");  // app; app,log
    CHECK(exceeded({"root=log objects > 6"}) == "root=log objects > 6: 7");
    CHECK(exceeded({"root=app,log objects > 6"}) == "root=app,log objects > 6: 7");
}

TEST_CASE("limits: conditions are parsed from their end, so bands may contain spaces", "[unit]") {
    auto const limit = heapprof::parse_limit("  type=Old log   bytes  >=  2K ");
    CHECK(limit.breakdown == "type");
    CHECK(limit.band == "Old log");
    CHECK(limit.comparison == ">=");
    CHECK(limit.number == 2048);
    CHECK((limit.measure == heapprof::Limit::Measure::bytes));
    CHECK(heapprof::parse_limit("constructor=A (a=b.js:1) objects < 5").band == "A (a=b.js:1)");
}

TEST_CASE("limits: the fault of an invalid condition", "[unit]") {
    struct Case {
        std::string text, fault;
    };
    for (auto const& [text, fault] : std::vector<Case>{{"", "is not a condition"},
                                                       {"> 5", "is not a condition"},
                                                       {"bytes > 5", "names no band"},
                                                       {"Session bytes > 5", "names no band"},
                                                       {"=Session bytes > 5", "names no band"},
                                                       {"type= bytes > 5", "names no band"},
                                                       {"total bytes > 5Q", "does not end in a number"},
                                                       {"total bytes == 5", "has no >, >=, < or <="},
                                                       {"total things > 5", "is not about objects"}})
        CHECK_THROWS_WITH(heapprof::parse_limit(text), Catch::StartsWith("'" + text + "' " + fault));
}

TEST_CASE("heapprof limits: an exceeded limit gives code 3 and one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(code("--fail 'type=Session objects > 5'") == 0);
    CHECK(code("--fail 'type=Session objects > 4'", "heapprof: type=Session objects > 4: 5\n") == 3);
    CHECK(code("--fail 'type=Session objects >= 5'") == 3);
    CHECK(code("--fail 'type=Session objects < 5'") == 0);
    CHECK(code("--fail 'type=Session objects <= 5'") == 3);
    CHECK(code("--fail 'type=Session bytes > 499'") == 3);
    CHECK(code("--fail 'type=Session bytes > 500'") == 0);
    CHECK(code("--fail 'type=Session growth > 199'", "growth > 199: 200 B\n") == 3);
    CHECK(code("--fail 'type=Session growth > 200'") == 0);
    CHECK(code("--fail 'type=Old log bytes > 999'") == 3);
    CHECK(code("--fail 'type=Nothing objects > 0'") == 0);
    CHECK(code("--fail 'total bytes > 1523'", "total bytes > 1523: 1.49 KiB\n") == 3);  // 24 + 1000 + 500
    CHECK(code("--fail 'total bytes > 1524'") == 0);
    CHECK(code("--fail 'total bytes > 1K'") == 3);
    CHECK(code("--root app --fail 'root=app bytes > 523'") == 3);
    CHECK(code("--root app --fail 'root=app bytes > 524'") == 0);
    CHECK(code("--fail 'total objects > 1' --fail 'total objects > 2'",
               "heapprof: total objects > 1: 7; total objects > 2: 7\n") == 3);
}

TEST_CASE("heapprof limits: an invalid condition is refused", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(code("--fail 'Session'", "'Session' is not a condition; write 'type=Session objects > 1000'") == 2);
    CHECK(code("--fail 'type=Session objects > many'", "does not end in a number") == 2);
    CHECK(code("--fail 'type=Session objects == 5'", "has no >, >=, < or <=") == 2);
    CHECK(code("--fail 'type=Session things > 5'", "is not about objects, bytes or growth") == 2);
    CHECK(code("--fail 'Session objects > 5'", "names no band") == 2);
    CHECK(code("--fail 'colour=red objects > 5'", "there is no breakdown 'colour'") == 2);
    CHECK(code("--fail 'root=app objects > 5'", "needs a root") == 2);
}
