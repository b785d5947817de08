// A strategy whose walker has the members that are chosen, and a graph and a policy for it.
#pragma once

#include <trav/strategy/counted.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

struct Push {
    void push(Obj*, auto const&) {}
};
struct Idle {
    bool idle() const { return true; }
};
struct Step {
    trav::go step() { return trav::go::skip; }
};
struct Clear {
    void clear() {}
};
struct Total {
    trav::returned_t<Count> nothing;
    trav::returned_t<Count>& total() { return nothing; }
};

struct Order {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;
};
template <class... Members>
struct Half : Order {
    template <class G, class P, class S>
    struct Walker : Members... {
        Walker(G const&, P&, S&) {}
    };
};
