#include "catch.hpp"
#include "dump/minimal_v8.hpp"

#include <trav/dump/v8/by_site.hpp>

#include <cstddef>
#include <string>

namespace {

std::string const fields =
    R"("trace_function_info_fields":["function_id","name","script_name","script_id","line","column"],)"
    R"("trace_node_fields":["id","function_info_index","count","size","children"],)";

// The minimal snapshot with the tracked allocations of its nodes 1, 3 and 4: by a nameless function, by `app`
// and by `cache`, which called each other.
std::string tracked(std::string const& functions = "[0,1,0,0,0,0, 9,6,0,4,0,0, 7,0,9,4,8,1, 8,7,9,4,20,1]",
                    std::string const& tree = "[1,0,0,0,[2,2,0,0,[3,1,1,32,[],4,3,1,48,[]]],5,2,0,0,[]]") {
    std::string text = with("\"location_fields\"", fields + "\"location_fields\"");
    text = with("\"trace_function_count\":0", "\"trace_function_count\":4", text);
    text = with("1,1,3,40,1,0,0", "1,1,3,40,1,2,0", text);
    text = with("1,3,7,32,1,0,0", "1,3,7,32,1,3,0", text);
    text = with("1,4,9,48,1,0,0", "1,4,9,48,1,4,0", text);
    text = with("5,11,24,0,0,2", "5,11,24,0,77,2", text);  // there is no such trace
    text = with("\"trace_function_infos\":[]", "\"trace_function_infos\":" + functions, text);
    text = with("\"trace_tree\":[]", "\"trace_tree\":" + tree, text);
    return with("\"the user\"", "\"/srv/node_modules/shop/lib/shop.js\"", text);
}

}  // namespace

TEST_CASE("v8 by site: which function allocated an object, if that was tracked", "[unit]") {
    auto const snapshot = read_text(tracked());
    auto const split = trav::dump::by_site(snapshot);
    auto const site = [&](std::size_t n) { return split.bands[split.band_of[n]]; };
    CHECK(site(0) == "(not traced)");
    CHECK(site(1) == "(anonymous) (shop/lib/shop.js:8)");
    CHECK(site(2) == "(not traced)");
    CHECK(site(3) == "app");  // its script has no name
    CHECK(site(4) == "cache (shop/lib/shop.js:20)");
    CHECK(site(5) == "(not traced)");
}

TEST_CASE("v8 by site: an untracked snapshot keeps nothing for it", "[unit]") {
    auto const snapshot = read_text(minimal_v8);
    CHECK(snapshot.allocated_by.empty());
    CHECK(trav::dump::by_site(snapshot).bands == std::vector<std::string>{"(not traced)"});
}

TEST_CASE("v8 by site: what is wrong with traces is said", "[unit]") {
    auto const wrong = [](std::string const& text, std::string const& what) {
        INFO(error_of(text));
        CHECK(error_of(text).find(what) != std::string::npos);
    };
    wrong(tracked("[0,1,0,0,0,0]"), "there is no function 2 for a trace");
    wrong(tracked("[0,1,0]"), "function 0 is cut short");
    wrong(tracked("[0,77,0,0,0,0]", "[]"), "function 0 is named by string 77, but there are 10");
    wrong(tracked("[0,1,0,0,0,0]", "[1,0,0,0]"), "expected ','");
    wrong(tracked("[0,1,0,0,0,0]", "[1,0,0,0,[]"), "expected an unsigned integer, found '\"'");
    wrong(with("\"children\"]", "\"children\",\"more\"]", tracked()),
          "does not end its 'trace_node_fields' with 'children'");
    wrong(with("\"function_info_index\",", "", tracked()),
          "has no 'function_info_index' in its 'trace_node_fields'");
    CHECK(error_of(tracked("[0,1,0,0,0,0]", "[]")).empty());
}
