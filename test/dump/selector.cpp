#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/small_dump.hpp"
#include "dump/written_v8.hpp"
#include "heapprof/dump_of.hpp"
#include "support/message_of.hpp"

#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/selector.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using trav::dump::Error;
using trav::dump::Selector;

namespace {

using Nodes = std::vector<std::uint32_t>;

Nodes find(std::string const& text) {
    static auto const snapshot = read_text(minimal_v8);
    return Selector(text).find(snapshot);
}

std::string what(std::string const& text) {
    return test::message_of<Error>([&] { find(text); });
}

struct NamedEdges : SmallDump {
    void for_each_root(auto f) const { f(0, "a game"), f(3, "player"), f(1, "player"); }
    std::string name(Edge const& edge) const { return edge.to == 2 ? "next" : "level"; }
};

struct DottedRoots : NamedEdges {
    void for_each_root(auto f) const { f(0, "main()"), f(3, "main().cache"); }
};

}  // namespace

TEST_CASE("selector: a property path from the global object", "[unit]") {
    CHECK(find("app") == Nodes{2});
    CHECK(find("app.cache") == Nodes{3});
    CHECK(find("globalThis.app.cache") == Nodes{3});
    CHECK(find("window.app") == Nodes{2});
    CHECK(find("app['cache']") == Nodes{3});
    CHECK(find("app.cache[3]") == Nodes{4});
    CHECK(find("app.cache[3][\"the user\"]") == Nodes{5});
}

TEST_CASE("selector: a path has neither empty brackets nor a blank", "[unit]") {
    CHECK(what("app.cache[].x") == "selector 'app.cache[].x': the index or the key of one entry, in place of "
                                   "[], is due at character 11");
    CHECK(what("app:x").ends_with("the global object has no 'app:x'; it has app"));
    CHECK(what("app: Object") == "selector 'app: Object': '.' or '[' is due at character 5");
}

TEST_CASE("selector: a path may begin at an id, and may have ids as steps", "[unit]") {
    CHECK(find("[@5].cache") == Nodes{3});
    CHECK(find("[@5]") == Nodes{2});
    CHECK(find("app[@7][3]") == Nodes{4});
    CHECK(find("app[@\"7\"]") == Nodes{3});
    CHECK(what("app[@11]").ends_with("app has no '@11'; it has cache"));  // the edge is weak
    CHECK(what("[@8].x").ends_with("there is no node with this id"));
    CHECK(what("[@8x].x") == "selector '[@8x].x': the number of a node is due at character 3");
    auto const snapshot = read_text(minimal_v8);
    CHECK(Selector("[@5].cache").by_id(snapshot) == 2u);
    CHECK(Selector("@5").by_id(snapshot) == 2u);
    CHECK_FALSE(Selector("app[@7]").by_id(snapshot));
    CHECK_FALSE(Selector("class:Map").by_id(snapshot));
    CHECK(Selector("app[@7]").name() == "@7");
}

TEST_CASE("selector: a path may begin at a child of the root", "[unit]") {
    // The root has the only edge to the string, and an edge to the global object.
    CHECK(find("['a \"quoted\" \xC3\xA9 \xF0\x9F\x98\x80 \xEF\xBF\xBD']") == Nodes{5});
    CHECK(find("global") == Nodes{1});
    CHECK(find("global.app") == Nodes{2});
    std::string const no_shortcut = with("[5,1,7", "[1,1,7");
    CHECK(Selector("global.app").find(read_text(no_shortcut)) == Nodes{2});
}

TEST_CASE("selector: a path may begin at all variables of a name, in any scope", "[unit]") {
    // app is a scope with the variable cache, and the Map a scope with the variables cache and 'the user'
    auto const snapshot = read_text(with(",1,3,28", ",0,7,28", with(",2,7,21,6,8,35", ",0,7,21,0,9,35")));
    auto const found = [&](std::string const& text) { return Selector(text).find(snapshot); };
    CHECK(found("variable:cache") == Nodes{3, 4});
    CHECK(found("variable:cache.cache") == Nodes{4});
    CHECK(found("variable:cache['the user']") == Nodes{5});
    CHECK(found("variable:['the user']") == Nodes{5});
    auto const twice = read_text(with(",1,3,28", ",0,7,21", with(",2,7,21,6,8,35", ",0,7,21,0,9,35")));
    CHECK(Selector("variable:cache").find(twice) == Nodes{3});  // one object in two variables
    CHECK(found("['the user']") == Nodes{5});                   // no global, class or root has the name
    CHECK(Selector("['the user']").finds_only(snapshot, 5));
    CHECK(found("['the user']") == Nodes{5});
    CHECK(Selector("variable:cache").name() == "cache");
    CHECK_FALSE(Selector("variable:cache").by_id(snapshot));
    std::string const head = "test.heapsnapshot: selector ";
    CHECK_THROWS_WITH(found("variable:cash"),
                      head + "'variable:cash' matches nothing: there is no variable 'cash'; there is cache, "
                             "the user");
    CHECK_THROWS_WITH(found("variable:cache.x"),
                      head +
                          "'variable:cache.x' matches nothing: variable:cache has no 'x'; it has the user");
    CHECK_THROWS_WITH(found("cache.x"),
                      head + "'cache.x' matches nothing: cache has no 'x'; it has the user");
    CHECK(what("variable:cache") == head + "'variable:cache' matches nothing: the dump has no variables");
}

// Node hides its `process` behind a getter of the global object.
TEST_CASE("selector: a path goes on from a variable where the field of the global object does not lead",
          "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{property, 2, "process"}, {property, 3, "inside"}}, "global");
    v8.node("hidden", 0, {}, "system / AccessorPair");
    v8.node("object", 0, {{context, 4, "process"}}, "system / Context");
    v8.node("object", 0, {{property, 5, "main"}}, "process");
    v8.node("object", 0, {{property, 3, "scope"}}, "Module");
    auto const found = [&](std::string const& text) { return Selector(text).find(v8.snapshot); };
    CHECK(found("process") == Nodes{2});
    CHECK(found("process.main") == Nodes{5});
    CHECK(found("process.main.scope") == Nodes{3});
    CHECK(Selector("process.main").finds_only(v8.snapshot, 5));
    CHECK_FALSE(Selector("process.main").finds_only(v8.snapshot, 2));
    std::string const head = "test.heapsnapshot: selector ";
    CHECK_THROWS_WITH(found("process.man"),
                      head + "'process.man' matches nothing: process has no 'man'; it has no properties");
    CHECK_THROWS_WITH(found("process.main.x"), head + "'process.main.x' matches nothing: process.main has no "
                                                      "'x'; it has scope");
}

TEST_CASE("selector: by id and by class", "[unit]") {
    CHECK(find("@9") == Nodes{4});
    CHECK(find("class:Session") == Nodes{4});
    CHECK(find("class:(string)") == Nodes{5});
}

TEST_CASE("selector: Java's classes as people write them", "[unit]") {
    WrittenHprof file;
    enum : std::uint64_t {
        object = 0x100,
        index = 0x108,
        shop = 0x110,
        one = 0x118,
        other = 0x120,
        inner = 0x128
    };
    file.class_(object, "java/lang/Object", 0, {});
    file.class_(index, "shop/session/Index", object, {}, {{"all", 0x1000}});
    file.class_(shop, "shop", object, {}, {{"session", 0x1010}});
    file.class_(one, "a/Token", object, {});
    file.class_(other, "b/Token", object, {});
    file.class_(inner, "shop/Cart$Line", object, {});
    file.instance(0x1000, one, file.data());
    file.instance(0x1010, other, file.data());
    file.instance(0x1020, inner, file.data());
    file.instance(0x1030, inner, file.data());
    auto const heap = file.read();
    auto const addresses = [&](std::string const& text) {
        std::vector<std::uint64_t> found;
        for (auto const n : Selector(text).find(heap)) found.push_back(heap.ids[n]);
        return found;
    };
    auto const refusal = [&](std::string const& text) {
        return test::message_of<Error>([&] { Selector(text).find(heap); });
    };
    using Addresses = std::vector<std::uint64_t>;
    CHECK(addresses(R"(["shop.session.Index"].all)") == Addresses{0x1000});
    CHECK(addresses("java.lang.Object") == Addresses{object});
    CHECK(addresses("a.Token") == Addresses{one});
    CHECK(refusal("a.Tokens").find("'a'") != std::string::npos);
    CHECK(addresses("Index.all") == Addresses{0x1000});
    CHECK(addresses("session.Index.all") == Addresses{0x1000});
    CHECK(addresses("Cart$Line") == Addresses{inner});
    CHECK(addresses("Line") == Addresses{inner});
    CHECK(refusal("Token").find("has no 'Token'") != std::string::npos);  // there are two
    CHECK(refusal("dex.all").find("has no 'dex'") != std::string::npos);
    // `shop` is a class itself, and its fields come first
    CHECK(addresses("shop.session") == Addresses{0x1010});
    CHECK(refusal("shop.session.Index.all").find("shop.session has no 'Index'") != std::string::npos);

    CHECK(addresses("class:Line") == Addresses{0x1020, 0x1030});
    CHECK(addresses("class:Cart$Line") == Addresses{0x1020, 0x1030});
    CHECK(addresses("class:shop.Cart$Line") == Addresses{0x1020, 0x1030});
    CHECK(refusal("class:Token").find("several classes are called Token: ") != std::string::npos);
    for (char const* const text : {"class:*Line", "*Line", "class:*ine", "class:Cart$L?ne", "shop.Cart$*"})
        CHECK(addresses(text) == Addresses{0x1020, 0x1030});
    CHECK(addresses("class:Tok?n") == Addresses{0x1000, 0x1010});
    CHECK(addresses("?.Token") == Addresses{0x1000, 0x1010});
    CHECK(refusal("class:*okens").find("there is no object of class *okens; there is ") != std::string::npos);
    CHECK(refusal("[\"*Line\"]").find("has no '*Line'") != std::string::npos);
    CHECK(refusal("class:oken").find("there is no object of class oken") != std::string::npos);
    CHECK(refusal("class:ine").find("there is no object of class ine") != std::string::npos);
}

TEST_CASE("selector: a property takes precedence over an internal field with the same name", "[unit]") {
    std::string const text =
        with(",2,7,21,6,8,35", ",3,7,35,2,7,21");  // app: internal `cache`, then property `cache`
    CHECK(Selector("app.cache").find(read_text(text)) == Nodes{3});
    std::string const only = with(",2,7,21,6,8,35", ",3,7,35,6,7,21");
    CHECK(Selector("app.cache").find(read_text(only)) == Nodes{5});
}

TEST_CASE("selector: with several global objects the path is followed from each", "[unit]") {
    std::string const text = with("[5,1,7,1,2,35", "[5,1,7,5,2,14");  // app is a second global object
    CHECK(Selector("app").find(read_text(text)) == Nodes{2});
    CHECK(Selector("cache").find(read_text(text)) == Nodes{3});
}

TEST_CASE("selector: the name of the global object may be left out", "[unit]") {
    FullDump const dump;
    CHECK(Selector("level").find(dump) == Nodes{1});
    CHECK(Selector("globals.level").find(dump) == Nodes{1});
    CHECK_THROWS_WITH(Selector("globals.leg").find(dump),
                      "small: selector 'globals.leg' matches nothing: the global object has no 'leg'; it has "
                      "level");
    CHECK_THROWS_WITH(Selector("globals").find(dump),
                      "small: selector 'globals' matches nothing: the global object has no 'globals'; it has "
                      "level");
}

TEST_CASE("selector: the name of a root may contain dots", "[unit]") {
    DottedRoots const dump;
    CHECK(Selector("main().cache").find(dump) == Nodes{3});
    CHECK(Selector("main().cache.level").find(dump) == Nodes{1});
    CHECK(Selector("main().next").find(dump) == Nodes{2});
    CHECK(Selector("['main().cache'].level").find(dump) == Nodes{1});
    CHECK_THROWS_WITH(
        Selector("main().x").find(dump),
        "small: selector 'main().x' matches nothing: [\"main()\"] has no 'x'; it has next, level");
}

TEST_CASE("selector: without global objects a path begins with the name of a root", "[unit]") {
    NamedEdges const dump;
    CHECK(Selector("player").find(dump) == Nodes{3, 1});
    CHECK(Selector("player.level").find(dump) == Nodes{1});
    CHECK(Selector("player.level.next").find(dump) == Nodes{2});
    CHECK(Selector("['a game'].next").find(dump) == Nodes{2});
    CHECK_THROWS_WITH(Selector("play").find(dump),
                      "small: selector 'play' matches nothing: there is no root 'play'; there is player, "
                      "player, a game");
    CHECK_THROWS_WITH(
        Selector("game.x").find(SmallDump{}),
        "small: selector 'game.x' matches nothing: game has no 'x'; it has 2 references without a "
        "name: [@ID]");
    CHECK_THROWS_WITH(Selector("player.level.last").find(dump),
                      "small: selector 'player.level.last' matches nothing: player.level has no 'last'; it "
                      "has next");
    CHECK_THROWS_WITH(Selector("globalThis.player").find(dump),
                      "small: selector 'globalThis.player' matches nothing: there is no root 'globalThis'; "
                      "there is player, player, a game");
}

TEST_CASE("selector: a step may lead through the only unnamed reference to an object with it", "[unit]") {
    std::istringstream text(
        R"({"id":1,"type":"Store","size":1,"refs":[2,3,{"id":4,"name":"own"}],"roots":["store"]}
{"id":2,"type":"dict","size":1,"refs":[{"id":5,"name":"users"},{"id":5,"name":"both"},{"id":6,"name":"own"}]}
{"id":3,"type":"dict","size":1,"refs":[{"id":6,"name":"pages"},{"id":6,"name":"both"}]}
{"id":4,"type":"T","size":1,"refs":[2]}
{"id":5,"type":"T","size":1}
{"id":6,"type":"T","size":1}
)");
    trav::dump::Input input(text, "store.jsonl");
    auto const heap = trav::dump::read_json_lines(input);
    auto const id = [&](std::string const& path) {
        return std::string(heap.id(Selector(path).find(heap)[0]));
    };
    CHECK(id("store.users") == "5");
    CHECK(id("store.pages") == "6");
    CHECK(id("store.own") == "4");  // its own field comes first
    CHECK(id("store.own.users") == "5");
    CHECK_THROWS_AS(id("store.both"), Error);
    CHECK_THROWS_AS(id("store.none"), Error);
}

TEST_CASE("selector: ids may be texts", "[unit]") {
    FullDump const dump;
    CHECK(Selector("@0x3").find(dump) == Nodes{3});
    CHECK(Selector("class:Level").find(dump) == Nodes{1, 2});
    CHECK_THROWS_WITH(Selector("@3").find(dump),
                      "small: selector '@3' matches nothing: there is no node with this id");
    CHECK(Selector("@3").find(SmallDump{}) == Nodes{3});
}

TEST_CASE("selector: a short name", "[unit]") {
    CHECK(Selector("app.cache").name() == "cache");
    CHECK(Selector("app['the user']").name() == "the user");
    CHECK(Selector("class:Session").name() == "Session");
    CHECK(Selector("@9").name() == "@9");
}

TEST_CASE("selector: a selector without matches says how far it got and lists the alternatives", "[unit]") {
    std::string const head = "test.heapsnapshot: selector ";
    CHECK(what("ap") == head + "'ap' matches nothing: the global object has no 'ap'; it has app");
    CHECK(what("app.cash") == head + "'app.cash' matches nothing: app has no 'cash'; it has cache");
    CHECK(what("app.old") == head + "'app.old' matches nothing: app has no 'old'; it has cache");
    CHECK(what("app.cache[3]['the user'].x") ==
          head + "'app.cache[3]['the user'].x' matches nothing: app.cache[3][\"the user\"] has no 'x'; it "
                 "has no properties");
    CHECK(what("@8") == head + "'@8' matches nothing: there is no node with this id");
    CHECK(what("class:Sesion") ==
          head + "'class:Sesion' matches nothing: there is no object of class Sesion; there is Session, "
                 "global, Object, and 3 more");
    std::string const no_global = with("[5,1,7", "[1,1,7");
    CHECK_THROWS_WITH(Selector("app").find(read_text(no_global)),
                      head + "'app' matches nothing: there is no global object");
}

TEST_CASE("selector: at most twelve alternatives are listed", "[unit]") {
    auto const what_of = [](int fields) {
        std::string text = "ROOT app\nNODE app App 1\n";
        for (int i = 0; i != fields; ++i) text += "app app f" + std::to_string(10 + i) + '\n';
        return test::message_of<Error>([&] { Selector("app.x").find(*any_dump_of(text)); });
    };
    CHECK(what_of(12).ends_with(", f21"));
    CHECK(what_of(13).ends_with(", f21, and 1 more"));
}

TEST_CASE("selector: texts as keys are alternatives, other keys are none", "[unit]") {
    auto const dump = any_dump_of("ROOT m\nNODE m java.util.HashMap 1\nNODE t java.util.HashMap$Node[] 1\n"
                                  "NODE e java.util.HashMap$Node 1\nNODE k java.lang.String 1 other\n"
                                  "NODE f java.util.HashMap$Node 1\nNODE i shop.Key 1 seventeen\nNODE v V 1\n"
                                  "m t table\nt e [0]\ne k key\ne v value\nt f [1]\nf i key\nf v value\n");
    CHECK_THROWS_WITH(Selector("m.anther").find(*dump), Catch::Contains("it has other, table"));
}

TEST_CASE("selector: finds_only() tells whether an object is the only match, without listing alternatives",
          "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    for (char const* const text : {"app.cache[3]", "[@5].cache[3]", "[@5]", "@5", "class:Map", "app.cash",
                                   "[@8].x", "class:Sesion", "variable:nothing", "ap"})
        for (std::uint32_t n = 0; n != snapshot.node_count(); ++n) {
            bool only = false;
            try {
                only = Selector(text).find(snapshot) == Nodes{n};
            } catch (Error const&) {}
            INFO(text << ", " << n);
            CHECK(Selector(text).finds_only(snapshot, n) == only);
        }
    struct : NamedEdges {
        std::string name(Edge const& edge) const { return ++asked, NamedEdges::name(edge); }
        int mutable asked = 0;
    } const dump;
    CHECK_FALSE(Selector("player").finds_only(dump, 3));
    CHECK_FALSE(Selector("play").finds_only(dump, 3));
    CHECK_FALSE(Selector("['a game'].last").finds_only(dump, 3));
    int const asked = std::exchange(dump.asked, 0);
    CHECK_THROWS(Selector("['a game'].last").find(dump));
    CHECK(dump.asked > asked);
}

TEST_CASE("selector: a malformed selector is refused at the position of the fault", "[unit]") {
    CHECK(what("") == "selector '': a name is due at character 1");
    CHECK(what("@9x") == "selector '@9x': the number of a node is due at character 2");
}

TEST_CASE("selector: matches of several programs, each for some objects, lead to the same result", "[unit]") {
    auto const snapshot = read_text(with(",1,3,28", ",0,7,28", with(",2,7,21,6,8,35", ",0,7,21,0,9,35")));
    for (std::string const text : {"app.cache", "class:Session", "@7", "[@5].cache", "variable:cache.cache",
                                   "variable:['the user']", "global.app"})
        for (std::uint32_t const middle : {0u, 2u, 4u, 6u}) {
            Selector const selector(text);
            Nodes starts = selector.starts(snapshot, 0, middle);
            for (auto const n : selector.starts(snapshot, middle, 6))
                if (std::ranges::find(starts, n) == starts.end()) starts.push_back(n);
            std::ranges::sort(starts);
            INFO(text << ", parts meet at " << middle);
            CHECK(selector.find(snapshot, starts) == selector.find(snapshot));
            if (selector.ends_there()) CHECK(selector.find(snapshot) == starts);
        }
    CHECK(Selector("@7").starts(snapshot, 0, 3).empty());  // this is the id of object 3
    CHECK(Selector("@7").starts(snapshot, 3, 4) == Nodes{3});
    CHECK(Selector("class:Session").ends_there());
    CHECK_FALSE(Selector("@7").ends_there());
    CHECK_THROWS_WITH(Selector("class:Sesion").find(snapshot, {}),
                      Catch::Contains("there is no object of class Sesion; there is Session"));
}
