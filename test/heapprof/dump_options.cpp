// The options of `heapprof dump`, `page` and `watch`: values, defaults and errors.
#include "catch.hpp"
#include "heapprof/in_process.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/command/dump_options.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::DumpOptions;
using heapprof::Outputs;
using Arguments = std::vector<std::string>;
using Tables = std::vector<std::vector<std::string>>;

// Parses these arguments, after the file "x" unless they begin with it.
DumpOptions of(Arguments arguments, Outputs outputs = Outputs::texts) {
    CLI::App app;
    heapprof::DumpOptionParser const parser(heapprof::Command(app), outputs);
    if (arguments.empty() || arguments.front() != "x") arguments.insert(arguments.begin(), "x");
    test::parse(app, arguments);
    return parser.complete();
}
std::string wrong(Arguments const& arguments, Outputs outputs = Outputs::texts) {
    return test::message_of<std::exception>([&] { (void)of(arguments, outputs); });
}

constexpr std::size_t all = static_cast<std::size_t>(-1);

}  // namespace

TEST_CASE("heapprof dump options: defaults of a command by its kind of output", "[unit]") {
    for (Outputs const outputs : {Outputs::texts, Outputs::page, Outputs::screen}) {
        DumpOptions const none = of({}, outputs);
        CHECK(none.question.files == Arguments{"x"});
        CHECK(none.question.roots.empty());
        CHECK(none.question.retainer_rule == Arguments{"default"});
        CHECK(none.question.retainer_cap == 8);
        CHECK_FALSE(none.question.where);
        CHECK(none.question.bands.empty());
        CHECK(none.question.largest == 0);
        CHECK(none.question.retained_types == 0);
        CHECK_FALSE(none.question.drops);
        CHECK(none.only.empty());
        CHECK(none.limits.empty());
        CHECK(none.top == 15);
        CHECK(none.depth == 3);
        CHECK(none.hp_file + none.json_file + none.csv_file == "");
        bool const page = outputs == Outputs::page;
        CHECK(none.page_file == (page ? "heap.html" : ""));
        CHECK(none.by == (page ? Tables{{"owner"}, {"type"}} : Tables{{"type"}}));
        CHECK(none.question.breakdowns ==
              (page ? std::set<std::string>{"owner", "type"} : std::set<std::string>{"type"}));
    }
}

TEST_CASE("heapprof dump options: each option", "[unit]") {
    CHECK(of({"x", "y", "-"}).question.files == Arguments{"x", "y", "-"});
    CHECK(of({"--top", "7"}).top == 7);
    CHECK(of({"--depth", "1"}).depth == 1);
    CHECK(of({"--largest", "4"}).question.largest == 4);
    CHECK(of({"--largest", "1", "--drops"}).question.drops);
    CHECK(of({"--retained", "6"}).question.retained_types == 6);
    CHECK(of({"--hp", "a"}).hp_file == "a");
    CHECK(of({"--json", "a"}).json_file == "a");
    CHECK(of({"--csv", "a"}).csv_file == "a");
    CHECK(of({"-o", "a"}, Outputs::page).page_file == "a");
    CHECK(of({"--objects", "9"}, Outputs::page).question.outline_size.objects == 9);
    for (Outputs const outputs : {Outputs::texts, Outputs::page, Outputs::screen}) {
        CHECK(of({"--cap", "3"}, outputs).question.retainer_cap == 3);
        CHECK(of({"--cap", "0"}, outputs).question.retainer_cap == all);
        DumpOptions const where = of({"--where", "type=Session"}, outputs);
        REQUIRE(where.question.where);
        CHECK(where.question.where->text() == "type=Session");
        CHECK(of({"--by", "type", "x2"}, outputs).question.files == Arguments{"x", "x2"});
    }
    for (std::string const option : {"--top", "--depth", "--largest", "--retained", "--hp", "--json", "--csv",
                                     "--fail", "-o", "--objects"}) {
        INFO(option);
        bool const of_page = option == "-o" || option == "--objects";
        Arguments const arguments{option, option == "--fail" ? "total bytes > 1" : "1"};
        CHECK((wrong(arguments, Outputs::texts) == "") == !of_page);
        CHECK((wrong(arguments, Outputs::page) == "") == of_page);
        CHECK(wrong(arguments, Outputs::screen) != "");
    }
}

TEST_CASE("heapprof dump options: tables by --by, or by the other options", "[unit]") {
    Folder const folder;
    write(folder / "bands", "small: size<10\n");
    Arguments const root{"--root", "app"}, rule{"--retainer", "closure"}, bands{"--bands", folder / "bands"};
    for (unsigned given = 0; given != 8; ++given) {
        Arguments arguments;
        Tables of_texts{{"type"}}, of_page{{"owner"}, {"type"}};
        auto const add = [&](Arguments const& words, std::string const& table) {
            arguments.insert(arguments.end(), words.begin(), words.end());
            of_texts.push_back({table});
            of_page.push_back({table});
        };
        if ((given & 1) != 0) add(root, "root");
        if ((given & 2) != 0) add(rule, "retainer");
        if ((given & 4) != 0) add(bands, "band");
        INFO(given);
        CHECK(of(arguments).by == of_texts);
        CHECK(of(arguments, Outputs::screen).by == of_texts);
        CHECK(of(arguments, Outputs::page).by == of_page);
        CHECK(of(arguments).question.breakdowns.size() == of_texts.size());
        CHECK(of(arguments).question.bands.size() == (given & 4) / 4);
        arguments.insert(arguments.end(), {"--by", "owner,type", "--by", "retainer"});
        CHECK(of(arguments).by == Tables{{"owner", "type"}, {"retainer"}});
        CHECK(of(arguments, Outputs::page).by == Tables{{"owner", "type"}, {"retainer"}});
        CHECK(of(arguments).question.breakdowns == std::set<std::string>{"owner", "retainer", "type"});
    }
    for (std::string const& each : heapprof::breakdown_names())
        if (each != "root" && each != "band") CHECK(of({"--by", each}).by == Tables{{each}});
    auto const names = heapprof::breakdown_names();
    Arguments const first{"type", "root", "retainer", "owner", "band"};
    REQUIRE(names.size() > first.size());
    CHECK(std::equal(first.begin(), first.end(), names.begin()));
    for (std::string const own : {"file", "loader", "thread", "site", "package"})
        CHECK(std::ranges::count(names, own) == 1);
}

TEST_CASE("heapprof dump options: breakdowns of --only and --fail are computed, too", "[unit]") {
    DumpOptions const only = of({"--only", "owner=a,b", "--only", "retainer=c=d"});
    using Only = std::vector<std::pair<std::string, Arguments>>;
    CHECK(only.only == Only{{"owner", {"a", "b"}}, {"retainer", {"c=d"}}});
    CHECK(only.by == Tables{{"type"}});
    CHECK(only.question.breakdowns == std::set<std::string>{"owner", "retainer", "type"});
    DumpOptions const limits =
        of({"--fail", "total bytes > 1", "--fail", "owner=a objects > 2", "--fail", "type=T bytes > 3"});
    REQUIRE(limits.limits.size() == 3);
    CHECK(limits.limits[1].band == "a");
    CHECK(limits.limits[2].number == 3);
    CHECK(limits.by == Tables{{"type"}});
    CHECK(limits.question.breakdowns == std::set<std::string>{"owner", "type"});
}

TEST_CASE("heapprof dump options: roots, their names and selectors", "[unit]") {
    struct Case {
        std::string text, name, selector;
    };
    for (auto const& [text, name, selector] : std::vector<Case>{
             {"app", "app", "app"},
             {"app.cache", "cache", "app.cache"},
             {"c=app.cache", "c", "app.cache"},
             {"my cache=app.cache", "my cache", "app.cache"},
             {"c=app[\"a=b\"]", "c", "app[\"a=b\"]"},
             {"c=@12", "c", "@12"},
             // an equals sign after one of .[]"'@: belongs to the selector
             {"app[\"a=b\"]", "a=b", "app[\"a=b\"]"},
             {"where:size=3", "size=3", "where:size=3"},
             {"where:type=A,B", "type=A;B", "where:type=A,B"},
         }) {
        INFO(text);
        DumpOptions const found = of({"--root", text});
        REQUIRE(found.question.roots.size() == 1);
        CHECK(found.question.roots[0].name == name);
        CHECK(found.question.roots[0].selector.text() == selector);
    }
    DumpOptions const two = of({"--root", "b", "--root", "a"});
    REQUIRE(two.question.roots.size() == 2);
    CHECK(two.question.roots[0].name == "b");
    CHECK(two.question.roots[1].name == "a");
}

TEST_CASE("heapprof dump options: rules of retainers", "[unit]") {
    auto const rule = [](Arguments const& arguments) { return of(arguments).question.retainer_rule; };
    CHECK(rule({"--retainer", "closure,array"}) == Arguments{"closure", "array"});
    CHECK(rule({"--retainer", "closure", "--retainer", "default,roots"}) ==
          Arguments{"closure", "default", "roots"});
    CHECK(rule({"--retainer", "app[\"a,b\"],roots"}) == Arguments{"app[\"a,b\"]", "roots"});
}

TEST_CASE("heapprof dump options: errors name the option and the fault", "[unit]") {
    Folder const folder;
    write(folder / "bands", "");
    std::string list;
    for (std::string const& each : heapprof::breakdown_names()) list += (list.empty() ? "" : ", ") + each;
    std::string const none = "there is no breakdown 'colour'; there are " + list,
                      no_root = "--root: the breakdown by root needs a root: --root NAME=SELECTOR",
                      no_bands = "--bands: the breakdown by band needs its conditions: --bands FILE";
    for (auto const& [arguments, message] : std::vector<std::pair<Arguments, std::string>>{
             {{"--by", "colour"}, "--by: " + none},
             {{"--by", "type,colour"}, "--by: " + none},
             {{"--only", "colour=a"}, "--only: " + none},
             {{"--fail", "colour=a bytes > 1"}, "--fail: " + none},
             {{"--by", "type,,owner"}, "--by: 'type,,owner' has an empty part"},
             {{"--by", "type,owner,type"}, "--by: 'type' is there twice"},
             {{"--by", "owner,type,type"}, "--by: 'type' is there twice"},
             {{"--retainer", "closure,"}, "--retainer: 'closure,' has an empty part"},
             {{"--only", "type"}, "--only: 'type' has no '=': write BREAKDOWN=BAND,..."},
             {{"--only", "type="}, "--only: '' has an empty part"},
             {{"--only", "root=a"}, no_root},
             {{"--by", "type,root"}, no_root},
             {{"--by", "band"}, no_bands},
             {{"--fail", "band=a bytes > 1"}, no_bands},
             {{"--root", "=app"}, "--root: '=app' has no name before the '='"},
             {{"--root", "a,b=app"},
              "--root: a root cannot be called 'a,b'; give it a name with --root NAME=SELECTOR"},
             {{"--root", "(other)"},
              "--root: a root cannot be called '(other)'; give it a name with --root NAME=SELECTOR"},
             {{"--root", "b=c", "--root", "a=b", "--root", "b=d"}, "--root: two roots have the name 'b'"},
             {{"--drops"}, "--drops: it is about --largest N, which is not there"},
             {{"--where", ""}, "--where: a condition is due"},
             {{"--depth", "0"}, "--depth: 0 shows nothing"},
             {{"--by", "type", "--by", "owner", "--hp", "a"},
              "--hp: a .hp file holds one table, but there are 2: give one --by"},
             {{"--by", "type", "--by", "owner", "--by", "retainer", "--csv", "a"},
              "--csv: a CSV file holds one table, but there are 3: give one --by"},
         }) {
        INFO(message);
        CHECK(wrong(arguments) == message);
    }
    std::string const no_name = ": the name of a file is empty";
    for (std::string const option : {"--hp", "--json", "--csv", "--bands"})
        CHECK(wrong({option, ""}) == option + no_name);
    CHECK(wrong({"-o", ""}, Outputs::page) == "-o" + no_name);
    CHECK(wrong({"x", ""}) == "FILE" + no_name);
    std::string const no_number = ": 'x' is not a number from 0 to 999999999";
    for (std::string const option : {"--top", "--cap", "--depth", "--largest", "--retained"})
        CHECK(wrong({option, "x"}) == option + no_number);
    CHECK(wrong({"--objects", "x"}, Outputs::page) == "--objects" + no_number);
    CHECK(wrong({"--top", "-1"}) == "--top: '-1' is not a number from 0 to 999999999");
    for (auto const& [one, other] :
         {std::pair("--hp", "--json"), std::pair("--hp", "--csv"), std::pair("--csv", "--json")})
        CHECK(wrong({one, "-", other, "-"}) ==
              "-: only one of --hp, --json and --csv can go to standard output");
    CHECK(wrong({"--where", "size"}).starts_with("--where: "));
    CHECK(wrong({"--root", "a..b"}).starts_with("--root: "));
    CHECK(wrong({"--hp", "-", "--json", "a", "--csv", "b"}) == "");
    CHECK(wrong({"--by", "type", "--by", "owner", "--json", "a"}) == "");
}
