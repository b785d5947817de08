// The answer of `show` as text and as JSON.
#include "catch.hpp"

#include <heapprof/question/show.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace {

using heapprof::ReferenceKind;
using heapprof::ShowAnswer;
using trav::dump::ValueKind;

// The text about an object without fields, after a change.
std::string text(auto const& change) {
    ShowAnswer answer;
    answer.object = {"Map", "users", "7", true};
    answer.own = 2048;
    answer.retained = {3072, 1200};
    change(answer);
    return show_text(answer);
}
std::string const heading = "Map users @7, own 2.00 KiB, retains 3.00 KiB in 1,200 objects\n",
                  rest = "\nno fields\n\nheld by nothing\n";

}  // namespace

TEST_CASE("heapprof show text: an object without fields", "[unit]") {
    CHECK(text([](ShowAnswer&) {}) == heading + rest);
    CHECK(text([](ShowAnswer& it) { it.retained->objects = 1; }) ==
          "Map users @7, own 2.00 KiB, retains 3.00 KiB in 1 object\n" + rest);
    CHECK(text([](ShowAnswer& it) { it.retained.reset(); }) ==
          "Map users @7, own 2.00 KiB, which no root reaches\n" + rest);
    CHECK(text([](ShowAnswer& it) {
              it.value = {"", ValueKind::number, "52428800"};
          }).starts_with("Map users @7 = 52428800, own"));
    CHECK(text([](ShowAnswer& it) {
              it.value = {"", ValueKind::text, "a"};
          }).starts_with("Map users @7 = \"a\", own"));
    CHECK(text([](ShowAnswer& it) { it.place = "a.js:9"; }) == heading + "from a.js:9\n" + rest);
    CHECK(text([](ShowAnswer& it) { it.dominator = {"App", "", "1"}; }) ==
          heading + "dominated by App @1\n" + rest);
    // a long name in full
    CHECK(text([](ShowAnswer& it) { it.name = std::string(60, 'x'); }) == heading + rest);
    CHECK(text([](ShowAnswer& it) { it.name = std::string(59, 'x') + "\ny"; }) ==
          heading + "name: " + std::string(59, 'x') + "\\ny\n" + rest);
}

TEST_CASE("heapprof show text: values, fields, and the number of others", "[unit]") {
    auto const rows = [](auto const& change) {
        std::string const all = text(change);
        return all.substr(heading.size() + 1, all.find("\nheld by") - heading.size() - 1);
    };
    auto const value = [](ShowAnswer& it) { it.values = {{".size", ValueKind::number, "17"}}; };
    auto const field = [](ShowAnswer& it) {
        it.fields = {{".a", {"A", "", "1"}, ReferenceKind::program, 1024, {}},
                     {"[3]", {"B", "", "2"}, ReferenceKind::weak, 1, {}},
                     {".c", {"C", "", "3"}, ReferenceKind::runtime, 2, {{".c", ValueKind::text, "x"}}}};
    };
    std::string const fields = "1.00 KiB  .a -> A @1\n"
                               "     1 B  [3] -> B @2, weak\n"
                               "     2 B  .c = \"x\", a link of the runtime\n";
    CHECK(rows(value) == "retained  field\n          .size = 17\n");
    CHECK(rows(field) == "retained  field\n" + fields);
    CHECK(rows([&](ShowAnswer& it) { value(it), field(it), it.more_values = 1200, it.more_fields = 3400; }) ==
          "retained  field\n          .size = 17\n          ... 1,200 more values\n" + fields +
              "          ... 3,400 more\n");
    // at most 60 bytes of a value
    CHECK(rows([](ShowAnswer& it) { it.values = {{".s", ValueKind::text, std::string(61, 'x')}}; }) ==
          "retained  field\n          .s = \"" + std::string(58, 'x') + "..\"\n");
    CHECK(rows([](ShowAnswer& it) { it.values = {{".s", ValueKind::text, std::string(60, 'x')}}; }) ==
          "retained  field\n          .s = \"" + std::string(60, 'x') + "\"\n");
}

TEST_CASE("heapprof show text: JSON", "[unit]") {
    ShowAnswer answer;
    answer.object = {"Map", "users", "7", true};
    answer.place = "a.js:9";
    answer.own = 2048;
    answer.more_values = 3, answer.more_fields = 4;
    auto const json = [&] {
        nlohmann::ordered_json all{{"before", 0}};
        add_json(all, std::as_const(answer));
        return all;
    };
    std::string const begin = R"({"before":0,"object":{"type":"Map","name":"users","id":7},"place":"a.js:9",)"
                              R"("own":2048,)",
                      end = R"("more_fields":4,"held_by":{"list":[],"more":0,"more_references":0,)"
                            R"("roots":[]}})";
    CHECK(json().dump() == begin + R"("retained":null,"dominator":null,"values":[],"more_values":3,)" +
                               R"("fields":[],)" + end);
    answer.retained = {3072, 5};
    answer.dominator = {"App", "", "x"};
    answer.values = {{".n", ValueKind::number, "17"},    {".f", ValueKind::number, "-0.5"},
                     {".nan", ValueKind::number, "NaN"}, {".t", ValueKind::truth, "true"},
                     {".s", ValueKind::text, "17"},      {".z", ValueKind::nothing, "None"}};
    answer.fields = {{".a", {"A", "", "1"}, ReferenceKind::runtime, 6, {}},
                     {".c", {"C", "", "3"}, ReferenceKind::program, 2, {{".c", ValueKind::number, "9"}}}};
    CHECK(json().dump() ==
          begin + R"("retained":{"bytes":3072,"objects":5},"dominator":{"type":"App","name":"","id":"x"},)" +
              R"("values":[{"field":".n","value":17},{"field":".f","value":-0.5},)" +
              R"({"field":".nan","value":"NaN"},{"field":".t","value":true},{"field":".s","value":"17"},)" +
              R"({"field":".z","value":null}],"more_values":3,)" +
              R"("fields":[{"field":".a","type":"A","name":"","id":"1","link":"runtime","retained":6},)" +
              R"({"field":".c","type":"C","name":"","id":"3","link":"program","retained":2,"value":9}],)" +
              end);
}
