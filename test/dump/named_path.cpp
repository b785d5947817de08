#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/named_path.hpp>
#include <trav/dump/selector.hpp>

#include <string>
#include <vector>

using trav::dump::follow;
using trav::dump::NamedPath;
using trav::dump::text;

TEST_CASE("path: text() writes a selector", "[unit]") {
    CHECK(text(NamedPath{{"app"}, {"cache"}, {"3"}}) == "app.cache[3]");
    CHECK(text(NamedPath{{"app"}, {"a b"}, {"it\"s\\"}}) == R"(app["a b"]["it\"s\\"])");
    CHECK(text(NamedPath{{"7", true}, {"x"}, {"a.b", true}}) == "[@7].x[@\"a.b\"]");
    CHECK(text(NamedPath{{"(GC roots)"}, {"15"}}) == "[\"(GC roots)\"][15]");
    CHECK(text(NamedPath{{"_$1"}, {"1x"}, {"\xC3\xA9"}}) == "_$1.1x[\"\xC3\xA9\"]");
    CHECK(text(NamedPath{}).empty());
}

TEST_CASE("path: a selector parses the text of a path", "[property]") {
    // A field of the player has each name of up to three characters that are special in a selector.
    struct Named : SmallDump {
        std::string field;
        std::string name(Edge const& edge) const { return edge.from == 3 ? field : "next"; }
    };
    std::string const special = ".[]\"'\\ @=,:a0\n\x7f\xff";
    for (char const a : special)
        for (char const b : special)
            for (char const c : special) {
                Named dump;
                dump.field = {a, b, c};
                INFO(dump.field);
                std::string const written = text(NamedPath{{"player"}, {dump.field}});
                CHECK(trav::dump::Selector(written).find(dump) == std::vector<Node>{1});
            }
}

TEST_CASE("path: a step follows a name or an id, but no weak edges", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    CHECK(follow(snapshot, 2, {"cache"}) == 3u);
    CHECK(follow(snapshot, 2, {"7", true}) == 3u);
    CHECK_FALSE(follow(snapshot, 2, {"7"}));
    CHECK_FALSE(follow(snapshot, 2, {"old"}));
    CHECK_FALSE(follow(snapshot, 2, {"11", true}));  // the id of `old`
    CHECK(follow(FullDump{}, 3, {"0x1", true}) == 1u);
}
