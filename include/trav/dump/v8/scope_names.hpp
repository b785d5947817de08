// name_scopes: gives all scopes of a snapshot the same name, and thus the same type, as before V8 15. V8 15
// adds the id of the scope's description to the name: "system / Context / scope @7779".
//
// Costs a look at each string, and a pass over the nodes if there are such names.
#pragma once

#include "snapshot.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump {

/// Renames every scope to "system / Context".
inline void name_scopes(V8Snapshot& snapshot) {
    constexpr std::string_view name = "system / Context", numbered = "system / Context / scope @";
    std::vector<bool> of_scope(snapshot.strings.size());
    bool any = false;
    for (std::size_t i = 0; i != of_scope.size(); ++i)
        if (snapshot.strings[i].starts_with(numbered)) any = of_scope[i] = true;
    if (!any) return;
    snapshot.strings.add([&](std::string& text) { text += name; });
    std::size_t const string = snapshot.type_named("string");
    for (std::uint32_t n = 0; n != snapshot.node_count(); ++n)
        if (of_scope[snapshot.node_name[n]] && snapshot.node_type[n] != string)
            snapshot.node_name[n] = static_cast<std::uint32_t>(snapshot.strings.size() - 1);
}

}  // namespace trav::dump
