// The answer of `heapprof diff` as text, JSON and CSV.
#include "catch.hpp"
#include "heapprof/squeezed.hpp"

#include <heapprof/question/diff.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

using heapprof::DiffAnswer;
using heapprof::TypeChange;
using nlohmann::json;
using trav::dump::IdLife;

// An answer about two or three files: one type grows by 1,024 bytes, and another shrinks by 50.
DiffAnswer answer(std::size_t files, IdLife ids = IdLife::process) {
    DiffAnswer all;
    all.ids = ids;
    std::vector<std::string> const names{"1.graph", "a folder/2.graph.gz", "3.graph"};
    all.files.assign(names.begin(), names.begin() + static_cast<int>(files));
    auto const change = [&](std::uint64_t first, std::uint64_t last, std::size_t grew) {
        TypeChange its{7, {1024, 2000}, {11, 1}, {5, 3}, {}, {}, grew};
        its.bytes.assign(files, last), its.objects.assign(files, 1000);
        its.bytes.front() = first, its.objects.front() = 9;
        return its;
    };
    all.types = {{"Map, old", change(10, 1034, files - 1)}, {"App", change(90, 40, 0)}};
    all.total = change(100, 1074, 1);
    all.rest = change(8, 8, 5);
    return all;
}

std::string text(DiffAnswer const& answer) {
    test::FullWidth const tables;
    return test::squeezed(diff_text(answer));
}

std::string const types = "type growth grew new objects gone objects survived objects\n"
                          "Map, old +1.00 KiB 2 of 2 1.00 KiB 2,000 11 B 1 5 B 3\n"
                          "App -50 B 0 of 2 1.00 KiB 2,000 11 B 1 5 B 3\n",
                  total = "total +974 B 1.00 KiB 2,000 11 B 1 5 B 3\n", none = "\nno object retains more\n",
                  nothing = "\nmade between 1 and 2, still in 3: nothing\n";

json as_json(DiffAnswer const& answer) {
    nlohmann::ordered_json all{{"first", 1}};
    heapprof::add_json(all, answer);
    CHECK(all["first"] == 1);
    return all;
}

}  // namespace

TEST_CASE("heapprof diff text: the changes of types", "[unit]") {
    DiffAnswer all = answer(3);
    CHECK(text(all) == types + total + nothing + none);
    all.more_types = 1000;
    CHECK(text(all) == types + "... 1,000 more 0 1.00 KiB 2,000 11 B 1 5 B 3\n" + total + nothing + none);
    CHECK(text(answer(2)) == "type growth grew new objects gone objects survived objects\n"
                             "Map, old +1.00 KiB 1 of 1 1.00 KiB 2,000 11 B 1 5 B 3\n"
                             "App -50 B 0 of 1 1.00 KiB 2,000 11 B 1 5 B 3\n" +
                                 total + none);
    all.more_types = 0, all.ids = IdLife::object;
    CHECK(text(all) == types + total +
                           "An id is an address here, which later objects have again: some of the objects "
                           "that survived may be\nnew ones of the same type in the place of others.\n" +
                           nothing + none);
}

TEST_CASE("heapprof diff text: without ids, the objects of each dump", "[unit]") {
    CHECK(text(answer(3, IdLife::dump)) ==
          "type growth grew 1 objects 2 objects 3 objects\n"
          "Map, old +1.00 KiB 2 of 2 10 B 9 1.01 KiB 1,000 1.01 KiB 1,000\n"
          "App -50 B 0 of 2 90 B 9 40 B 1,000 40 B 1,000\n"
          "total +974 B 100 B 9 1.05 KiB 1,000 1.05 KiB 1,000\n"
          "\n"
          "Which objects are new, gone or survived is not known: the collector of this program moves\n"
          "objects, and an id is an address. Below, objects that retain much are the same if a path to\n"
          "them is.\n" +
              none);
}

TEST_CASE("heapprof diff text: objects left behind, and growing ones", "[unit]") {
    DiffAnswer all = answer(3);
    all.left = {{"Map, old", {1024, 2000}}, {"App", {7, 1}}};
    all.left_objects = {{{"Map", "", "7", true}, "app.b", 2048}, {{"App", "", "8", true}, "", 9}};
    std::string const left = "\nbytes objects made between 1 and 2, still in 3\n"
                             "1.00 KiB 2,000 Map, old\n"
                             "7 B 1 App\n",
                      largest = "\nretained of these, what retains most\n"
                                "2.00 KiB app.b: Map @7\n"
                                "9 B App @8\n";
    CHECK(text(all) == types + total + left + largest + none);
    all.more_left = 1500, all.rest_left = {3, 4000};
    CHECK(text(all) == types + total + left + "3 B 4,000 ... 1,500 more\n" + largest + none);

    all = answer(3);
    all.growing = {{{"Map", "", "7", true}, "app.b", {1, 5, 2048}}, {{"App", "", "8", true}, "", {1, 2, 3}}};
    std::string const growing = "\n1 2 3 growth retain more in every step\n"
                                "1 B 5 B 2.00 KiB +2.00 KiB app.b: Map @7\n"
                                "1 B 2 B 3 B +2 B App @8\n";
    CHECK(text(all) == types + total + nothing + growing);
    all.more_growing = 1200;
    CHECK(text(all) == types + total + nothing + growing + "... 1,200 more\n");
    all = answer(2);
    all.growing = {{{"App", "", "8", true}, "", {1, 3}}};
    CHECK(text(all).ends_with(total + "\n1 2 growth retain more\n1 B 3 B +2 B App @8\n"));
}

TEST_CASE("heapprof diff text: JSON", "[unit]") {
    DiffAnswer all = answer(2);
    all.types.pop_back();
    all.more_types = 3, all.more_left = 4, all.more_growing = 5;
    all.left = {{"Map", {1024, 2}}};
    all.left_objects = {{{"Map", "", "7", true}, "app.b", 2048}, {{"App", "", "x", false}, "", 9}};
    all.growing = {{{"Map", "", "7", true}, "app.b", {1, 2}}, {{"App", "", "8", true}, "", {1, 3}}};
    json expected = json::parse(R"({
        "first": 1, "same": "id", "more_types": 3, "more_left": 4, "more_growing": 5,
        "types": [{"type": "Map, old", "grew": 1, "growth": 1024, "new": {"bytes": 1024, "objects": 2000},
                   "gone": {"bytes": 11, "objects": 1}, "survived": {"bytes": 5, "objects": 3},
                   "bytes": [10, 1034], "objects": [9, 1000]}],
        "total": {"growth": 974, "new": {"bytes": 1024, "objects": 2000}, "gone": {"bytes": 11, "objects": 1},
                  "survived": {"bytes": 5, "objects": 3}, "bytes": [100, 1074], "objects": [9, 1000]},
        "left": [{"type": "Map", "bytes": 1024, "objects": 2}],
        "left_objects": [{"type": "Map", "name": "", "id": 7, "path": "app.b", "retained": 2048},
                         {"type": "App", "name": "", "id": "x", "retained": 9}],
        "growing": [{"type": "Map", "name": "", "id": 7, "path": "app.b", "retained": [1, 2]},
                    {"type": "App", "name": "", "id": 8, "retained": [1, 3]}]})");
    CHECK(as_json(all) == expected);
    all.ids = IdLife::object;
    expected["same"] = "address and type";
    CHECK(as_json(all) == expected);
    all.ids = IdLife::dump;
    expected["same"] = "path";
    for (std::string const part : {"new", "gone", "survived"})
        expected["types"][0][part] = expected["total"][part] = nullptr;
    expected["left"] = expected["left_objects"] = nullptr;
    CHECK(as_json(all) == expected);
}

TEST_CASE("heapprof diff text: CSV", "[unit]") {
    auto const csv = [](DiffAnswer const& answer) {
        std::ostringstream out;
        heapprof::write_diff_csv(out, answer);
        return out.str();
    };
    std::string const heading =
        "type,growth,grew,new,new_objects,gone,gone_objects,survived,survived_objects\r\n";
    CHECK(csv(answer(3)) ==
          heading + "\"Map, old\",1024,2,1024,2000,11,1,5,3\r\nApp,-50,0,1024,2000,11,1,5,3\r\n");
    CHECK(csv(answer(2, IdLife::dump)) == heading + "\"Map, old\",1024,1,,,,,,\r\nApp,-50,0,,,,,,\r\n");
}
