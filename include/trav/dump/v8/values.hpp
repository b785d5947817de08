// trav/dump/v8/values.hpp: the numbers, truth values, null and undefined in a V8 snapshot. Each is an object
// of its own.
//
// V8 writes numbers only on demand: writeHeapSnapshot(file, {exposeNumericValues: true}) in Node, "Include
// numerical values" in DevTools. Takes one pass over the wanted objects.
#pragma once

#include "../values.hpp"
#include "snapshot.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace trav::dump {

/// Calls f(DumpValue) for each value n with wanted[n].
void for_each_v8_value(V8Snapshot const& snapshot, std::vector<bool> const& wanted, auto const& f) {
    std::size_t const number = snapshot.type_named("number"), string = snapshot.type_named("string"),
                      hidden = snapshot.type_named("hidden");
    for (Node n = 0; n != snapshot.node_count(); ++n) {
        std::size_t const type = snapshot.node_type[n];
        bool const oddball = type == hidden && wanted[n] && snapshot.name(n) == "system / Oddball";
        if (!wanted[n] || (type != number && !oddball)) continue;
        bool found = false;  // the first text; the second one of an oddball is the answer of typeof
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            if (found || snapshot.node_type[edge.to] != string) return;
            found = true;
            std::string_view const text = snapshot.name(edge.to);
            if (type == number) f(DumpValue{n, "", ValueKind::number, text});
            else if (text == "true" || text == "false") f(DumpValue{n, "", ValueKind::truth, text});
            else if (text == "null" || text == "undefined") f(DumpValue{n, "", ValueKind::nothing, text});
        });
    }
}

}  // namespace trav::dump
