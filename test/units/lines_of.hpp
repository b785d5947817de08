// test/units/lines_of.hpp: what trav::Objects finds in a widget.
#pragma once

#include "widget.hpp"

#include <trav/profile/unseen.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <string>
#include <vector>

struct ListObjects {
    trav::Objects<> heap;
    std::vector<std::string> lines{};
    void visit(auto& here) {
        trav::Type const& type = *here.node.type;
        if (!here.first || type.name() == "shared_ptr block") return;
        lines.push_back(type.name() + " " + std::to_string(heap.size(here.node) - type.size));
    }
};

/// The type and the owned bytes of each object, sorted, and then the unseen members.
inline std::vector<std::string> lines_of(auto const& root) {
    ListObjects list;
    trav::traverse(list.heap, trav::roots(root), list);
    std::sort(list.lines.begin(), list.lines.end());
    for (auto const& [member, amount] : trav::unseen(list.heap, trav::roots(root)))
        list.lines.push_back("unseen " + member);
    return list.lines;
}
