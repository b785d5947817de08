// By the nearest owner with a name: the last named object on every path to an object (ownership: Mitchell,
// 2006). Any graph with sizes.
#pragma once

#include <trav/profile/dominator.hpp>
#include <trav/profile/table.hpp>

#include <map>
#include <string>
#include <vector>

// [scheme]
/// A line for each owner: the nearest dominator of an object, itself included, for which `name_of` returns a
/// text. Objects without an owner belong to (nobody).
trav::Table by_nearest_owner(auto const& dominators, auto name_of) {
    std::map<std::string, trav::Amount> owned;
    std::vector<std::string> owners;  // of the object and its dominators, by depth
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
