#include "own_paths.hpp"

#include "../heap/entries.hpp"
#include "../heap/starts.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

namespace heapprof {

namespace {

// Whether a collection, or its table, has many objects of one type. Scopes, classes, modules and class
// loaders are no collections: their fields are names.
bool has_many(RetainedHeap const& heap, Node owner) {
    constexpr std::size_t many = 100, levels = 2;
    auto const is_counted = [&](Node n) {
        std::string const type = type_name(heap.dump, n);
        return type == "(closure)" || !is_code(type);
    };
    if (!is_counted(owner) || type_name(heap.dump, owner) == "system / Context") return false;
    std::vector<Node> nodes{owner};
    for (std::size_t level = 0; level != levels; ++level) {
        std::unordered_map<std::uint64_t, std::size_t> counts;
        std::vector<Node> below;
        for (Node const n : nodes)
            for (Node const child : heap.tree.children(n)) {
                if (is_class(heap.dump, child)) return false;
                below.push_back(child);
                if (++counts[heap.dump.type(child)] == many && is_counted(child)) return true;
            }
        nodes = std::move(below);
    }
    return false;
}

}  // namespace

OwnPaths::OwnPaths(RetainedHeap const& heap, EdgeSet edges, std::vector<Node> starts, Owners const& owners)
    : heap_(heap), edges_(std::move(edges)), starts_(std::move(starts)) {
    for (Owners::Owner const& owner : owners.owners)
        if (owner.large && owner.node != Owners::nobody && has_many(heap, owner.node))
            collections_.push_back(owner.node);
}

bool OwnPaths::is_foreign(std::vector<Node> const& way) const {
    for (std::size_t i = 1; i < way.size(); ++i)
        for (Node const whole : collections_)
            if (way[i] != whole && heap_.tree.dominates(whole, way[i]) &&
                !heap_.tree.dominates(whole, way[i - 1]))
                return true;
    return false;
}

HeapPaths const& OwnPaths::paths() const {
    if (paths_ != nullptr) return *paths_;
    std::vector<std::uint16_t> inside(
        heap_.dump.node_count());  // the innermost collection around it; 0: none
    for (std::size_t i = 0; i != collections_.size(); ++i)
        for (Node const n : heap_.tree.dominated(collections_[i]))
            if (n != collections_[i]) inside[n] = static_cast<std::uint16_t>(i + 1);
    auto const own = [&](AnyDump::Link const& link) {
        std::size_t const collection = inside[link.from];
        return edges_(link) &&
               (collection == 0 || heap_.tree.dominates(collections_[collection - 1], link.to));
    };
    paths_ = std::make_unique<HeapPaths const>(HeapGraph(heap_.dump, LinkRule(own)), starts_);
    return *paths_;
}

}  // namespace heapprof
