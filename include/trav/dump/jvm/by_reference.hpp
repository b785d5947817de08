// by_reference: splits the objects of a Java heap by the strongest references that reach them: "strong",
// "soft", "weak", "finalizer", "phantom", or "UNREACHED".
//
// An object is "soft" if it is reachable through a soft reference, but not without one. An object is weaker
// than another if it needs a weaker reference: the virtual machine frees soft objects when memory is scarce
// and weak ones at the next collection, and runs the finalizers of objects that are reachable through a
// finalizer only. A reference counts if it is reachable itself. Costs a pass over the edges.
#pragma once

#include "../grouping.hpp"
#include "heap.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Determines the strength of each object.
class JavaStrengths {
  public:
    static constexpr std::array<std::string_view, 6> names{"strong",    "soft",    "weak",
                                                           "finalizer", "phantom", "UNREACHED"};

    explicit JavaStrengths(JvmHeap const& heap) : heap_(heap), of_(heap.node_count(), unreached) {
        for (std::size_t i = 0; i + heap.finalizable < heap.roots.size(); ++i)
            waiting_[0].push_back(heap.roots[i].node);
        for (std::uint8_t strength = 0; strength != unreached; ++strength) spread(strength);
    }
    /// The index of its name.
    std::uint8_t operator()(Node n) const { return of_[n]; }

  private:
    static constexpr std::uint8_t unreached = names.size() - 1;

    /// Reaches all that references of this kind, and stronger ones, lead to.
    void spread(std::uint8_t strength) {
        std::vector<Node> open = std::move(waiting_[strength]);
        while (!open.empty()) {
            Node const n = open.back();
            open.pop_back();
            if (of_[n] != unreached) continue;
            of_[n] = strength;
            auto const kind = static_cast<std::uint8_t>(heap_.shapes[heap_.shape_of[n]].reference);
            heap_.for_each_edge(n, [&](JvmHeap::Edge const& edge) {
                if (of_[edge.to] != unreached) return;
                if (strong(heap_, edge)) open.push_back(edge.to);
                else if (kind != 0) (kind <= strength ? open : waiting_[kind]).push_back(edge.to);
            });
        }
    }

    JvmHeap const& heap_;
    std::vector<std::uint8_t> of_;
    std::array<std::vector<Node>, unreached> waiting_;  // by the kind of reference
};

}  // namespace detail

/// The breakdown "reference" of JvmDump.
inline Grouping by_reference(JvmHeap const& heap) {
    detail::JavaStrengths const strengths(heap);
    return grouping_by(
        heap, [&](Node n) { return strengths(n); },
        [&](std::uint8_t strength) { return std::string(detail::JavaStrengths::names[strength]); });
}

}  // namespace trav::dump
