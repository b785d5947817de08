// By the nearest owner that has a name: what every path to an object leads through, last of all (ownership:
// Mitchell, 2006). Any graph with sizes.
#pragma once

#include <trav/profile/dominator.hpp>
#include <trav/profile/table.hpp>

#include <map>
#include <string>
#include <vector>

// [scheme]
/// A line for each owner: of the objects for which `name_of` answers a text, the one that dominates an object
/// most nearly, itself included. What no named object owns alone is nobody's.
trav::Table by_nearest_owner(auto const& dominators, auto name_of) {
    std::map<std::string, trav::Amount> owned;
    std::vector<std::string> owners;  // of the object and those above it, by depth
    dominators.walk([&](auto const& at) {
        std::string name = name_of(at.node);
        if (name.empty()) name = at.depth == 0 ? "(nobody)" : owners[at.depth - 1];
        owned[name] += at.own;
        owners.resize(at.depth);
        owners.push_back(name);
    });
    trav::Table table{{"owner"}, {0}, {}};
    for (auto const& [owner, amount] : owned) table.lines.push_back({{owner}, {amount}});
    return table;
}
// [scheme]
