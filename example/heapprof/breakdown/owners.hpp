// find_owners: assigns every object to an owner, so that a few objects account for the whole heap.
//
// Candidates are examined from the bottom of the dominator tree upwards: an object is an owner if it retains
// at least a `share` of the heap that no owner below it retains. Owners are the places where the retained
// size drops: the parts of an owner are either small or have an owner themselves. The bytes of an object that
// retains too little count for the nearest owner above it.
//
// An object inside a recursive structure repeats the types of its nearest dominators and is no owner: a list
// belongs to its head. The runtime, the nodes that list roots, the global objects, Ruby's class Object and
// the dominators of these own nothing: objects that only these dominate are shared, and divided into groups,
// such as types.
//
// With finer levels, the owners of smaller shares are found as well, each level apart: an object is an owner
// if it is one at any level. So an owner that is small in one dump of a series is found in that dump, too.
//
// Costs 4 bytes per object in addition to the dominator tree.
#pragma once

#include "../heap/retained_heap.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace heapprof {

/// The owners of one dump, and the owner of each object.
struct Owners {
    /// An owner, or a group of shared objects.
    struct Owner {
        Node node;  ///< `nobody`: a group of shared objects
        std::string group;
        std::uint32_t above;      ///< the owner or group around it, an index; `nobody`: none
        bool large = false;       ///< whether it is an owner by the share itself, not by a finer one
        std::size_t sharers = 0;  ///< the number of sharers of a group, if it has a set of them
    };
    static constexpr Node nobody = std::numeric_limits<Node>::max();
    static constexpr std::uint32_t unreached = nobody;

    std::vector<Owner> owners;
    std::vector<std::uint32_t> of_node;  ///< index into `owners`, or `unreached`
    std::vector<bool> ground;            ///< by object: it lists roots, or is or dominates a global object
};

/// An object that retains much.
struct LargePart {
    Node node;
    std::size_t above;  ///< the index of the nearest large part that dominates it; npos: none
    static constexpr std::size_t npos = ~std::size_t{0};
};
/// The objects that retain at least so many bytes, without garbage. Each precedes those that it dominates.
std::vector<LargePart> large_parts(RetainedHeap const& heap, std::uint64_t least);
/// For each part, whether it is inside a recursive structure, such as a list or tree, and not its head.
std::vector<bool> inside_structures(AnyDump const& dump, std::vector<LargePart> const& parts);

/// Finds the owners of a heap; each holds at least a `share` of the bytes, such as 0.01. Each of the `finer`
/// levels has a third of the share of the one before. group(node) names the group of a shared object. An
/// owner precedes the owners below it.
Owners find_owners(RetainedHeap const& heap, double share, std::function<std::string(Node)> const& group,
                   int finer = 0);

/// The wanted objects without a wanted immediate dominator, in ascending order.
std::vector<Node> topmost(RetainedHeap const& heap, auto const& is_wanted) {
    std::vector<Node> found;
    for (Node n = 0; n != heap.dump.node_count(); ++n) {
        if (!is_wanted(n)) continue;
        auto const above = heap.tree.idom(n);
        if (!above || !is_wanted(*above)) found.push_back(n);
    }
    return found;
}

}  // namespace heapprof
