#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/scope_names.hpp>

TEST_CASE("v8 scopes: the scopes of V8 15 get one name and one type", "[unit]") {
    Written v8;
    v8.node("object", 8, {}, "system / Context / scope @7779");
    v8.node("object", 8, {}, "Session");
    v8.node("object", 8, {}, "system / Context / scope @103047");
    v8.node("string", 8, {}, "system / Context / scope @103047");
    v8.node("object", 8, {}, "system / Context / with");
    auto& s = v8.snapshot;
    name_scopes(s);
    CHECK(s.name(0) == "system / Context");
    CHECK(s.name(1) == "Session");
    CHECK(s.type(0) == s.type(2));
    CHECK(s.name(3) == "system / Context / scope @103047");
    CHECK(s.name(4) == "system / Context / with");
}

TEST_CASE("v8 scopes: a snapshot of an older V8 is unchanged", "[unit]") {
    Written v8;
    v8.node("object", 8, {}, "system / Context");
    auto const strings = v8.snapshot.strings.size();
    name_scopes(v8.snapshot);
    CHECK(v8.snapshot.strings.size() == strings);
    CHECK(v8.snapshot.name(0) == "system / Context");
}
