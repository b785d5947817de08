#include "catch.hpp"

#include <trav/dump/v8/detail/sections.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

using trav::dump::V8Head;
using trav::dump::detail::V8Sections;

namespace {

using Names = std::vector<std::string>;

/// The sections read of a file with these, and the error, if any.
struct Read {
    Names names{};
    std::string error{};

    explicit Read(Names const& sections, V8Head const& head = {}) {
        std::string text = "{";
        for (auto const& name : sections) text += (text == "{" ? "\"" : ",\"") + name + "\":[]";
        std::istringstream stream(text + "}");
        trav::dump::Input input(stream, "test");
        trav::dump::JsonScanner json(input);
        try {
            V8Sections(json, head).read([&](std::string const& name) {
                names.push_back(name);
                json.skip();
            });
        } catch (trav::dump::Error const& e) { error = e.what(); }
    }
};

std::string missing(std::string const& byte, std::string const& due, std::string const& found) {
    return "test: byte " + byte + ": section '" + due + "' is due, found " + found +
           ": sections are missing or out of order";
}

Names const least{"snapshot", "nodes", "edges", "strings"};
Names const all{"snapshot",   "nodes",   "edges",     "trace_function_infos",
                "trace_tree", "samples", "locations", "strings"};

}  // namespace

TEST_CASE("v8 sections: each is read once, and those of later versions are skipped", "[unit]") {
    for (Names const& names : {least, all}) {
        Read const read(names);
        CHECK(read.error.empty());
        CHECK(read.names == names);
        for (std::size_t at = 1; at != names.size() + 1; ++at) {
            Names more = names;
            more.insert(more.begin() + static_cast<std::ptrdiff_t>(at), "later");
            CHECK(Read(more).error.empty());
            CHECK(Read(more).names == names);
        }
    }
}

TEST_CASE("v8 sections: the head says which others must be there", "[unit]") {
    V8Head traces{}, samples{}, locations{};
    traces.traces = true, samples.sample_width = 2, locations.locations = true;
    for (V8Head const& head : {traces, samples, locations}) {
        CHECK(Read(all, head).error.empty());
        CHECK(Read(all, head).names == all);
    }
    CHECK(Read(least, traces).error == missing("37", "trace_function_infos", "'strings'"));
    CHECK(Read(least, samples).error == missing("37", "samples", "'strings'"));
    CHECK(Read(least, locations).error == missing("37", "locations", "'strings'"));
    CHECK(Read({"snapshot", "nodes", "edges", "trace_function_infos", "strings"}, traces)
              .error.ends_with(missing("", "trace_tree", "'strings'").substr(12)));
    CHECK(Read({"snapshot", "nodes", "edges"}, locations).error == missing("37", "locations", "the end"));
}

TEST_CASE("v8 sections: all are due in their order", "[unit]") {
    CHECK(Read(Names{}).error == missing("2", "snapshot", "the end"));
    CHECK(Read({"nodes"}).error == missing("1", "snapshot", "'nodes'"));
    CHECK(Read({"later", "snapshot"}).error == missing("1", "snapshot", "'later'"));
    CHECK(Read({"snapshot"}).error == missing("15", "nodes", "the end"));
    CHECK(Read({"snapshot", "nodes", "edges"}).error == missing("37", "strings", "the end"));
    CHECK(Read({"snapshot", "edges"}).error == missing("15", "nodes", "'edges'"));
    CHECK(Read({"snapshot", "nodes", "nodes"}).error ==
          "test: byte 26: section 'nodes' is out of order or comes twice");
    CHECK(Read({"snapshot", "nodes", "edges", "locations", "samples"}).error ==
          "test: byte 52: section 'samples' is out of order or comes twice");
}
