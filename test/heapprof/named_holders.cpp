#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <heapprof/question/named_holders.hpp>

#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <functional>
#include <string>
#include <vector>

namespace {

// The names of what holds an object.
std::vector<std::string> holders_of(Written const& v8, trav::dump::Node n, bool exact) {
    auto const dump = trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
    heapprof::RetainedHeap const heap(*dump);
    auto const machinery = dump->machinery();
    heapprof::OwnerNames names(heap, machinery);
    std::function<std::string(trav::dump::Node)> const places = dump->places();
    heapprof::NamedHolders holders(heap, machinery, names, places);
    std::vector<std::string> found;
    for (auto const& each : holders.of({n}, exact)) found.push_back(each.first);
    return found;
}

}  // namespace

// V8 12 keeps the properties of a function in an array.
TEST_CASE("heapprof named holders: the array of an object's properties is no holder beside it", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "render"}}, "global");
    v8.node("closure", 64, {{property, 4, "results"}, {internal, 3, "properties"}}, "render");
    v8.node("hidden", 40, {{hidden, 4}}, "system / PropertyArray");
    v8.node("object", 32, {}, "Array");
    for (bool const exact : {false, true})
        CHECK(holders_of(v8, 4, exact) == std::vector<std::string>{"render.results"});
}

TEST_CASE("heapprof named holders: only what a program can change", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 32, {{property, 2, "stop"}, {property, 5, "log"}}, "global");
    v8.node("closure", 64, {{internal, 3, "context"}, {property, 4, "feedback"}, {property, 8, "code"}},
            "stop");
    v8.node("object", 40, {{hidden, 6, "1"}, {internal, 7, "previous"}, {context, 5, "log"}},
            "system / Context");
    v8.node("hidden", 40, {{hidden, 6, "3"}}, "system / FeedbackVector");
    v8.node("object", 32, {{property, 6, "last"}}, "Log");
    v8.node("object", 32, {}, "Promise");
    v8.node("hidden", 0, {}, "system / NativeContext");
    v8.node("code", 40, {{hidden, 6, "2"}}, "(code for stop)");
    for (bool const exact : {false, true})
        CHECK(holders_of(v8, 6, exact) == std::vector<std::string>{"log.last"});
}
