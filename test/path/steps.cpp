#include <trav/path/steps.hpp>

#include "catch.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace {

using Steps = std::vector<trav::PathStep<int>>;
using Path = trav::Path<int>;

std::string printed(Path const& path) {
    std::ostringstream all;
    all << path;
    std::ostringstream same;
    trav::print(same, path);
    CHECK(same.str() == all.str());
    return all.str();
}

/// "0 [1] 1 [2] 2 ..."
Path chain(int nodes) {
    Steps steps;
    for (int i = 0; i != nodes; ++i)
        steps.push_back({i, i == 0 ? std::string() : '[' + std::to_string(i) + ']', std::to_string(i)});
    return {steps, std::to_string(nodes - 1)};
}
/// The printed lines of the path from one node to another.
std::string lines(int from, int to) {
    std::string all;
    for (int i = from; i < to; ++i)
        all += std::to_string(i) + '[' + std::to_string(i + 1) + "] -> " + std::to_string(i + 1) + '\n';
    return all;
}

}  // namespace

TEST_CASE("a path is printed step by step, and written in one line", "[unit]") {
    Path const path(Steps{{1, "", "Server"}, {2, "entities[3]", "Player"}, {3, "[7]", "Item"}}, "Item");
    CHECK(printed(path) == "Server.entities[3] -> Player\nPlayer[7] -> Item\n");
    CHECK(trav::text(path) == "Server.entities[3][7]");
    CHECK(static_cast<bool>(path));
    CHECK(path.back().node == 3);
    std::vector<int> nodes;
    for (auto const& step : path) nodes.push_back(step.node);
    CHECK(nodes == std::vector{1, 2, 3});
}

TEST_CASE("a path may be only a root, or empty", "[unit]") {
    Path const root(Steps{{1, "", "Server"}}, "Server");
    CHECK(static_cast<bool>(root));
    CHECK(printed(root) == "Server is a root\n");
    CHECK(trav::text(root) == "Server");
    Path const none(Steps{}, "Item");
    CHECK(!none);
    CHECK(none.empty());
    CHECK(printed(none) == "no path leads to Item\n");
    CHECK(trav::text(none) == "no path leads to Item");
}

TEST_CASE("a path is printed without control characters", "[unit]") {
    Path const path(Steps{{1, "", "a\nb"}, {2, "bag[\"\x1b\"]", "c\td"}}, "c\td");
    CHECK(printed(path) == "a\\nb.bag[\"\\x1b\"] -> c\\td\n");
    CHECK(trav::text(path) == "a\\nb.bag[\"\\x1b\"]");
    CHECK(printed(Path(Steps{}, "c\td")) == "no path leads to c\\td\n");
    CHECK(printed(Path(Steps{{1, "", "c\td"}}, "")) == "c\\td is a root\n");
}

TEST_CASE("only the first and last steps of a long path are printed", "[unit]") {
    CHECK(printed(chain(101)) == lines(0, 100));
    CHECK(printed(chain(102)) == lines(0, 50) + "... 1 more\n" + lines(51, 101));
    CHECK(printed(chain(100'001)) == lines(0, 50) + "... 99900 more\n" + lines(99'950, 100'000));
}
