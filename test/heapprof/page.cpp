#include "catch.hpp"
#include "heapprof/browser.hpp"
#include "heapprof/run.hpp"

#include <trav/dump/selector.hpp>
#include <trav/dump/v8/reader.hpp>

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

// The browser for all pages.
Browser& browser() {
    static Browser one;
    return one;
}

// The text of a page after its script has run, with `state` after the '#'.
std::string shown(Folder const& folder, std::string const& page, std::string const& state = "") {
    browser().open(folder / page, state);
    return browser().dom();
}

// All texts between `before` and `after`.
std::vector<std::string> between(std::string const& text, std::string const& before,
                                 std::string const& after) {
    std::vector<std::string> found;
    for (std::size_t at = 0; (at = text.find(before, at)) != std::string::npos;) {
        at += before.size();
        found.push_back(text.substr(at, text.find(after, at) - at));
    }
    return found;
}

// The value of an attribute.
std::string unescaped(std::string text) {
    for (auto const& [escape, meant] :
         {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
        for (std::size_t at = 0; (at = text.find(escape, at)) != std::string::npos; ++at)
            text.replace(at, std::string(escape).size(), meant);
    return text;
}

using Row = std::tuple<std::string, std::uint64_t, std::uint64_t>;

// The lines of the table by `by`: label, bytes, objects.
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

TEST_CASE("heapprof page: the tables equal those of `heapprof dump`", "[conformance]") {
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
    // The sets of roots are columns, the largest first.
    std::vector<std::uint64_t> sets, columns;
    for (auto const& line : json["tables"][1]["lines"])
        if (line["labels"][0] != "(other)" && line["bytes"][1] != 0) sets.push_back(line["bytes"][1]);
    std::sort(sets.rbegin(), sets.rend());
    for (auto const& set : between(between(dom, "id=\"upset\">", "</svg>").at(0), "data-bytes=\"", "\""))
        columns.push_back(std::stoull(set));
    CHECK(columns == sets);
    // Over time: three drawings with areas of ten bands and the rest.
    CHECK(between(dom, "data-band=\"", "\"").size() == 33);
}

TEST_CASE("heapprof page: a click sorts, opens a type and lists results", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    auto const by_objects = rows(shown(folder, "x.html", "all=1&sort=-4"), "type");
    CHECK(std::is_sorted(by_objects.begin(), by_objects.end(),
                         [](Row const& a, Row const& b) { return std::get<2>(a) < std::get<2>(b); }));
    CHECK(std::get<2>(by_objects.front()) < std::get<2>(by_objects.back()));
    CHECK(rows(shown(folder, "x.html"), "type").size() == 30);

    // DevTools' answer for this snapshot (test/data/devtools): @83981 retains 5,289,476 bytes.
    std::string const found = shown(folder, "x.html", "find=@83981&open=Object");
    CHECK(browser().ask("byId('found').textContent") == "1 object, 80 B of their own");
    CHECK(between(found, "<tr data-object=\"", "\"").at(0) == "83981");
    CHECK(between(found, "data-retained=\"5289476\" data-id=\"", "\"") == std::vector<std::string>{"@83981"});
    CHECK(found.find("<code>app</code>") != std::string::npos);
}

TEST_CASE("heapprof page: boxes are as wide as their retained sizes, below their dominators",
          "[conformance]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    // r -> a (10), r -> b (20); a -> c (30), a -> d (40); b -> d: so r retains all, and a retains c
    write(folder / "x.graph", "NODE r R 100\nNODE a A 10\nNODE b B 20\nNODE c C 30\nNODE d D 40\nROOT r\n"
                              "r a\nr b\na c\na d\nb d\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    std::string const dom = shown(folder, "x.html");
    std::vector<std::tuple<std::string, std::string>> boxes;
    for (auto const& box : between(dom, "<g class=\"node", "</g>"))
        boxes.emplace_back(between(box, "data-id=\"", "\"").at(0),
                           between(box, "data-retained=\"", "\"").at(0));
    CHECK(boxes == std::vector<std::tuple<std::string, std::string>>{
                       {"", "200"}, {"@r", "200"}, {"@a", "40"}, {"@d", "40"}, {"@b", "20"}, {"@c", "30"}});
    auto const width = [&](std::string const& id) {
        auto const box = between(dom, "data-id=\"" + id + "\"", "</g>").at(0);
        return std::stod(between(box, "width=\"", "\"").at(0));
    };
    CHECK(width("@a") == Approx(width("@r") / 5).epsilon(0.001));
    CHECK(width("@c") == Approx(width("@r") * 30 / 200).epsilon(0.001));
}

TEST_CASE("heapprof page: retained sizes equal DevTools'", "[conformance]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    std::map<std::string, double> all;
    for (auto const& [id, bytes] : browser()
                                       .ask("d3.range(tree.size).filter(i => idOf(i))"
                                            ".map(i => [idOf(i), tree.retained[i]])")
                                       .get<std::vector<std::pair<std::string, double>>>())
        all.emplace(id, bytes);
    auto const snapshot = trav::dump::read_v8(shop_3);
    std::unique_ptr<gzFile_s, int (*)(gzFile)> const file(
        gzopen("test/data/devtools/shop-3.retained.f64.gz", "rb"), gzclose);
    std::size_t compared = 0;
    double retained = 0;
    for (std::uint32_t n = 0; gzread(file.get(), &retained, sizeof retained) == sizeof retained; ++n) {
        auto const found = all.find('@' + std::to_string(snapshot.id(n)));
        if (found == all.end()) continue;
        ++compared;
        REQUIRE(found->second == retained);
    }
    CHECK(compared == all.size());
    CHECK(compared > 90000);
}

TEST_CASE("heapprof page: each object's shortest path selects it", "[conformance]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    auto const snapshot = trav::dump::read_v8(shop_3);
    auto const some = browser()
                          .ask("d3.range(1, tree.size).filter(i => idOf(i) && i % 499 === 1)"
                               ".map(i => [idOf(i), pathOf(i)])")
                          .get<std::vector<std::pair<std::string, std::string>>>();
    CHECK(some.size() > 100);
    for (auto const& [id, path] : some) {
        INFO(id << ": " << path);
        CHECK(trav::dump::Selector(path).find(snapshot) == trav::dump::Selector(id).find(snapshot));
    }
    std::string const& last = some.back().first;
    browser().ask("show(d3.range(1, tree.size).find(i => idOf(i) === '" + last + "'))");
    CHECK(browser().ask("document.querySelector('#object code.path').textContent") == some.back().second);
}

TEST_CASE("heapprof page: a path of more than a thousand steps begins on the way", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string text = "ROOT n0 app\nNODE \"the \\\"last\\\"\" Other 8\nn2 \"the \\\"last\\\"\" here\n";
    for (int i = 0; i != 1500; ++i) {
        std::string const n = std::to_string(i), next = std::to_string(i + 1);
        text += "NODE n" + n + " Link 8\n" + (i == 1499 ? "" : "n" + n + " n" + next + " next\n");
    }
    write(folder / "x.graph", text);
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    auto const path = [&](std::string const& id) {
        return browser()
            .ask("pathOf(d3.range(1, tree.size).find(i => idOf(i) === '@" + id + "'))")
            .get<std::string>();
    };
    CHECK(path("n0") == "app");
    CHECK(path("n3") == "app.next.next.next");
    CHECK(path("the \"last\"") == "app.next.next.here");
    CHECK(path("n1000").starts_with("app.next.next"));
    CHECK(std::ranges::count(path("n1000"), '.') == 1000);
    CHECK(path("n1001").starts_with("[@n2].next.next"));
    CHECK(std::ranges::count(path("n1001"), '.') == 999);
    auto const reached_by = [&](std::string const& id) {
        browser().ask("show(d3.range(1, tree.size).find(i => idOf(i) === '@" + id + "'))");
        return browser()
            .ask("document.querySelector('#object code.path').parentElement.textContent")
            .get<std::string>();
    };
    CHECK(reached_by("n1000") == path("n1000"));
    CHECK(reached_by("n1001") == "after 2 steps " + path("n1001"));
    CHECK(reached_by("n1499") == "after 500 steps " + path("n1499"));
}

namespace {

// A page of a list of 3,000 equal points and 1,000 texts of different sizes, of things of 900 types, and of
// an object large enough to be visible. Each object's id is its number. 4,902 objects, 760,100 bytes.
constexpr int many_objects = 4902;
void write_many(Folder const& folder, std::string const& options = "") {
    std::string nodes = "NODE 0 List 100\nNODE 1 Large 500000\nROOT 0\n", edges = "0 1\n";
    int number = 2;
    auto const add = [&](std::string const& type, int size) {
        nodes += "NODE " + std::to_string(number) + ' ' + type + ' ' + std::to_string(size) + '\n';
        edges += "0 " + std::to_string(number++) + '\n';
    };
    for (int i = 0; i != 3000; ++i) add("Point", 48);
    for (int i = 0; i != 1000; ++i) add("Text", 8 + i % 100 * 2);
    for (int i = 0; i != 900; ++i) add("Type" + std::to_string(i), 10);
    write(folder / "x.graph", nodes + edges);
    Result const made = run("page " + (folder / "x.graph") + " -o " + (folder / "x.html") + ' ' + options);
    INFO(made.err);
    REQUIRE(made.code == 0);
}

// The values of an attribute of all boxes in the picture.
std::vector<std::string> boxes(std::string const& attribute) {
    return browser().ask("[...document.querySelectorAll('#tree .node')].map(e => e.dataset." + attribute +
                         ")");
}

}  // namespace

TEST_CASE("heapprof page: groups open down to single objects, and few boxes are drawn", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder);
    browser().open(folder / "x.html");
    CHECK(boxes("id").size() < 300);
    for (std::string const as : {"", "treemap"}) {
        browser().ask("set({as: '" + as + "'})");
        std::set<std::string> ids, seen;
        std::vector<std::string> todo{""};
        std::size_t most = 0;
        while (!todo.empty()) {
            std::string const at = todo.back();
            todo.pop_back();
            browser().ask("set({at: '" + at + "'})");
            auto const keys = boxes("at");
            most = std::max(most, keys.size());
            for (std::string const& id : boxes("id")) ids.insert(id);
            for (std::string const& key : keys)
                if (key.find('.') != std::string::npos && seen.insert(key).second) todo.push_back(key);
        }
        ids.erase("");
        CHECK(ids.size() == many_objects);
        CHECK(most <= 500);
        CHECK(seen.size() > 30);
    }
    CHECK(browser().ask("document.querySelectorAll('*').length") < 8000);
}

TEST_CASE("heapprof page: a click or a key opens a group, and the page goes back", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder);
    browser().open(folder / "x.html");
    // The heap, the list, the large object, and a group of small objects by types; points are the widest.
    browser().click("#tree .node.group");
    std::string const group = browser().ask("state.at");
    CHECK(browser().ask("document.querySelector('#object strong').textContent") ==
          "4,900 objects of 902 types");
    CHECK(browser().ask("document.querySelectorAll('#above button').length") == 3);
    browser().press("ArrowDown");
    browser().press("Enter");
    CHECK(browser().ask("document.querySelector('#object strong').textContent") == "3,000 × Point");
    CHECK(browser().ask("document.activeElement.closest('#tree') !== null").get<bool>());
    browser().press("ArrowDown");
    browser().press("ArrowRight");
    browser().press("Enter");
    CHECK(browser().ask("document.querySelector('#object strong').textContent") ==
          "Point: 31 to 60 of 3,000");
    browser().press("ArrowDown");
    CHECK(browser().ask("document.querySelector('#object strong').textContent") == "Point");
    CHECK(browser().ask("document.querySelector('#object code').textContent") == "@32");
    browser().press("Escape");
    browser().press("Escape");
    CHECK(browser().ask("state.at") == group);
    browser().press("Escape");
    CHECK(browser().ask("document.querySelector('#above [aria-current]').textContent") == "List");
    browser().ask("new Promise(done => { addEventListener('hashchange', () => done(), {once: true});"
                  " history.back(); })");
    browser().settle();
    CHECK(browser().ask("state.at") == group);
}

TEST_CASE("heapprof page: Tab moves between controls, including the tree", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder);
    browser().open(folder / "x.html", "find=point");
    browser().ask("window.controls = () => [...document.querySelectorAll('button, input, summary, "
                  "#tree [tabindex=\"0\"]')].filter(each => each.checkVisibility())");
    CHECK(browser().ask("document.querySelectorAll('#tree [tabindex=\"0\"]').length") == 1);
    std::size_t const count = browser().ask("controls().length");
    CHECK(count > 30);  // 20 results, and the permanent controls
    for (std::size_t i = 0; i != count; ++i) {
        browser().press("Tab");
        INFO(browser().ask("document.activeElement.outerHTML").get<std::string>());
        REQUIRE(browser().ask("controls().indexOf(document.activeElement)") == i);
        CHECK(browser().ask("document.activeElement.matches(':focus-visible')") == true);
        CHECK(browser().ask(
                  "(document.activeElement.ariaLabel || document.activeElement.textContent).trim()") != "");
    }
    CHECK(browser().ask("controls().length") == count);
}

TEST_CASE("heapprof page: a heading that sorts and a type that opens keep the focus", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder);
    browser().open(folder / "x.html");
    browser().ask("document.querySelector('[data-sort=\"4\"]').focus()");
    browser().press("Enter");
    CHECK(browser().ask("state.sort") == 4);
    CHECK(browser().ask("document.activeElement.dataset.sort") == "4");
    browser().ask("document.querySelector('[data-line=\"Text\"] button').focus()");
    browser().press("Enter");
    CHECK(browser().ask("state.open") == "Text");
    CHECK(browser().ask("document.activeElement.textContent") == "Text");
}

TEST_CASE("heapprof page: search covers all objects and shows their places", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder);
    browser().open(folder / "x.html");
    browser().press("/");
    for (char const c : std::string("pOINT")) browser().press(std::string(1, c));
    CHECK(browser().ask("byId('found').textContent") == "3,000 objects, 141 KiB of their own");
    CHECK(browser().ask("document.querySelectorAll('#matches li').length") == 20);
    CHECK(browser().ask("document.querySelectorAll('#tree .match').length") == 0);  // they are in the group
    CHECK(browser().ask("document.querySelectorAll('#tree .group.has-match').length") == 102);
    browser().ask("set({find: '@2999'})");
    browser().settle();
    CHECK(browser().ask("byId('found').textContent") == "1 object, 48 B of their own");
    browser().click("#matches button");
    CHECK(browser().ask("document.activeElement.dataset.id") == "@2999");
    CHECK(browser().ask("document.querySelectorAll('#tree .match').length") == 1);
    browser().ask("set({find: 'nothing of the kind'})");
    browser().settle();
    CHECK(browser().ask("byId('found').textContent") == "0 objects, 0 B of their own");
    browser().ask("set({find: ''})");
    browser().settle();
    CHECK(browser().ask("byId('found').textContent") == "");
    CHECK(browser().ask("byId('tree').classList.contains('searching')") == false);
}

TEST_CASE("heapprof page: search finds fields, and says how many objects have no names", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    auto const ask = [&](std::string const& options, std::string const& wanted) {
        REQUIRE(run("page " + game + options + " -o " + (folder / "x.html")).code == 0);
        browser().open(folder / "x.html");
        browser().ask("set({find: '" + wanted + "'})");
        browser().settle();
        return browser().ask("byId('found').textContent");
    };
    CHECK(ask("", "ground") == "1 object, 8.00 KiB of their own");  // cave.ground is a Texture called rock
    CHECK(ask(" --objects 3", "nothing") ==
          "0 objects, 0 B of their own; the page does not have the names of 10 smaller objects");
}

TEST_CASE("heapprof page: a long search shows what it has found so far", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string text = "ROOT n0\nNODE n0 List 8\n";  // and 99,999 points of 16 bytes
    for (int i = 1; i != 100'000; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE n" + n + " Point 16\nn0 n" + n + '\n';
    }
    write(folder / "x.graph", text);
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    // Each look at the clock finds that a second has passed.
    browser().open(folder / "x.html", "", "let now = 0; performance.now = () => now += 1000;");
    browser().ask(R"(window.texts = []; new MutationObserver(() => texts.push(byId('found').textContent))
                     .observe(byId('found'), {childList: true}))");
    browser().ask("set({find: 'point'})");
    browser().settle();
    CHECK(browser().ask("texts") == Browser::Json{"…", "32,767 objects, 512 KiB of their own …",
                                                  "65,535 objects, 1.00 MiB of their own …",
                                                  "98,303 objects, 1.50 MiB of their own …",
                                                  "99,999 objects, 1.53 MiB of their own"});
}

TEST_CASE("heapprof page: search finds what a look at each box finds", "[conformance][slow]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    write(folder / "y.graph",
          "ROOT a\nNODE a \xC3\x84pfel 10\nNODE B1 \xC4\xB0l 20\nNODE b1 il 30\nNODE c None 5\n"
          "a B1 kern\na b1 KERN\na c x\n");
    REQUIRE(run("page " + (folder / "y.graph") + " -o " + (folder / "y.html")).code == 0);
    using Wanted = std::vector<std::string>;
    for (auto const& [page, all] :
         {std::pair("x.html", Wanted{"map", "shop.js clos", "onLine", "e s", "[", "no such"}),
          {"y.html", Wanted{"\xC3\xA4PFEL", "\xC4\xB0", "il", "kern", "@b1", "@B1", "@"}}})
        for (std::string const& wanted : all)
            for (std::string const tree : {"", "paths"}) {
                INFO(page << ' ' << wanted << ' ' << tree);
                browser().open(folder / page, "tree=" + tree);
                browser().ask("set({find: " + Browser::Json(wanted).dump() + "})");
                browser().settle();
                CHECK(browser().ask(R"((() => {
                    const words = found.wanted.toLowerCase().split(/\s+/);
                    const step = i => tree.group[i] || tree.step[i] & 1
                        ? '' : tree.steps.at(tree.step[i] >>> 1);
                    const fits = i => found.wanted[0] === '@' ? idOf(i) === found.wanted
                        : words.every(word => [typeOf(i), tree.texts.at(tree.name[i]), placeOf(i), step(i)]
                            .some(text => text.toLowerCase().includes(word)));
                    const hits = d3.range(1, tree.size).filter(fits), above = new Set();
                    for (const hit of hits)
                        for (let box = new One(hit); box && !above.has(box.i); box = box.above)
                            above.add(box.i);
                    const same = (bytes, boxes) =>
                        bytes.every((byte, i) => byte === (boxes.has(i) ? 1 : 0));
                    const most = d3.sort(hits, (a, b) => tree.retained[b] - tree.retained[a] || a - b)
                        .slice(0, 20);
                    return [same(found.boxes, new Set(hits)), same(found.within, above),
                        found.objects === d3.sum(hits, i => tree.group[i] || 1),
                        found.own === d3.sum(hits, i => tree.own[i]), String(found.largest) === String(most)];
                })())") == Browser::Json{true, true, true, true, true});
            }
    CHECK(browser().ask("found.objects") == 0);  // of "@"
}

TEST_CASE("heapprof page: objects outside the file are counted and reported", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write_many(folder, "--objects 12");
    browser().open(folder / "x.html");
    CHECK(browser().ask("[tree.retained[0], tree.objects[0]]") == Browser::Json{760100, many_objects});
    // The list, the large object, ten texts of 206 bytes; then a group of points, one of texts, and one of
    // things, each of its own type.
    CHECK(browser().ask("d3.range(1, tree.size).map(nameOf)") ==
          Browser::Json{"List", "Large", "3,000 × Point", "990 × Text", "900 × other objects", "Text", "Text",
                        "Text", "Text", "Text", "Text", "Text", "Text", "Text", "Text"});
    browser().ask("show(4)");
    CHECK(browser().ask("byId('object').textContent").get<std::string>().find("not in the file") !=
          std::string::npos);
    Result const none = run("page " + game + " --objects 0 -o " + (folder / "y.html"));
    CHECK(none.code == 0);
    browser().open(folder / "y.html");
    CHECK(browser().ask("tree.retained[0]") == dump_json(game)["dumps"][0]["bytes"]);
    Result const wrong = run("page " + game + " --objects many");
    CHECK(wrong.code == 2);
    CHECK(wrong.err.find("--objects: 'many' is not a number") != std::string::npos);
}

namespace {

// Three dumps of a program with a map that grows, a list that shrinks, a constant, and an object that is new
// in the third. Sessions are 1,000 bytes, jobs 500.
std::string write_growing(Folder const& folder) {
    std::string files;
    for (int i = 1; i <= 3; ++i) {
        std::string text = "ROOT app\nNODE app App 1\nNODE base Base 50000\napp base base\n"
                           "NODE sessions Map 10\napp sessions sessions\nNODE jobs List 10\napp jobs jobs\n";
        auto const add = [&](std::string const& holder, std::string const& type, int count, int bytes) {
            for (int k = 0; k != count; ++k) {
                std::string const n = holder + std::to_string(k);
                text += "NODE " + n + ' ' + type + ' ' + std::to_string(bytes) + '\n' + holder + ' ' + n +
                        ' ' + std::to_string(k) + '\n';
            }
        };
        add("sessions", "com.shop.Session", 100 * i, 200);
        add("jobs", "Job", 40 - 10 * i, 500);
        if (i == 3) text += "NODE late Report 9000\napp late late\n";
        std::string const file = folder / (std::to_string(i) + ".graph");
        write(file, text);
        files += ' ' + file;
    }
    return files;
}

// Functions of a script: a style's colour as red, green and blue, and the contrast of two colours.
char const* const see = R"(
    window.rgb = colour => {
        const paper = new OffscreenCanvas(1, 1).getContext('2d');
        paper.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
        paper.fillStyle = colour;
        paper.fillRect(0, 0, 1, 1);
        return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    window.light = colour => rgb(colour).map(c => c / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    window.contrast = (a, b) => {
        const [more, less] = [light(a), light(b)].sort((x, y) => y - x);
        return (more + 0.05) / (less + 0.05);
    };
    window.fill = id => rgb(getComputedStyle(document.querySelector(`#tree [data-id="${id}"] rect`)).fill);
    // The lowest contrast of a label of a box, and of the texts outside of the picture.
    window.lowest = () => {
        const ground = e => {
            for (; e; e = e.parentElement) {
                const colour = getComputedStyle(e).backgroundColor;
                if (!/, 0\)$|transparent/.test(colour)) return colour;
            }
            return 'white';
        };
        const boxes = [...document.querySelectorAll('#tree .node')]
            .filter(e => e.querySelector('text')?.textContent)
            .filter(e => Number(getComputedStyle(e.querySelector('rect')).fillOpacity) === 1)
            .map(e => contrast(getComputedStyle(e.querySelector('text')).fill,
                getComputedStyle(e.querySelector('rect')).fill));
        const texts = [...document.querySelectorAll('h1, h2, p, dt, dd, td, th, button, code, li, .faint')]
            .filter(e => e.checkVisibility() && e.textContent.trim())
            .map(e => contrast(getComputedStyle(e).color, ground(e)));
        return [boxes.length, Math.min(...boxes), texts.length, Math.min(...texts)];
    };)";

void look() { browser().ask(std::string("(() => {") + see + "})()"); }

}  // namespace

TEST_CASE("heapprof page: findings stand first and lead to the picture", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string const files = write_growing(folder);
    REQUIRE(run("page" + files + " -o " + (folder / "x.html")).code == 0);
    auto const leaks = nlohmann::json::parse(run("leaks" + files + " --json -").out);
    REQUIRE(leaks["leaks"] == true);
    REQUIRE(leaks["findings"].size() == 1);
    browser().open(folder / "x.html");
    CHECK(browser().ask("document.querySelector('h2').checkVisibility() && "
                        "document.querySelector('h2').textContent") == "What leaks");
    CHECK(browser().ask("byId('findings-about').textContent") == leaks["heading"]);
    CHECK(browser().ask("byId('findings').getBoundingClientRect().bottom <= "
                        "byId('picture').getBoundingClientRect().top") == true);
    CHECK(browser().ask("[...document.querySelectorAll('#found-leaks li > *')].map(e => e.textContent)") ==
          Browser::Json{leaks["findings"][0]["title"], leaks["findings"][0]["text"],
                        leaks["findings"][0]["next"]});
    browser().click("#found-leaks button");
    CHECK(browser().ask("document.activeElement.dataset.id") ==
          '@' + leaks["findings"][0]["object"]["id"].get<std::string>());
}

TEST_CASE("heapprof page: owners come before types, and lead to the picture", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string const files = write_growing(folder);
    REQUIRE(run("page" + files + " -o " + (folder / "x.html")).code == 0);
    std::string const dom = shown(folder, "x.html");
    CHECK(between(dom, "<table data-by=\"", "\"") == std::vector<std::string>{"owner", "type"});
    auto const expected = dump_json(files + " --by owner");
    std::vector<std::string> names, found;
    for (auto const& line : expected["tables"][0]["lines"])
        if (line["bytes"][2] != 0) names.push_back(line["labels"][0]);
    for (auto const& [name, bytes, objects] : rows(dom, "owner"))
        if (bytes != 0) found.push_back(name);
    CHECK(found == names);
    REQUIRE(std::ranges::count(names, "app.sessions: Map") == 1);
    browser().click("[data-line=\"app.sessions: Map\"] button");
    CHECK(browser().ask("document.activeElement.dataset.id") == "@sessions");
    REQUIRE(run("page" + files + " --by type -o " + (folder / "y.html")).code == 0);
    CHECK(between(shown(folder, "y.html"), "<table data-by=\"", "\"") == std::vector<std::string>{"type"});
}

TEST_CASE("heapprof page: boxes have the names of fields and files", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string const files = write_growing(folder);
    REQUIRE(run("page" + files + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    auto const texts = browser()
                           .ask("[...document.querySelectorAll('#tree text')].map(e => e.textContent)")
                           .get<std::vector<std::string>>();
    CHECK(std::ranges::count_if(texts, [](auto const& text) {
              return text.starts_with("app.sessions: Map  58.6 KiB (+39.1 KiB)");
          }) == 1);
    CHECK(browser().ask("titleOf(d3.range(1, tree.size).find(i => idOf(i) === '@sessions7'))") ==
          "[7]: Session");
    write(folder / "z.graph", "ROOT a.b\nNODE a.b R 1\nNODE m M 1\nNODE k K 1\na.b m store\n"
                              "m k \"it's \\\"odd\\\"\"\n");
    REQUIRE(run("page " + (folder / "z.graph") + " -o " + (folder / "z.html")).code == 0);
    browser().open(folder / "z.html");
    INFO(browser().ask("d3.range(1, tree.size).map(titleOf)").dump());
    CHECK(browser().ask("titleOf(d3.range(1, tree.size).find(i => idOf(i) === '@m'))") == "a.b.store: M");
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "y.html")).code == 0);
    browser().open(folder / "y.html");
    auto const titles = browser().ask("d3.range(1, 20000).map(titleOf)").get<std::vector<std::string>>();
    CHECK(std::ranges::count(titles, "sessions: Map") == 1);
    CHECK(std::ranges::any_of(titles, [](auto const& title) {
        return title.find(" · shop.js") != std::string::npos && title.find("(closure)") != std::string::npos;
    }));
}

TEST_CASE("heapprof page: red and green against the first dump", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string const files = write_growing(folder);
    REQUIRE(run("page" + files + " -o " + (folder / "x.html")).code == 0);
    auto const then = [](std::string const& id) {
        return browser().ask("retainedThen(d3.range(1, tree.size).find(i => idOf(i) === '@" + id + "'))");
    };
    for (std::string const theme : {"light", "dark"}) {
        browser().open(folder / "x.html", "theme=" + theme);
        look();
        auto const fill = [](std::string const& id) {
            return browser().ask("fill('@" + id + "')").get<std::vector<int>>();
        };
        auto const grew = fill("sessions"), is_new = fill("late"), shrank = fill("jobs"), same = fill("base");
        for (auto const& red : {grew, is_new}) CHECK(red[0] > std::max(red[1], red[2]) + 30);
        CHECK(shrank[1] > std::max(shrank[0], shrank[2]) + 10);
        CHECK(*std::ranges::max_element(same) - *std::ranges::min_element(same) < 20);
    }
    CHECK(then("sessions") == 20010);
    CHECK(then("sessions3") == 200);
    CHECK(then("sessions250") == 0);
    CHECK(then("late") == 0);
    CHECK(then("jobs") == 15010);
    CHECK(then("base") == 50000);
    CHECK(browser().ask("byId('legend').checkVisibility()") == true);
    browser().click("#colour-type");
    CHECK(browser().ask("byId('legend').checkVisibility()") == false);

    // One dump shows no growth.
    REQUIRE(run("page " + (folder / "3.graph") + " -o " + (folder / "y.html")).code == 0);
    browser().open(folder / "y.html");
    CHECK(browser().ask("byId('colours').checkVisibility() || byId('legend').checkVisibility()") == false);
    CHECK(browser().ask("document.querySelector('h2').textContent") == "What is large");

    // A dump of another program.
    write(folder / "other.graph", "NODE q Q 10\nROOT q\n");
    REQUIRE(
        run("page " + (folder / "other.graph") + ' ' + (folder / "3.graph") + " -o " + (folder / "z.html"))
            .code == 0);
    browser().open(folder / "z.html");
    CHECK(browser().ask("byId('legend').textContent").get<std::string>().find("no object in common") !=
          std::string::npos);
}

TEST_CASE("heapprof page: growth is not known of objects without an identity", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    std::string const shop = "example/data/shop.hprof.gz";
    REQUIRE(run("page " + shop + ' ' + shop + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    // The same dump twice: no object grew, and of most it is not known, as a JVM moves objects.
    auto const all = browser().ask("d3.range(1, tree.size).map(growthOf)");
    std::size_t const known = static_cast<std::size_t>(
        std::ranges::count_if(all, [](auto const& each) { return !each.is_null(); }));
    CHECK(known > 100);
    CHECK(known <= 2000);
    CHECK(std::ranges::all_of(all, [](auto const& each) { return each.is_null() || each == 0; }));
    CHECK(browser().ask("[...drawn.values()].map(d => d.data.box).filter(box => box instanceof Group)"
                        ".every(box => (box.growth === null) === box.all.members.slice(box.from, box.to)"
                        ".some(i => retainedThen(i) === null))") == true);
    CHECK(browser().ask("document.querySelectorAll('#tree .group.unknown').length") >= 2);
}

TEST_CASE("heapprof page: boxes below the objects that paths reach first", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    // d is on a shortest path through a, and has no single dominator but r; e is below d.
    write(folder / "x.graph", "NODE r R 100\nNODE a A 10\nNODE b B 20\nNODE c C 30\nNODE d D 40\nNODE e E 5\n"
                              "ROOT r\nr a a\nr b b\na c c\na d d\nb d d\nd e e\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html");
    browser().click("#by-paths");
    browser().ask(
        "new Promise(done => (function wait() { view === views.paths ? done() : setTimeout(wait, 5); })())");
    browser().settle();
    std::map<std::string, std::string> sizes;
    auto const ids = boxes("id"), retained = boxes("retained");
    for (std::size_t i = 0; i != ids.size(); ++i) sizes[ids[i]] = retained[i];
    CHECK(
        sizes ==
        std::map<std::string, std::string>{
            {"", "205"}, {"@r", "205"}, {"@a", "85"}, {"@c", "30"}, {"@d", "45"}, {"@e", "5"}, {"@b", "20"}});
    CHECK(browser().ask("state.tree") == "paths");
    browser().open(folder / "x.html", "tree=paths&find=e");
    CHECK(browser().ask("[...document.querySelectorAll('#tree .has-match')].map(e => e.dataset.id).sort()") ==
          Browser::Json{"", "@a", "@d", "@e", "@r"});
    browser().click("#by-dominators");
    CHECK(browser().ask("view === views.dominators") == true);
    CHECK(browser().ask("document.querySelector('#tree [data-id=\"@d\"]').dataset.retained") == "45");
}

TEST_CASE("heapprof page: neighbours differ in colour, and texts have a contrast of 4.5", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_1 + ' ' + shop_3 + " -o " + (folder / "x.html")).code == 0);
    for (std::string const theme : {"light", "dark"})
        for (std::string const state : {"", "&colour=types", "&colour=types&as=treemap", "&as=treemap"}) {
            browser().open(folder / "x.html", "theme=" + theme + state);
            look();
            INFO(theme + state);
            auto const found = browser().ask("lowest()").get<std::vector<double>>();
            CHECK(found[0] > 10);
            CHECK(found[1] >= 4.5);
            CHECK(found[2] > 100);
            CHECK(found[3] >= 4.5);
        }
    browser().open(folder / "x.html", "colour=types");
    CHECK(browser()
              .ask(R"((() => {
        const boxes = [...document.querySelectorAll('#tree .node')]
            .filter(e => e.querySelector('text')?.textContent)
            .map(e => e.querySelector('rect')).map(e => ({x: +e.getAttribute('x'), y: e.getAttribute('y'),
                end: +e.getAttribute('x') + +e.getAttribute('width'), fill: getComputedStyle(e).fill}));
        return boxes.flatMap(a => boxes.filter(b =>
            a.y === b.y && Math.abs(a.end - b.x) < 0.05 && a.fill === b.fill));
    })())")
              .empty());
}

TEST_CASE("heapprof page: all boxes have names; the page fits a phone and fills a screen", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_1 + ' ' + shop_3 + three_roots + " -o " + (folder / "x.html")).code == 0);
    for (int const width : {375, 1920}) {
        INFO(width);
        browser().call(
            "Emulation.setDeviceMetricsOverride",
            {{"width", width}, {"height", 900}, {"deviceScaleFactor", 1}, {"mobile", width == 375}});
        browser().open(folder / "x.html");
        CHECK(browser().ask("document.documentElement.scrollWidth") <= width);
        CHECK(browser().ask("byId('picture').clientWidth") >= width - 80);
        CHECK(browser().ask(
                  "[...document.querySelectorAll('#tree .node')].filter(e => !e.ariaLabel).length") == 0);
        CHECK(browser().ask("document.querySelectorAll('#tree .node').length") > 50);
        // Wide parts scroll by keys on a phone.
        CHECK(browser().ask("byId('upset').tabIndex") == 0);
    }
    browser().call("Emulation.clearDeviceMetricsOverride");
}

TEST_CASE("heapprof page: ids stay as they are written", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    for (std::vector<std::string> const& ids :
         {std::vector<std::string>{"0", "7", "12", "140737488355327", "3"},
          {"0x10", "0x7fff0123abcd", "0x0"},
          {"007", "0x1", "a"},
          {"0xA0", "0xb0"},
          {"99999999999999999999", "1"},
          {"-1", "2"}}) {
        std::string nodes = "ROOT " + ids[0] + '\n', edges;
        for (std::string const& id : ids) nodes += "NODE " + id + " T 10\n";
        for (std::size_t i = 1; i != ids.size(); ++i) edges += ids[0] + ' ' + ids[i] + '\n';
        write(folder / "x.graph", nodes + edges);
        REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
        browser().open(folder / "x.html");
        auto found = browser().ask("d3.range(1, tree.size).map(bareId)").get<std::vector<std::string>>();
        std::ranges::sort(found);
        auto expected = ids;
        std::ranges::sort(expected);
        CHECK(found == expected);
        for (std::string const& id : ids) {
            browser().ask("set({find: '@" + id + "'})");
            browser().settle();
            CHECK(browser().ask("byId('found').textContent") == "1 object, 10 B of their own");
        }
    }
}

TEST_CASE("heapprof page: in an old browser, reports it and shows the tables", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + game + " -o " + (folder / "x.html")).code == 0);
    browser().open(folder / "x.html", "", "delete window.DecompressionStream");
    CHECK(browser().ask("byId('unpacking').textContent") ==
          "This browser is too old to unpack the tree: Chrome 80, Firefox 113 and Safari 16.4 can.");
    CHECK_FALSE(rows(browser().dom(), "type").empty());
}

TEST_CASE("heapprof page: texts of the heap are never HTML", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", "NODE r </script><script>document.title=\"broken\"</script> 8\nROOT r\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    std::string const page = read(folder / "x.html"), dom = shown(folder, "x.html");
    CHECK(page.find("document.title=\\\"broken") != std::string::npos);
    CHECK(page.find("</script><script>document") == std::string::npos);
    CHECK(dom.find("<title>x: a heap</title>") != std::string::npos);
}

TEST_CASE("heapprof page: invisible characters of the heap are escaped", "[unit]") {
    CHROMIUM_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", "NODE r T\xE2\x80\xAE\xF3\xA0\x80\x81\x7F 8\nROOT r\n");
    REQUIRE(run("page " + (folder / "x.graph") + " -o " + (folder / "x.html")).code == 0);
    std::string const dom = shown(folder, "x.html");
    CHECK(rows(dom, "type").front() == Row{"T\\u202e\\u{e0001}\\u007f", 8, 1});
    CHECK(dom.find("\xE2\x80\xAE") == std::string::npos);
}

TEST_CASE("heapprof page: the policy admits the page's own scripts and style only", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    REQUIRE(run("page " + shop_3 + " -o " + (folder / "x.html")).code == 0);
    std::string const page = read(folder / "x.html");
    std::string const policy = between(page, "http-equiv=\"Content-Security-Policy\"", ">").at(0);
    CHECK(policy.find("unsafe") == std::string::npos);
    CHECK(between(policy, "'sha256-", "='").size() == 3);
    CHECK(between(page, "<script>", "</script>").size() == 2);
    CHECK(between(page, "<style>", "</style>").size() == 1);
    if (chromium().empty()) return;
    browser().open(folder / "x.html", "", R"(window.refused = [];
        addEventListener('securitypolicyviolation', event => refused.push(event.violatedDirective));)");
    CHECK(browser().ask("refused").empty());
    CHECK(browser().ask("getComputedStyle(document.querySelector('.swatch')).backgroundColor") !=
          "rgba(0, 0, 0, 0)");
    CHECK(browser().ask(R"((() => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return window.ran === undefined;
    })())") == true);
}

TEST_CASE("heapprof page: writes one file, the same each time, and never half of it", "[unit]") {
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
