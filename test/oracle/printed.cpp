#include "catch.hpp"
#include "oracle/dominators.hpp"

using namespace oracle;

TEST_CASE("dominators: a diamond whose one side is a root") {
    Case const c{
        .nodes = 4,
        .edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}},
        .roots = {0, -1, 2},
        .bytes = {8, 16},
        .types = {0, 1},
        .retainers = {-1, 0},
        .named = {{1, 0}},
        .cap = 2,
        .whole_heap = true,
        .steps = {{Do::use, 1}, {Do::link, 1, 2}, {Do::census}},
    };
    CHECK(retained<std::uint64_t, false>(c) == Amounts{{24, 2}, {16, 1}, {8, 1}, {8, 1}});
}
