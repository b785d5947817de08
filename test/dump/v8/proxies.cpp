#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/proxies.hpp>

TEST_CASE("v8 proxies: an object of V8's own becomes a Proxy of the program", "[unit]") {
    Written v8;
    v8.node("hidden", 8, {}, "system / JSProxy");
    v8.node("hidden", 8, {}, "system / Map");
    v8.node("string", 8, {}, "system / JSProxy");
    v8.node("object", 8, {}, "Proxy");  // of a class of the program
    v8.node("hidden", 16, {}, "system / JSProxy");
    auto& s = v8.snapshot;
    auto const sizes = s.self_size;
    name_proxies(s);
    CHECK(s.name(0) == "Proxy");
    CHECK(s.type_name(s.type(0)) == "Proxy");
    CHECK(s.type(4) == s.type(0));
    CHECK(s.type_name(s.type(1)) == "(hidden)");
    CHECK(s.name(1) == "system / Map");
    CHECK(s.type_name(s.type(2)) == "(string)");
    CHECK(s.name(2) == "system / JSProxy");
    CHECK(s.type_name(s.type(3)) == "Proxy");
    CHECK(s.node_type_name(0) == "hidden");  // retained sizes stay those of DevTools
}

TEST_CASE("v8 proxies: a snapshot without proxies is unchanged", "[unit]") {
    Written v8;
    v8.node("object", 8, {}, "Session");
    auto const strings = v8.snapshot.strings.size();
    name_proxies(v8.snapshot);
    CHECK(v8.snapshot.strings.size() == strings);
    CHECK(v8.snapshot.proxy == 0);
}
