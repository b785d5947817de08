#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <algorithm>
#include <string>

namespace {

// The app retains 1 + 2 + 3 * 100 + 40 + 7; the log shares the icon with it.
std::string const store = R"(
NODE app   App     1
NODE map   Map     2
NODE ann   Session 100 Ann
NODE bob   Session 100
NODE old   Session 140
NODE cache Cache   7
NODE icon  Icon    50
NODE log   Log     3
ROOT app
ROOT log
app  map   sessions
map  ann   0
map  bob   1
map  old   2
app  cache "the cache"
app  icon
log  icon
)";

}  // namespace

TEST_CASE("heapprof tree: lists retained objects below each object, the largest first", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = ask("tree", "--top 2", store);
    INFO(result.err);
    CHECK(result.code == 0);
    // 403 bytes in total; no object dominates the objects that both roots hold.
    CHECK(result.out == "retained      %  objects  object\n"
                        "   350 B  86.8%        6  App @app\n"
                        "   342 B  84.9%        4    .sessions -> Map @map\n"
                        "   140 B  34.7%        1      [2] -> Session @old\n"
                        "   100 B  24.8%        1      [0] -> Session Ann @ann\n"
                        "   100 B  24.8%        1      ... 1 more\n"
                        "     7 B   1.7%        1    [\"the cache\"] -> Cache @cache\n"
                        "    50 B  12.4%        1  Icon @icon\n"
                        "     3 B   0.7%        1  ... 1 more\n");
    CHECK(ask("tree", "--depth 1 --top 1", store).out == "retained      %  objects  object\n"
                                                         "   350 B  86.8%        6  App @app\n"
                                                         "    53 B  13.2%        2  ... 2 more\n");
    CHECK(ask("tree", "--under app.sessions --top 1", store).out ==
          "retained      %  objects  object\n"
          "   342 B  84.9%        4  .sessions -> Map @map\n"
          "   140 B  34.7%        1    [2] -> Session @old\n"
          "   200 B  49.6%        2    ... 2 more\n");
}

TEST_CASE("heapprof tree: prints a list of 20,000 cells to the requested depth or whole", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string list = "ROOT n0\n";
    for (int i = 0; i != 20000; ++i)
        list += 'n' + std::to_string(i) + " n" + std::to_string(i + 1) + " next\n";
    std::string const all = ask("tree", "--depth 0", list).out;
    CHECK(std::count(all.begin(), all.end(), '\n') == 20002);
    std::string const some = ask("tree", "", list).out;
    CHECK(std::count(some.begin(), some.end(), '\n') == 4);
}

TEST_CASE("heapprof tree: an error is one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    CHECK(has(ask("tree", "--under app.x", store).err, "app has no 'x'"));
    CHECK(ask("tree", "--depth -1", store).code == 2);
    Result const dead = ask("tree", "--under @c", "ROOT a\nNODE a A 1\nNODE c C 1\n");
    CHECK(dead.code == 1);
    CHECK(has(dead.err, "'@c' retains nothing: no root reaches it\n"));
}

TEST_CASE("heapprof show: prints an object's fields and referrers", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = ask("show", "app.sessions", store);
    INFO(result.err);
    CHECK(result.out == "Map @map, own 2 B, retains 342 B in 4 objects\n"
                        "dominated by App @app\n"
                        "\n"
                        "retained  field\n"
                        "   100 B  [0] -> Session Ann @ann\n"
                        "   100 B  [1] -> Session @bob\n"
                        "   140 B  [2] -> Session @old\n"
                        "\n"
                        "references  held by\n"
                        "         1  App @app .sessions\n");
    CHECK(has(ask("show", "@map --top 1", store).out,
              "100 B  [0] -> Session Ann @ann\n          ... 2 more\n"));
    CHECK(has(ask("show", "@icon", store).out, "no fields\n"));
    Result const many = ask("show", "class:Session", store);
    CHECK(many.code == 1);
    CHECK(has(many.err, "'class:Session' selects 3 objects, but only one can be shown, such as @ann\n"));
    CHECK(has(run("show " + shop_3 + " class:LazyReport").err, "selects 3 objects"));
    CHECK(has(run("show " + shop_3 + " @67353").out, "\nfrom shop/shop.js:9\n"));
}

TEST_CASE("heapprof: --drops lists the largest objects without their chains", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", store);
    auto const ids = [&](std::string const& arguments) {
        std::string all;
        auto const json = dump_json((folder / "x.graph") + arguments);
        for (auto const& object : json["dumps"][0]["largest"]) all += object["id"].get<std::string>() + ' ';
        return all;
    };
    CHECK(ids(" --largest 4") == "app map old ann ");
    CHECK(ids(" --largest 4 --drops") == "map old ann bob ");  // of 350 bytes the map has 342
    CHECK(run("dump " + (folder / "x.graph") + " --drops").code == 2);
}

TEST_CASE("heapprof: --retained counts each object of a type once", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string list = "ROOT list\nNODE list List 1\nlist n0 head\n";
    for (int i = 0; i != 10; ++i) {
        std::string const n = std::to_string(i);
        list += "NODE n" + n + " Cell 2\nNODE t" + n + " Text 5\nn" + n + " t" + n + " text\n";
        if (i != 9) list += 'n' + n + " n" + std::to_string(i + 1) + " next\n";
    }
    write(folder / "x.graph", list);
    auto const json = dump_json((folder / "x.graph") + " --retained 2")["dumps"][0]["retained"];
    REQUIRE(json.size() == 2);
    CHECK(json[0] ==
          nlohmann::json{
              {"type", "List"}, {"own", 1}, {"retained", 71}, {"objects", 1}, {"objects_retained", 21}});
    CHECK(json[1] ==
          nlohmann::json{
              {"type", "Cell"}, {"own", 20}, {"retained", 70}, {"objects", 10}, {"objects_retained", 20}});
    CHECK(has(run("dump " + (folder / "x.graph") + " --retained 3").out,
              "Cell           20 B      70 B   98.6%       10\n"));
}
