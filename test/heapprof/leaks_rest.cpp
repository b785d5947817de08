// The answer of `leaks` as text, from its next command on, and as JSON.
#include "catch.hpp"
#include "heapprof/leaks_answer.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

// The next command.
std::string next(auto const& change) {
    LeaksAnswer all = answer();
    change(all.findings[0], all.dumps.back().file);
    return next_command(all, all.findings[0]);
}

}  // namespace

TEST_CASE("heapprof leaks text: the next command is about all, one path, or an id, as a shell takes it",
          "[unit]") {
    CHECK(next([](Finding&, std::string&) {}) == "heapprof why 3.x app.log");
    CHECK(next([](Finding& it, std::string&) { it.together = true; }) == "heapprof why 3.x 'app.log: List'");
    auto const quoted = [](std::string const& selector, std::string const& id = "7") {
        return next([&](Finding& it, std::string&) { it.selector = selector, it.object.id = id; }).substr(17);
    };
    for (char const* const plain : {"azAZ09_./:@%+,=-", "a", "@7"}) CHECK(quoted(plain) == plain);
    for (std::string const each : {"", "-a", "a b", "a*", "a[3]", "$a", "a~"})
        CHECK(quoted(each) == '\'' + each + '\'');
    CHECK(quoted("it's") == "'it'\\''s'");
    auto const file = [](std::string const& name) {
        return next([&](Finding&, std::string& its) { its = name; });
    };
    CHECK(file("-x.graph") == "heapprof why ./-x.graph app.log");
    CHECK(file("-") == "heapprof why '-' app.log");
    CHECK(file("a b") == "heapprof why 'a b' app.log");

    CHECK(quoted("a[@123].x") == "@7");                   // a path of ids
    CHECK(quoted("a[@1].x", "12345678") == "'a[@1].x'");  // as long as the id
    CHECK(quoted("a[@1].x", "1234567") == "@1234567");
    // 80 columns have room for 60 bytes of it, behind three blanks
    CHECK(quoted(std::string(60, 'a')) == std::string(60, 'a'));
    CHECK(quoted(std::string(61, 'a')) == "@7");
}

TEST_CASE("heapprof leaks text: unreached, omitted and uncounted objects", "[unit]") {
    auto const rest = [](std::size_t dumps, auto const& change) {
        LeaksAnswer all = answer(dumps, {Verdict::large});
        all.dumps.back().bytes = 4100;
        change(all);
        std::string const its = text(all);
        return its.substr(its.find("app.log\n") + 8);
    };
    auto const unreached = [](LeaksAnswer& all) {
        all.dumps.front().unreached = {100, 1};
        all.dumps.back().unreached = {205, 3};
    };
    CHECK(rest(3, [](LeaksAnswer&) {}).empty());
    CHECK(rest(3, [](LeaksAnswer& all) { all.dumps.back().unreached = {204, 3}; }).empty());
    std::string const begin = "\n   UNREACHED, not counted above: 205 B (5.0% of the heap)";
    CHECK(rest(3, unreached) == begin + ", 100 B in 1.x. Garbage, or held in a way that the dump does not "
                                        "show.\n   heapprof dump 3.x --by owner,type\n");
    CHECK(rest(1, unreached) == begin + ". Garbage, or held in a way that the dump does not show.\n"
                                        "   heapprof dump 1.x --by owner,type\n");
    CHECK(rest(1, [&](LeaksAnswer& all) { unreached(all), all.all_roots = true; }) ==
          begin + ". Garbage, or arrays with which the collector fills gaps: no leak.\n"
                  "   heapprof dump 1.x --by owner,type\n");
    auto const soft = [&](std::uint64_t bytes, std::uint64_t objects) {
        return [&unreached, bytes, objects](LeaksAnswer& all) {
            unreached(all);
            all.dumps.front().soft = {50, 1};
            all.dumps.back().soft = {bytes, objects};
        };
    };
    CHECK(rest(3, soft(205, 1)) ==
          begin + ", 100 B in 1.x. Soft references keep 205 B of it, 50 B in the first dump, until memory "
                  "is short.\n   heapprof dump 3.x --by reference,type\n");
    CHECK(rest(1, soft(300, 1)) == begin + ". Soft references keep 300 B of it, until memory is short.\n"
                                           "   heapprof dump 1.x --by reference,type\n");
    CHECK(rest(3, soft(204, 1)) == rest(3, unreached));
    CHECK(rest(3, soft(205, 0)) == rest(3, unreached));

    auto const left_out = [](std::uint64_t bytes) {
        return [bytes](LeaksAnswer& all) { all.left_out = "shared: List", all.left_out_amount = {bytes, 3}; };
    };
    CHECK(rest(1, left_out(205)) ==
          "\n   Held by many, by none alone, and not listed: 205 B (5.0% of the heap), "
          "shared: List.\n   heapprof why 1.x 'shared: List'\n");
    CHECK(rest(1, left_out(204)).empty());
    CHECK(rest(3, [](LeaksAnswer& all) { all.dumps.back().instruments = {300, 1}; }) ==
          "\n   Not counted: 300 B of records of allocations.\n");
    CHECK(rest(3, [](LeaksAnswer& all) { all.dumps.front().instruments = {300, 1}; }).empty());
}

TEST_CASE("heapprof leaks text: JSON has each part of the answer", "[unit]") {
    LeaksAnswer all = answer();
    all.clock = heapprof::DumpTimes::Clock::files;
    all.seconds = {0, 5, 60};
    all.dumps[0].unreached = {1, 2};
    all.dumps[0].soft = {3, 4};
    all.dumps[0].instruments = {5, 6};
    auto& it = all.findings[0];
    it.since = 1;
    it.fell = 2;
    it.leaps = it.keeps_all = true;
    it.kind = "cache", it.say = "Say.", it.see = "See.";
    it.members = {{"part", 9}};
    it.object = {"List", "own", "7", true};
    it.field_of = "Shop";
    it.contents = {{"Item", {11, 12}, {13, 14}}};
    it.held_type = "Item", it.elements = 15, it.fields = "with a", it.examined = 16;
    it.holders = {{"h", 17}};
    it.all_holders = {"x", "y"};
    it.references = {{"r", 1}};
    it.origins = {{"f", "a.js:1", 18, true}};
    std::string line = text(all).substr(text(all).find("(cache)\n   ") + 11);
    line.resize(line.find('\n'));
    nlohmann::ordered_json json;
    add_json(json, all);
    auto const amount = [](int bytes, int objects) {
        return nlohmann::json{{"bytes", bytes}, {"objects", objects}};
    };
    auto const none = amount(0, 0);
    auto const dump = [](char const* file, int objects, int bytes, auto const& unreached, auto const& soft,
                         auto const& instruments) {
        return nlohmann::json{{"file", file},           {"objects", objects}, {"bytes", bytes},
                              {"unreached", unreached}, {"soft", soft},       {"instruments", instruments}};
    };
    nlohmann::json found{{"name", "app.log: List"},
                         {"title", "app.log: List (cache)"},
                         {"text", line},
                         {"kind", "cache"},
                         {"say", "Say."},
                         {"see", "See."},
                         {"verdict", "leaks"},
                         {"since", "2.x"},
                         {"fell", "3.x"},
                         {"leaps", true},
                         {"keeps_all", true},
                         {"copies", 1},
                         {"freed", amount(2048, 7)},
                         {"object", {{"type", "List"}, {"name", "own"}, {"id", 7}}},
                         {"field_of", "Shop"},
                         {"selector", "app.log"},
                         {"held_type", "Item"},
                         {"elements", 15},
                         {"fields", "with a"},
                         {"examined", 16},
                         {"all_holders", {"x", "y"}},
                         {"references", nlohmann::json::array({"r"})},
                         {"next", "heapprof why 3.x app.log"}};
    found["amounts"] = nlohmann::json::array({amount(100, 2), amount(300, 3), amount(1024, 5)});
    found["members"] = nlohmann::json::array({{{"name", "part"}, {"bytes", 9}}});
    found["contents"] =
        nlohmann::json::array({{{"type", "Item"}, {"first", amount(11, 12)}, {"last", amount(13, 14)}}});
    found["held_by"] = nlohmann::json::array({{{"name", "h"}, {"objects", 17}}});
    found["origins"] = nlohmann::json::array({{{"function", "f"}, {"place", "a.js:1"}, {"objects", 18}}});
    nlohmann::json expected{{"leaks", true},    {"heading", "1 leak, the worst first:"},
                            {"unreached", ""},  {"left_out", ""},
                            {"clock", "files"}, {"seconds", {0.0, 5.0, 60.0}}};
    expected["dumps"] = nlohmann::json::array(
        {dump("1.x", 10, 1024, amount(1, 2), amount(3, 4), amount(5, 6)),
         dump("2.x", 20, 2048, none, none, none), dump("3.x", 30, 4096, none, none, none)});
    expected["findings"] = nlohmann::json::array({found});
    CHECK(nlohmann::json(json) == expected);

    LeaksAnswer other = answer(3, {Verdict::large});
    other.clock = heapprof::DumpTimes::Clock::dumps;
    nlohmann::ordered_json second;
    add_json(second, other);
    CHECK(second["leaks"] == false);
    CHECK(second["clock"] == "dumps");
    CHECK(second["findings"][0]["verdict"] == "large");
    CHECK(second["findings"][0]["fell"] == "");
}
