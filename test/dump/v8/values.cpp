#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/values.hpp>

#include <string>
#include <vector>

TEST_CASE("v8 values: numbers, truth values, null and undefined", "[unit]") {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.snapshot.type_names.emplace_back("number");
    std::string const oddball = "system / Oddball";
    v8.node("number", 0, {{internal, 10, "map"}, {internal, 8, "value"}}, "smi number");  // 0
    v8.node("number", 12, {{internal, 10, "map"}}, "heap number");                        // 1: not written
    v8.node("hidden", 28, {{hidden, 11}, {hidden, 15}}, oddball);                         // 2
    v8.node("hidden", 28, {{hidden, 12}, {hidden, 15}}, oddball);                         // 3
    v8.node("hidden", 28, {{hidden, 13}, {hidden, 15}}, oddball);                         // 4
    v8.node("hidden", 28, {{hidden, 14}, {hidden, 0}, {hidden, 14}}, oddball);            // 5
    v8.node("hidden", 28, {{hidden, 15}, {hidden, 11}}, oddball);                         // 6: another one
    v8.node("hidden", 28, {{hidden, 11}}, "system / Map");                                // 7
    v8.node("string", 0, {}, "-0.5");                                                     // 8
    v8.node("object", 8, {{property, 0}, {property, 2}}, "Order");                        // 9
    v8.node("hidden", 8, {}, "system / Map");                                             // 10
    for (char const* const text : {"true", "false", "null", "undefined", "hole"})
        v8.node("string", 8, {}, text);
    auto const values = [&](std::vector<bool> const& wanted) {
        std::string text;
        trav::dump::for_each_v8_value(v8.snapshot, wanted, [&](trav::dump::DumpValue const& value) {
            CHECK(value.field.empty());
            text += std::to_string(value.node) + ' ' + std::to_string(static_cast<int>(value.kind)) + ' ' +
                    std::string(value.text) + '\n';
        });
        return text;
    };
    std::vector<bool> all(16, true);
    CHECK(values(all) == "0 0 -0.5\n2 1 true\n3 1 false\n4 3 null\n5 3 undefined\n");
    all[0] = all[4] = false;
    CHECK(values(all) == "2 1 true\n3 1 false\n5 3 undefined\n");
}
