// test/diagnostics/parallel.hpp: what the programs on Parallel have in common.
#pragma once

#include <trav/strategy/counted.hpp>
#include <trav/strategy/parallel.hpp>
#include <trav/traverse_heap.hpp>

#include <string>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Names {
    using node = std::string;
    auto const& children(node const&) const { return none; }
    std::vector<std::string> none{};
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};
struct SplitCount : Count {
    SplitCount split() const { return {}; }
    void merge(SplitCount&& found) { n += found.n; }
};
