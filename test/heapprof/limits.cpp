#include "catch.hpp"
#include "heapprof/ask.hpp"

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

// The exit code with these limits; what is said must be one line.
int code(std::string const& limits, std::string const& says = "") {
    Folder const folder;
    write(folder / "1.graph", sessions(3));
    write(folder / "2.graph", sessions(5));
    Result const result = run("dump " + (folder / "1.graph") + ' ' + (folder / "2.graph") + ' ' + limits);
    INFO(limits << "\n" << result.out << result.err);
    CHECK((result.code == 2 || has(result.out, "Session")));  // the report is written all the same
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == (result.code == 0 ? 0 : 1));
    CHECK(has(result.err, says));
    return result.code;
}

}  // namespace

TEST_CASE("heapprof limits: a heap that does not keep to one ends with code 3 and one line", "[unit]") {
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

TEST_CASE("heapprof limits: a condition that makes no sense is refused", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(code("--fail 'Session'", "'Session' is no condition; write 'type=Session objects > 1000'") == 2);
    CHECK(code("--fail 'type=Session objects > many'", "ends in no number") == 2);
    CHECK(code("--fail 'type=Session objects == 5'", "has no >, >=, < or <=") == 2);
    CHECK(code("--fail 'type=Session things > 5'", "is not about objects, bytes or growth") == 2);
    CHECK(code("--fail 'Session objects > 5'", "names no band") == 2);
    CHECK(code("--fail 'colour=red objects > 5'", "there is no breakdown 'colour'") == 2);
    CHECK(code("--fail 'root=app objects > 5'", "needs a root") == 2);
}
