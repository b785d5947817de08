// The answers of `why` as text and as JSON.
#include "catch.hpp"
#include "heapprof/lines.hpp"

#include <heapprof/question/why.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::WhyAnswer;
using heapprof::WhyOptions;

// One object of a heap of 12 KiB, or several objects; nothing leads to them yet.
WhyAnswer one() {
    WhyAnswer answer;
    answer.object = {"Map", "users", "7", true};
    answer.own = {2048, 1};
    answer.retained = {3072, 1};
    answer.total = {12288, 5000};
    return answer;
}
WhyAnswer several() {
    WhyAnswer answer = one();
    answer.object.reset();
    answer.own = {1000, 1200};
    answer.retained = {3072, 2000};
    return answer;
}
WhyAnswer::Path path() {
    return {"app.users", 0, false, {{"", {"App", "", "1", true}, 4096}, {".users", *one().object, 3072}}};
}

std::string text(WhyAnswer const& answer, WhyOptions const& options = {}) {
    return why_text(answer, "class:Map", options);
}
// The lines of the paths.
std::string paths(WhyAnswer const& answer, WhyOptions const& options = {}) {
    std::string const all = text(answer, options);
    std::size_t const begin = all.find("\n\n") + 2;
    return all.substr(begin, all.find("\nheld by") - begin);
}

// The lines of a path as letters. Each letter is the field and the type of a step; the type '-' has no field.
// "a*4" is a line for four steps, and "(4)" the line for omitted steps.
std::string lines(std::string const& letters, std::size_t left_out = 0, bool repeats = false) {
    WhyAnswer answer = one();
    answer.paths = {{"x", 0, false, {}, left_out, repeats}};
    answer.paths_in_all = 1;
    for (char const each : letters)
        answer.paths[0].steps.push_back(
            {answer.paths[0].steps.empty() || each == '-' ? "" : std::string{'.', each},
             {{each}, "", "1"},
             1});
    std::string result;
    auto const all = test::lines(paths(answer));
    for (std::size_t i = 1; i != all.size(); ++i) {
        std::string const it = all[i].substr(10);
        std::size_t const times = it.find(" x "), more = it.find(" more step");
        if (times != it.npos)
            result +=
                (it[2] == '.' ? it[3] : '-') + ('*' + it.substr(times + 3, it.find(" ...") - times - 3));
        else if (more != it.npos) result += '(' + it.substr(6, more - 6) + ')';
        else result += it[it.size() - 4];
        CHECK(it.starts_with("  ") == (i > 1));
    }
    return result;
}

}  // namespace

TEST_CASE("heapprof why text: the heading", "[unit]") {
    auto const heading = [](WhyAnswer const& answer) { return test::lines(text(answer)).at(0); };
    WhyAnswer answer = one();
    CHECK(heading(answer) == "Map users @7, own 2.00 KiB, retains 3.00 KiB (25.0%) in 1 object");
    answer.retained.objects = 1200;
    CHECK(heading(answer) == "Map users @7, own 2.00 KiB, retains 3.00 KiB (25.0%) in 1,200 objects");
    CHECK(text(answer).ends_with("\n\nheld by nothing\n"));
    CHECK(heading(several()) ==
          "class:Map: 1,200 objects, own 1000 B, retain 3.00 KiB (25.0%) in 2,000 objects");
}

TEST_CASE("heapprof why text: the whole of an answer", "[unit]") {
    WhyAnswer answer = one();
    answer.paths = {path()};
    answer.paths[0].root = "main";
    answer.paths[0].steps[1].key = "\"user:17\"";
    answer.paths_in_all = 1;
    answer.dominators = {{{"App", "", "1"}, {4096, 1200}}};
    std::string const whole = "Map users @7, own 2.00 KiB, retains 3.00 KiB (25.0%) in 1 object\n"
                              "\n"
                              "retained  shortest path: app.users\n"
                              "4.00 KiB  App @1, a root: main\n"
                              "3.00 KiB    .users -> Map users @7, of the key \"user:17\"\n"
                              "\n"
                              "held by nothing\n"
                              "\n"
                              "retained      %  objects  ";
    CHECK(text(answer) == whole + "dominated by\n4.00 KiB  33.3%    1,200  App @1\n");
    answer.more_dominators = 1200;
    CHECK(text(answer) == whole + "dominated by\n4.00 KiB  33.3%    1,200  App @1\n... 1,200 more\n");
    answer.object.reset();
    CHECK(text(answer).ends_with("  objects  dominated, all of them, by\n"
                                 "4.00 KiB  33.3%    1,200  App @1\n... 1,200 more\n"));
}

TEST_CASE("heapprof why text: the titles of paths", "[unit]") {
    auto const titles = [](WhyAnswer const& answer, WhyOptions const& options = {}) {
        std::string result;
        for (std::string const& line : test::lines(paths(answer, options)))
            if (!line.starts_with("4.00 KiB") && !line.starts_with("3.00 KiB")) result += line + '\n';
        return result;
    };
    WhyAnswer answer = one();
    answer.paths = {path()};
    answer.paths_in_all = 1;
    answer.paths[0].runtime = true;
    CHECK(titles(answer) == "retained  shortest path, through links of the runtime: app.users\n");
    answer.paths[0].begins_after = 2501;
    CHECK(titles(answer) ==
          "retained  shortest path, through links of the runtime, after 2,501 steps: app.users\n");
    answer.paths = {path(), path()};
    answer.paths[1].selector = "log";
    answer.paths_in_all = 2;
    std::string const two = "retained  path 1 of 2: app.users\n\nretained  path 2 of 2: log\n";
    CHECK(titles(answer, {.each_root = true}) == two);
    answer.paths_in_all = 1202;
    CHECK(titles(answer, {.each_root = true}) == "retained  path 1 of 1,202: app.users\n\n"
                                                 "retained  path 2 of 1,202: log\n... 1,200 more\n");
    CHECK(paths(one(), {.each_root = true}) == "no root leads to it along the program's references\n");
    answer = one();
    answer.unreached = 1;
    CHECK(paths(answer, {.each_root = true}) ==
          "no root leads to it along strong references: only weak ones keep it, or it is garbage\n"
          "\nno root leads to it along the program's references\n");
    CHECK(paths(answer) ==
          "no root leads to it along strong references: only weak ones keep it, or it is garbage\n");
}

TEST_CASE("heapprof why text: merged paths, and objects without any", "[unit]") {
    WhyAnswer answer = several();
    answer.merged = {
        {false,
         {{{"app: App", 0, {900, 90}}, {".a[] -> Map", 1, {600, 60}}, {".b -> Map", 1, {300, 30}, true}}}},
        {true, {{{"stack", 0, {100, 1000}}}}}};
    answer.unreached = 1110;
    std::string const first = "objects  bytes       %  shortest paths\n"
                              "     90  900 B  100.0%  app: App\n"
                              "     60  600 B   66.7%    .a[] -> Map\n";
    std::string const rest =
        "\nobjects  bytes       %  shortest paths, through links of the runtime\n"
        "  1,000  100 B  100.0%  stack\n"
        "\nno root leads to 1,110 of them along strong references: only weak ones keep them, or they are "
        "garbage\n";
    CHECK(paths(answer) == first + "     30  300 B   33.3%    .b -> Map ...\n" + rest);
    CHECK(paths(answer, {.top = 1}) == first + "                          ...\n" + rest);
}

TEST_CASE("heapprof why text: over four equal steps are one line", "[unit]") {
    CHECK(lines("r") == "r");
    CHECK(lines("rab") == "rab");
    CHECK(lines("raaaa") == "raaaa");
    CHECK(lines("raaaaa") == "ra*4a");
    CHECK(lines("raaaaab") == "ra*4ab");
    CHECK(lines("rabbbbbbccccc") == "rab*5bc*4c");
    CHECK(lines("aaaaa") == "aaaaa");   // the first has no field
    CHECK(lines("------") == "--*4-");  // nor has the last
    CHECK(lines("r" + std::string(1235, 'a')) == "ra*1,234a");
    // equal steps have both the field and the type
    WhyAnswer answer = one();
    answer.paths = {path()};
    answer.paths[0].steps.resize(1);
    for (std::size_t i = 0; i != 10; ++i)
        answer.paths[0].steps.push_back({i < 4 ? ".a" : ".b", {i < 8 ? "T" : "U", "", std::to_string(i)}, 1});
    CHECK(text(answer).find(" x ") == std::string::npos);
}

TEST_CASE("heapprof why text: steps left out in the middle of a path", "[unit]") {
    CHECK(lines("rabcdefghijk", 1200) == "rabcde(1,200)fghijk");
    CHECK(lines("rabcdefghijk", 1) == "rabcde(1)fghijk");
    // equal steps on both sides are one line only if the steps between equal them, too
    CHECK(lines("raaaaaaaaaaa", 50, true) == "ra*60a");
    CHECK(lines("raaaaaaaaaaa", 50) == "ra*4a(50)a*5a");
    CHECK(lines("rbcdefaaaaaa", 50) == "rbcdef(50)a*5a");
    CHECK(lines("rbcdefaaaaaa", 50, true) == "rbcdef(50)a*5a");
    CHECK(lines("rbaaaaabcdef", 50, true) == "rba*54abcdef");
    CHECK(lines("rbaaaaabcdef", 50) == "rbaaaa(50)abcdef");
    CHECK(lines("raaaaabcdefg", 50, true) == "ra*4a(50)bcdefg");
    CHECK(lines("raaaaabaaaaa", 50) == "ra*4a(50)ba*4a");
    WhyAnswer answer = one();
    answer.paths = {path()};
    answer.paths[0].left_out = 1;
    CHECK(text(answer).find("            ... 1 more step\n") != std::string::npos);
    answer.paths[0].left_out = 2;
    CHECK(text(answer).find("            ... 2 more steps\n") != std::string::npos);
}

TEST_CASE("heapprof why text: JSON", "[unit]") {
    WhyAnswer answer = one();
    answer.paths = {path(), path()};
    answer.paths[0].root = "main";
    answer.paths[0].steps[1].key = "17";
    answer.paths[1].begins_after = 3, answer.paths[1].left_out = 4, answer.paths[1].runtime = true;
    answer.paths_in_all = 7;
    answer.unreached = 8;
    answer.merged = {{true, {{{".a -> Map", 1, {600, 60}, true}}}}};
    answer.dominators = {{{"App", "", "x"}, {4096, 9}}};
    answer.more_dominators = 10;
    auto json = nlohmann::ordered_json{{"before", 0}};
    add_json(json, "app.users", answer);
    std::string const steps = R"("steps":[{"field":"","type":"App","name":"","id":1,"retained":4096},)"
                              R"({"field":".users","type":"Map","name":"users","id":7,"retained":3072)";
    CHECK(json.dump() ==
          R"({"before":0,"selector":"app.users","object":{"type":"Map","name":"users","id":7},"objects":1,)"
          R"("own":2048,"retained":{"bytes":3072,"objects":1},"total":{"bytes":12288,"objects":5000},)"
          R"("paths":[{"selector":"app.users","begins_after":0,"runtime":false,)" +
              steps + R"(,"key":"17"}],"left_out":0,"root":"main"},)" +
              R"({"selector":"app.users","begins_after":3,"runtime":true,)" + steps +
              R"(}],"left_out":4}],"more_paths":5,"merged":[{"runtime":true,"steps":[)"
              R"({"depth":1,"step":".a -> Map","repeated":true,"bytes":600,"objects":60}]}],"unreached":8,)"
              R"("held_by":{"list":[],"more":0,"more_references":0,"roots":[]},)"
              R"("dominators":[{"type":"App","name":"","id":"x","retained":{"bytes":4096,"objects":9}}],)"
              R"("more_dominators":10})");
    json.clear();
    add_json(json, "class:Map", several());
    CHECK(json["object"].is_null());
    CHECK(json["objects"] == 1200);
    CHECK(json["own"] == 1000);
}
