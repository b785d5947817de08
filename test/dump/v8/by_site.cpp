#include "catch.hpp"
#include "dump/minimal_v8.hpp"

#include <trav/dump/v8/by_site.hpp>

#include <cstddef>
#include <string>

TEST_CASE("v8 by site: the function that allocated an object, if that was tracked", "[unit]") {
    auto const snapshot = read_text(tracked_v8());
    auto const grouping = trav::dump::by_site(snapshot);
    auto const site = [&](std::size_t n) { return grouping.bands[grouping.band_of[n]]; };
    CHECK(site(0) == "(not traced)");
    CHECK(site(1) == "(anonymous) (shop/lib/shop.js:8)");
    CHECK(site(2) == "(not traced)");
    CHECK(site(3) == "app");  // its script has no name
    CHECK(site(4) == "cache (shop/lib/shop.js:20)");
    CHECK(site(5) == "(not traced)");
}

TEST_CASE("v8 by site: an untracked snapshot takes no memory for it", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    CHECK(snapshot.allocated_by.empty());
    CHECK(trav::dump::by_site(snapshot).bands == std::vector<std::string>{"(not traced)"});
}

TEST_CASE("v8 by site: errors in traces", "[unit]") {
    auto const wrong = [](std::string const& text, std::string const& what) {
        INFO(error_of(text));
        CHECK(error_of(text).find(what) != std::string::npos);
    };
    wrong(tracked_v8("[0,1,0,0,0,0]"), "there is no function 2 for a trace");
    wrong(tracked_v8("[0,1,0]"), "function 0 is cut short");
    wrong(tracked_v8("[0,77,0,0,0,0]", "[]"), "function 0 is named by string 77, but there are 10");
    wrong(tracked_v8("[0,1,0,0,0,0]", "[1,0,0,0]"), "expected ','");
    wrong(tracked_v8("[0,1,0,0,0,0]", "[1,0,0,0,[]"), "expected an unsigned integer, found '\"'");
    wrong(with("\"children\"]", "\"children\",\"more\"]", tracked_v8()),
          "does not end its 'trace_node_fields' with 'children'");
    wrong(with("\"function_info_index\",", "", tracked_v8()),
          "has no 'function_info_index' in its 'trace_node_fields'");
    CHECK(error_of(tracked_v8("[0,1,0,0,0,0]", "[]")).empty());
}
