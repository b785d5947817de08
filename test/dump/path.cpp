#include "catch.hpp"
#include "dump/minimal_v8.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/path.hpp>
#include <trav/dump/selector.hpp>

#include <string>
#include <vector>

using trav::dump::can_be_written;
using trav::dump::follow;
using trav::dump::Path;
using trav::dump::text;

TEST_CASE("path: as a selector writes it", "[unit]") {
    CHECK(text(Path{{"app"}, {"cache"}, {"3"}}) == "app.cache[3]");
    CHECK(text(Path{{"app"}, {"a b"}, {"it\"s\\"}}) == R"(app["a b"]["it\"s\\"])");
    CHECK(text(Path{{"7", true}, {"x"}, {"a.b", true}}) == "[@7].x[@\"a.b\"]");
    CHECK(text(Path{{"(GC roots)"}, {"15"}}) == "[\"(GC roots)\"][15]");
    CHECK(text(Path{{"_$1"}, {"1x"}, {"\xC3\xA9"}}) == "_$1.1x[\"\xC3\xA9\"]");
    CHECK(text(Path{}).empty());
}

TEST_CASE("path: a selector reads what was written", "[property]") {
    // Each name of up to three characters that mean something in a selector is a field of the player.
    struct Named : SmallDump {
        std::string field;
        std::string name(Edge const& edge) const { return edge.from == 3 ? field : "next"; }
    };
    std::string const special = ".[]\"'\\ @=,:a0";
    for (char const a : special)
        for (char const b : special)
            for (char const c : special) {
                Named dump;
                dump.field = {a, b, c};
                INFO(dump.field);
                std::string const written = text(Path{{"player"}, {dump.field}});
                CHECK(trav::dump::Selector(written).find(dump) == std::vector<Node>{1});
            }
}

TEST_CASE("path: a control character cannot be written", "[unit]") {
    CHECK(can_be_written("the user"));
    CHECK_FALSE(can_be_written(""));
    CHECK_FALSE(can_be_written("a\nb"));
    CHECK_FALSE(can_be_written("\x7f"));
}

TEST_CASE("path: a step goes by name or by id, and not along weak edges", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    CHECK(follow(snapshot, 2, {"cache"}) == 3u);
    CHECK(follow(snapshot, 2, {"7", true}) == 3u);
    CHECK_FALSE(follow(snapshot, 2, {"7"}));
    CHECK_FALSE(follow(snapshot, 2, {"old"}));
    CHECK_FALSE(follow(snapshot, 2, {"11", true}));  // that is `old`
    CHECK(follow(FullDump{}, 3, {"0x1", true}) == 1u);
}
