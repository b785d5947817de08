#include "catch.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/lines.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using test::line_set;

TEST_CASE("heapprof export: an object's bytes are below its dominators, which have names", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    Result const result = run("export " + game + " -o " + (folder / "x.folded"));
    CHECK(result.code == 0);
    CHECK(result.out == (folder / "x.folded") + "\n");
    // from example/data/game.graph: weak references do not hold; the cache and the forest share bark and fur
    std::string const level = "game: Game;game.level: Level", player = "game: Game;game.player: Player",
                      listener = "events: Queue;events.listener: Listener",
                      cave = listener + ";events.listener.target: Monster;events.listener.target.home: Level";
    std::multiset<std::string> const expected{"game: Game 48",
                                              level + " 200",
                                              level + ";game.level.monster: Monster 80",
                                              player + " 120",
                                              player + ";game.player.weapon: Texture 1024",
                                              "textures[\"bark.png\"]: Texture 4096",
                                              "textures[\"fur.png\"]: Texture 2048",
                                              "textures: Cache 64",
                                              "events: Queue 32",
                                              listener + " 24",
                                              listener + ";events.listener.target: Monster 80",
                                              cave + " 200",
                                              cave + ";events.listener.target.home.ground: Texture 8192"};
    CHECK(line_set(read(folder / "x.folded")) == expected);
    CHECK(line_set(run("export " + game + " -o - --as folded").out) == expected);

    REQUIRE(run("export " + game + " -o " + (folder / "x.speedscope.json")).code == 0);
    auto const json = nlohmann::json::parse(read(folder / "x.speedscope.json"));
    CHECK(json["name"] == game);
    CHECK(json["profiles"][0]["endValue"] == 16208);
    CHECK(json["profiles"][1]["endValue"] == 13);
    REQUIRE(run("export " + game + " -o " + (folder / "x.pb")).code == 0);
    CHECK(read(folder / "x.pb").find("inuse_space") != std::string::npos);
}

TEST_CASE("heapprof export: small objects of a type share a frame, and so does a list", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string text = "ROOT app\nNODE app App 10000\n";
    for (int i = 0; i != 500; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE s" + n + " Session 8\napp s" + n + " s" + n + "\nNODE c" + n + " Cell 100\n";
        text += (i == 0 ? "app" : 'c' + std::to_string(i - 1)) + " c" + n + (i == 0 ? " list\n" : " next\n");
    }
    CHECK(line_set(ask("export", "--as folded -o -", text).out) ==
          std::multiset<std::string>{"app: App 10000", "app: App;Session 4000", "app: App;app.list: Cell 100",
                                     "app: App;app.list: Cell;Cell 49900"});
}

TEST_CASE("heapprof export: small stacks are merged into their parents, without loss", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    REQUIRE(run("export " + shop_3 + " -o " + (folder / "x.folded")).code == 0);
    std::uint64_t bytes = 0;
    std::size_t count = 0;
    for (auto const& line : test::lines(read(folder / "x.folded")))
        bytes += std::stoull(line.substr(line.rfind(' '))), ++count;
    CHECK(bytes == dump_json(shop_3)["dumps"][0]["bytes"]);
    CHECK(count < 2000);
}

TEST_CASE("heapprof export: a snapshot of another format keeps its types and roots", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const snapshot = folder / "x.heapsnapshot";
    for (std::string const& file : {game, std::string("example/data/shop.hprof.gz")}) {
        INFO(file);
        REQUIRE(run("export " + file + " -o " + snapshot).code == 0);
        auto const before = dump_json(file)["tables"][0], after = dump_json(snapshot)["tables"][0];
        for (auto const& each : before["lines"]) {
            // some objects of Java's runtime are unreachable
            std::string const type = each["labels"][0];
            if (file != game && !type.starts_with("Shop")) continue;
            Line const expected = line(before, each["labels"]), found = line(after, each["labels"]);
            INFO(each["labels"][0]);
            CHECK(found.bytes == expected.bytes);
            CHECK(found.objects == expected.objects);
        }
    }
    // HotSpot's own count (test/data/jvm/shop.histogram.txt)
    CHECK(line(dump_json(snapshot)["tables"][0], {"Shop$Session"}).bytes ==
          std::vector<std::uint64_t>{108000});
    REQUIRE(run("export " + game + " -o " + snapshot).code == 0);
    auto const held = dump_json(snapshot + " --root events --by root")["roots"][0];
    CHECK(held["alone"][0] == 32 + 24 + 80 + 200 + 8192);
    auto const named = dump_json(snapshot + " --root game.level.monster --by root")["roots"][0];
    CHECK(named["alone"][0] == 80);
}

TEST_CASE("heapprof export: a snapshot has the names of Java's classes and the texts of strings", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const java = "example/data/shop.hprof.gz", snapshot = folder / "x.heapsnapshot";
    REQUIRE(run("export " + java + " -o " + snapshot).code == 0);
    auto const types = dump_json(snapshot)["tables"][0];
    CHECK(line(types, {"java.lang.Class Shop$Session"}).objects == std::vector<std::uint64_t>{1});
    CHECK(line(types, {"java.lang.String"}).objects.empty());
    auto const groups = nlohmann::json::parse(run("strings " + java + " --top 0 --json -").out)["groups"];
    CHECK(groups.size() > 10);
    auto const strings = nlohmann::json::parse(read(snapshot))["strings"];
    std::set<std::string> const texts(strings.begin(), strings.end());
    std::size_t kept = 0;
    for (auto const& group : groups) kept += texts.contains(group["name"]);
    CHECK(kept * 20 >= groups.size() * 19);  // some are not reachable
    CHECK(run("strings " + snapshot + " --top 1").out.find("\" @") != std::string::npos);
}

TEST_CASE("heapprof export: stacks of Java and V8 name classes, fields and collections", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    // Shop.java and shop.js: static fields of Shop, and variables of app
    for (auto const& [file, names] : std::vector<std::pair<std::string, std::vector<std::string>>>{
             {"example/data/shop.hprof.gz",
              {"Shop.sessions: java.util.LinkedHashMap", "Shop.cache: java.util.HashMap"}},
             {shop_3, {"app.sessions: Map", "app.orders: Array"}}}) {
        INFO(file);
        for (std::string const ending : {"folded", "speedscope.json", "pb"})
            REQUIRE(run("export " + file + " -o " + (folder / "x.") + ending).code == 0);
        auto const json = nlohmann::json::parse(read(folder / "x.speedscope.json"));
        std::set<std::string> frames;
        for (auto const& each : json["shared"]["frames"]) frames.insert(each["name"]);
        std::string const folded = read(folder / "x.folded"), pprof = read(folder / "x.pb");
        for (std::string const& name : names) {
            INFO(name);
            CHECK(frames.contains(name));
            CHECK(pprof.find(name) != std::string::npos);
            CHECK(folded.find(name) != std::string::npos);
        }
    }
}

TEST_CASE("heapprof export: Go's pprof prints the names of Java's objects", "[conformance]") {
    HEAPPROF_OR_SKIP();
    if (std::system("go version >/dev/null 2>&1") != 0) {
        WARN("skipped: there is no go");
        return;
    }
    Folder const folder;
    REQUIRE(run("export example/data/shop.hprof.gz -o " + (folder / "x.pb")).code == 0);
    std::string const command =
        "go tool pprof -top '" + (folder / "x.pb") + "' >'" + (folder / "top") + "' 2>&1";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(read(folder / "top").find(" Shop.sessions: java.util.LinkedHashMap\n") != std::string::npos);
}

TEST_CASE("heapprof export: Graphviz reads a drawing of the largest objects", "[conformance]") {
    HEAPPROF_OR_SKIP();
    if (std::system("command -v dot >/dev/null 2>&1") != 0) {
        WARN("skipped: there is no dot");
        return;
    }
    Folder const folder;
    // a retains everything: b 60 (including d 50), c 30, and e, which b and c share
    write(folder / "x.graph", "ROOT a\nNODE a A 10\nNODE b B 10 \"say \\\"hi\\\"\"\nNODE c C 30\n"
                              "NODE d D 50\nNODE e E 20\na b left\na c \"right hand\"\nb d d\nb e\nc e\n");
    // lines of `dot -Tplain`: nodes and edges with their labels
    auto const drawn = [&](std::string const& arguments) {
        REQUIRE(run("export " + (folder / "x.graph") + " -o " + (folder / "x.dot") + arguments).code == 0);
        std::string const command = "dot -Tplain '" + (folder / "x.dot") + "' -o '" + (folder / "x.plain") +
                                    "' 2>'" + (folder / "err") + "'";
        REQUIRE(std::system(command.c_str()) == 0);
        CHECK(read(folder / "err").empty());
        return read(folder / "x.plain");
    };
    auto const edges = [](std::string const& plain) {
        std::multiset<std::string> found;
        for (auto const& each : test::lines(plain)) {
            std::istringstream words(each);
            std::string kind, from, to;
            words >> kind >> from >> to;
            if (kind != "edge") continue;
            found.insert(from + "->" + to);
        }
        return found;
    };
    std::string const all = drawn("");
    CHECK(edges(all) == std::multiset<std::string>{"n0->n1", "n0->n3", "n0->n4", "n1->n2"});
    for (char const* const label :
         {"\"a\nA @a\n120 B, 100.0%\"", "\"a.left.d\nD @d\n50 B, 41.7%\"", ".left", "right hand"}) {
        INFO(all);
        CHECK(all.find(label) != std::string::npos);
    }
    CHECK(all.find(R"(say \"hi\")") != std::string::npos);
    CHECK(edges(drawn(" --top 3")) == std::multiset<std::string>{"n0->n1", "n1->n2"});
    CHECK(edges(drawn(" --top 1")).empty());
    // objects of a program have their names: in V8 app.sessions, in Java the path from a class
    REQUIRE(run("export " + shop_3 + " -o " + (folder / "s.dot")).code == 0);
    CHECK(read(folder / "s.dot").find("\"app.sessions\nMap @115907\n") != std::string::npos);
    REQUIRE(run("export example/data/shop.hprof.gz -o " + (folder / "s.dot")).code == 0);
    CHECK(read(folder / "s.dot").find("\"Shop.sessions\njava.util.LinkedHashMap @") != std::string::npos);
    // V8's own root is not an object
    REQUIRE(run("export " + shop_3 + " -o " + (folder / "s.dot") + " --top 5").code == 0);
    CHECK(read(folder / "s.dot").find("Object @83981") != std::string::npos);
    CHECK(read(folder / "s.dot").find("(synthetic) @1\n") == std::string::npos);
}

TEST_CASE("heapprof export: an error is one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    Result const unknown = run("export " + game + " -o " + (folder / "x.txt"));
    CHECK(unknown.code == 2);
    CHECK(unknown.err.find("its extension is none of .folded, .speedscope.json, .pb, .heapsnapshot, .dot") !=
          std::string::npos);
    CHECK(run("export " + game + " -o -").code == 2);
    CHECK(run("export " + game + " -o x.txt --as svg").code == 2);
    CHECK(run("export " + game).code == 2);
    CHECK(run("export " + (folder / "no.graph") + " -o " + (folder / "x.pb")).code == 1);
    CHECK(run("export " + game + " -o " + game + " --as pb").code == 1);
    CHECK(folder.files().empty());
}

TEST_CASE("heapprof dump --csv: has the same numbers as JSON", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("dump " + shop_1 + " " + shop_3 + " --by type --csv -");
    REQUIRE(result.code == 0);
    auto const table = dump_json(shop_1 + " " + shop_3 + " --by type")["tables"][0];
    std::multiset<std::string> expected{"time,type,bytes,objects\r"};
    for (auto const& each : table["lines"]) {
        std::string const label = each["labels"][0];
        for (std::size_t const sample : {0u, 1u}) {
            std::uint64_t const bytes = each["bytes"][sample], objects = each["objects"][sample];
            if (objects == 0) continue;
            expected.insert(std::to_string(sample + 1) + ',' + label + ',' + std::to_string(bytes) + ',' +
                            std::to_string(objects) + '\r');
        }
    }
    CHECK(line_set(result.out) == expected);
    CHECK(run("dump " + shop_1 + " --csv - --json -").code == 2);
    CHECK(run("dump " + game + " --by type --by root --root game --csv -").code == 2);
}
