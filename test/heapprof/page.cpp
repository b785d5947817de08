#include "catch.hpp"
#include "heapprof/run.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

// Where Chromium is; empty if it is not there.
std::string chromium() {
    for (std::string const name :
         {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
        if (std::filesystem::exists(name)) return name;
    return "";
}

// What a page is in the browser, once its script has run: with `state` after the '#'.
std::string shown(Folder const& folder, std::string const& page, std::string const& state = "") {
    std::string const text = folder / "dom.txt";
    std::string const command =
        chromium() + " --headless --no-sandbox --disable-gpu --disable-quic" +
        " --no-first-run --disable-background-networking --disable-component-update" +
        " --disable-sync --window-size=1280,1000 --user-data-dir=" + (folder / "profile") +
        " --dump-dom 'file://" + (folder / page) + '#' + state + "' >" + text + " 2>/dev/null </dev/null";
    REQUIRE(std::system(command.c_str()) == 0);
    return read(text);
}

// The texts between `before` and `after`, all of them.
std::vector<std::string> between(std::string const& text, std::string const& before,
                                 std::string const& after) {
    std::vector<std::string> found;
    for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
        at += before.size();
        found.push_back(text.substr(at, text.find(after, at) - at));
    }
    return found;
}

// What an attribute says.
std::string unescaped(std::string text) {
    for (auto const& [escape, meant] :
         {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
        for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos; ++at)
            text.replace(at, std::string(escape).size(), meant);
    return text;
}

using Row = std::tuple<std::string, std::uint64_t, std::uint64_t>;

// The lines of the table that is split by `by`: label, bytes, objects.
std::vector<Row> rows(std::string const& dom, std::string const& by) {
    auto const tables = between(dom, "<table data-by=\"" + by + "\">", "</table>");
    REQUIRE(tables.size() == 1);
    std::vector<Row> found;
    for (auto const& row : between(tables.front(), "<tr data-line=\"", "</tr>"))
        found.emplace_back(unescaped(row.substr(0, row.find('"'))),
                           std::stoull(between(row, "data-bytes=\"", "\"").at(0)),
                           std::stoull(between(row, "data-objects=\"", "\"").at(0)));
    return found;
}

#define CHROMIUM_OR_SKIP()                                                                                   \
    HEAPPROF_OR_SKIP();                                                                                      \
    if (chromium().empty()) {                                                                                \
        WARN("skipped: there is no Chromium");                                                               \
        return;                                                                                              \
    }

}  // namespace

TEST_CASE("heapprof page: the tables in the browser are those of `heapprof dump`", "[conformance]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_1 + " " + shop_3 + three_roots + " -o " + (folder / "x.html")).code == 0);
    std::string const dom = shown(folder, "x.html", "all=1");
    auto const json = dump_json(shop_1 + " " + shop_3 + three_roots);
    REQUIRE(json["tables"].size() == 2);
    for (auto const& table : json["tables"]) {
        std::vector<Row> expected;
        for (auto const& line : table["lines"])
            expected.emplace_back(line["labels"][0], line["bytes"][1], line["objects"][1]);
        CHECK(rows(dom, table["by"][0]) == expected);
    }
    // and the sets of roots as columns, the largest first
    std::vector<std::uint64_t> sets, columns;
    for (auto const& line : json["tables"][1]["lines"])
        if (line["labels"][0] != "(other)" && line["bytes"][1] != 0) sets.push_back(line["bytes"][1]);
    std::sort(sets.rbegin(), sets.rend());
    for (auto const& set : between(between(dom, "id=\"upset\">", "</svg>").at(0), "data-bytes=\"", "\""))
        columns.push_back(std::stoull(set));
    CHECK(columns == sets);
    // over time, two areas of ten bands and the rest
    CHECK(between(dom, "data-band=\"", "\"").size() == 22);
}

TEST_CASE("heapprof page: a click sorts, opens a type and lists what is found", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    auto const by_objects = rows(shown(folder, "x.html", "all=1&sort=-4"), "type");
    CHECK(std::is_sorted(by_objects.begin(), by_objects.end(),
                         [](Row const& a, Row const& b) { return std::get<2>(a) < std::get<2>(b); }));
    CHECK(std::get<2>(by_objects.front()) < std::get<2>(by_objects.back()));
    CHECK(rows(shown(folder, "x.html"), "type").size() == 30);

    // what DevTools says of this snapshot (test/data/devtools): the object @83981 retains 5,289,476 bytes
    std::string const found = shown(folder, "x.html", "find=@83981&open=Object");
    CHECK(between(found, "id=\"found\">", "<") == std::vector<std::string>{"1 box"});
    CHECK(between(found, "<tr data-object=\"", "\"").at(0) == "83981");
    CHECK(between(found, "data-id=\"@83981\" data-retained=\"", "\"") == std::vector<std::string>{"5289476"});
    CHECK(found.find("<code>app</code>") != std::string::npos);
}

TEST_CASE("heapprof page: boxes are as wide as what they retain, below what dominates them",
          "[conformance]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    // r -> a (10), r -> b (20); a -> c (30), a -> d (40); b -> d: so r retains all, and a retains c
    write(folder / "x.graph", "NODE r R 100\nNODE a A 10\nNODE b B 20\nNODE c C 30\nNODE d D 40\nROOT r\n"
                              "r a\nr b\na c\na d\nb d\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    std::string const dom = shown(folder, "x.html");
    std::vector<std::tuple<std::string, std::string>> boxes;
    for (auto const& box : between(dom, "<g class=\"node\"", "</g>"))
        boxes.emplace_back(between(box, "data-id=\"", "\"").at(0),
                           between(box, "data-retained=\"", "\"").at(0));
    CHECK(boxes == std::vector<std::tuple<std::string, std::string>>{
                       {"", "200"}, {"@r", "200"}, {"@a", "40"}, {"@d", "40"}, {"@b", "20"}, {"@c", "30"}});
    auto const width = [&](std::string const& id) {
        auto const box = between(dom, "data-id=\"" + id + "\"", "</g>").at(0);
        return std::stod(between(box, "<rect width=\"", "\"").at(0));
    };
    CHECK(width("@a") == Approx(width("@r") / 5).epsilon(0.001));
    CHECK(width("@c") == Approx(width("@r") * 30 / 200).epsilon(0.001));
}

TEST_CASE("heapprof page: texts of the heap are texts, whatever they say", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", "NODE r </script><script>document.title=\"broken\"</script> 8\nROOT r\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    std::string const page = read(folder / "x.html"), dom = shown(folder, "x.html");
    CHECK(page.find("document.title=\\\"broken") != std::string::npos);
    CHECK(page.find("</script><script>document") == std::string::npos);
    CHECK(dom.find("<title>x: a heap</title>") != std::string::npos);
}

TEST_CASE("heapprof page: it is one file, the same each time, and is not half written", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    std::string const first = read(folder / "x.html");
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    CHECK(read(folder / "x.html") == first);
    CHECK(run("page " + shop_3 + " -o -").out.substr(0, 15) == "<!doctype html>");
    for (auto const* const loaded : {"src=", "<link", "url(", "@import"})
        CHECK(first.substr(0, first.find("<script>")).find(loaded) == std::string::npos);
    Result const refused = run("page " + (folder / "x.html"));
    CHECK(refused.code == 1);
    CHECK(read(folder / "x.html") == first);
    Result const same = run("page " + game + " -o " + game);
    CHECK(same.code == 1);
    CHECK(same.err.find(game) != std::string::npos);
}
