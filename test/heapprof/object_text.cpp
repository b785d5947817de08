// The names of objects in answers: shortened texts, and names as text and as JSON.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/heap/object_text.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

namespace {

using heapprof::id_json;
using heapprof::object_name;
using heapprof::object_text;
using heapprof::ObjectName;
using nlohmann::json;
using Characters = std::vector<std::string>;

// Characters of one to four bytes, with the least and the largest first bytes.
Characters const characters{
    "a", "\xC0\x80", "b", "\xC3\xA9",         "c",    "d", "\xDF\xBF", "\xE2\x82\xAC", "\xEF\xBF\xBF",
    "e", "f",        "g", "\xF0\x9F\x98\x80", "\x7F", "h", "\xC2\x80"};

std::string joined(Characters const& texts) {
    return std::accumulate(texts.begin(), texts.end(), std::string());
}

}  // namespace

TEST_CASE("heapprof object text: shortened texts have no part of a character", "[unit]") {
    std::string const whole = joined(characters);
    CHECK(heapprof::shortened(whole, whole.size()) == whole);
    CHECK(heapprof::shortened(whole, whole.size() + 1) == whole);
    CHECK(heapprof::ending(whole, whole.size()) == whole);
    CHECK(heapprof::ending(whole, whole.size() + 1) == whole);
    for (std::size_t most = 2; most != whole.size(); ++most) {
        INFO(most);
        std::string const begin = heapprof::shortened(whole, most);
        CHECK(begin.ends_with(".."));
        CHECK(begin.size() <= most);
        CHECK(begin.size() + 4 >= most);  // the last character may be left out
        bool is_begin = begin == "..";
        std::string longest_end;
        for (std::size_t i = 0; i != characters.size(); ++i) {
            auto const middle = characters.begin() + static_cast<std::ptrdiff_t>(i);
            is_begin = is_begin || begin == joined({characters.begin(), middle + 1}) + "..";
            std::string const end = joined({middle, characters.end()});
            if (end.size() + 2 <= most && end.size() > longest_end.size()) longest_end = end;
        }
        CHECK(is_begin);
        CHECK(heapprof::ending(whole, most) == ".." + longest_end);
    }
    CHECK(heapprof::shortened("abcdef", 5) == "abc..");
    CHECK(heapprof::ending("abcdef", 5) == "..def");
    CHECK(heapprof::shortened("\x80\x80\x80\x80", 3) == "..");  // no text
    CHECK(heapprof::ending("\x80\x80\x80\x80", 3) == "..");
}

TEST_CASE("heapprof object text: a type, a name and an id", "[unit]") {
    auto const text = [](std::size_t type, std::size_t name, std::size_t longest) {
        return object_text(ObjectName{std::string(type, 't'), std::string(name, 'n'), "7"}, longest);
    };
    auto const expected = [](std::string const& type, std::string const& name) {
        return type + ' ' + name + " @7";
    };
    std::string const names(200, 'n'), types(200, 't');
    CHECK(object_text(ObjectName{"Map", "", "7"}) == "Map @7");
    CHECK(object_text(ObjectName{"a\nb", "c\nd", "7"}) == "a\\nb c\\nd @7");
    // of 60 bytes, a type and a blank leave this for the name, but at least 20
    struct Case {
        std::size_t type, room;
    };
    for (auto const& [type, room] :
         std::vector<Case>{{1, 58}, {38, 21}, {39, 20}, {40, 20}, {41, 20}, {59, 20}, {60, 20}, {100, 20}}) {
        INFO(type);
        CHECK(text(type, room, 60) == expected(types.substr(0, type), names.substr(0, room)));
        CHECK(text(type, room + 1, 60) == expected(types.substr(0, type), names.substr(0, room - 2) + ".."));
    }
    CHECK(object_text(ObjectName{"t", std::string(58, 'n'), "7"}) == expected("t", names.substr(0, 58)));
    CHECK(object_text(ObjectName{"t", std::string(59, 'n'), "7"}) ==
          expected("t", names.substr(0, 56) + ".."));
    // of a type, the last 100 bytes, or more if there is room
    CHECK(text(101, 1, 60) == expected(".." + types.substr(0, 98), "n"));
    CHECK(text(101, 1, 100) == expected(".." + types.substr(0, 98), "n"));
    CHECK(text(101, 1, 101) == expected(types.substr(0, 101), "n"));
    CHECK(text(150, 200, 200) == expected(types.substr(0, 150), names.substr(0, 47) + ".."));
}

TEST_CASE("heapprof object text: the objects of a dump", "[unit]") {
    auto const dump =
        any_dump_of("NODE a App 1 main\nNODE b shop.Map 2 Map\nNODE c Set 2 Sets\nROOT a\na b x\na c y\n");
    CHECK(object_text(*dump, 0) == "App main @a");
    CHECK(object_text(*dump, 1) == "shop.Map @b");
    CHECK(object_text(*dump, 2) == "Set Sets @c");
    CHECK(heapprof::own_name(*dump, 0) == "main");
    CHECK(heapprof::own_name(*dump, 1).empty());
    ObjectName const text_id = object_name(*dump, 0);
    CHECK(json(object_json(text_id)) == json::parse(R"({"type": "App", "name": "main", "id": "a"})"));

    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("object", 8, {}, "Map");
    auto const snapshot = any_dump_of(v8);
    ObjectName const number_id = object_name(*snapshot, 1);
    CHECK(number_id.number_id);
    CHECK(id_json(number_id).is_number_unsigned());
    CHECK(id_json(number_id) == std::stoull(snapshot->id(1)));
    CHECK(id_json({"Map", "", "18446744073709551615", true}) == 18446744073709551615U);
    CHECK(id_json({"Map", "", "0x7", false}) == "0x7");
    CHECK(json(heapprof::amount_json({10, 3})) == json::parse(R"({"bytes": 10, "objects": 3})"));
}
