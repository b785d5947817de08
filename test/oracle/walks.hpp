// Traversals of a heap: calls for the oracle.
#pragma once

#include "case.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <trav/policy/policy.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>

namespace oracle {

using Data = std::uint32_t;
using Objects = test::OrderedObjects<Data>;

/// Counts arrivals in the store.
struct Arrivals {
    using node_data = Data;
    void visit(auto& here) { ++here.data; }
    Arrivals split() const { return {}; }
    void merge(Arrivals&&) {}
};
/// Counts first arrivals.
struct Firsts {
    using node_data = Data;
    static constexpr bool once = true;
    void visit(auto& here) { ++here.data; }
    Firsts split() const { return {}; }
    void merge(Firsts&&) {}
};
/// Counts returns.
struct Returns {
    using node_data = Data;
    void leave(auto& here) { ++here.data; }
};
/// Keeps the least distance seen.
struct Distances {
    using node_data = Data;
    using inherited = Data;
    static constexpr bool once = true;
    void visit(auto& here) {
        here.data = here.inherited;
        here.to_children = here.inherited + 1;
    }
};

enum class In { hashed, dense, in_node, header_word };

/// Calls f(store) with a store of this kind.
template <In kind>
auto with_store(test::Heap<Data>& heap, auto f) {
    if constexpr (kind == In::hashed) {
        trav::Hashed<Objects::node, Data> store;
        return f(store);
    } else if constexpr (kind == In::dense) {
        Objects const graph{{&heap}};
        trav::Dense<Data, trav::GraphIndex<Objects>> store(graph.count(), {&graph});
        return f(store);
    } else if constexpr (kind == In::in_node) {
        trav::InNode<&test::Obj<Data>::slot> store;
        return f(store);
    } else {
        trav::HeaderWord<Data, test::Words<Data>> store(test::Words<Data>{&heap});
        return f(store);
    }
}

/// The policy's data at each node after a pass; -1 if not reached. It is the third pass of the store, after a
/// pass that reached everything and a pass that reached nothing.
template <class Policy, class Strategy, In kind>
Numbers data(Case const& c) {
    test::Heap<Data> heap(shape_of(c));
    return with_store<kind>(heap, [&](auto& store) {
        std::vector<Objects::node> everything;
        for (auto& object : heap.objects) everything.push_back(&object);
        Policy policy;
        for (auto const& roots : {everything, {}, heap.roots})
            trav::traverse<Strategy>(Objects{{&heap}}, roots, policy, store);
        Numbers found;
        for (auto& object : heap.objects) {
            auto const data = store.find(&object);
            found.push_back(data ? static_cast<int>(static_cast<Data>(*data)) : null);
        }
        return found;
    });
}

}  // namespace oracle
