#include "catch.hpp"
#include "report/stacks/some_stacks.hpp"

#include <trav/report/stacks/folded.hpp>

#include <sstream>
#include <string>

TEST_CASE("folded: a line for each frame with bytes", "[unit]") {
    std::ostringstream out;
    trav::write_folded(out, some_stacks());
    CHECK(out.str() == "(heap) 7\nserver 10\nserver;cache;Map 300\nserver;Session 200\nMap 50\n");
}

TEST_CASE("folded: special characters in a name end neither a frame nor a line", "[unit]") {
    trav::Stacks stacks;
    stacks.add(stacks.below(trav::Stacks::top, "a;b\nc\xff"), {1, 1});
    std::ostringstream out;
    trav::write_folded(out, stacks);
    CHECK(out.str() == "a,b\\nc\\xff 1\n");
}
