// trav/profile/any_breakdown.hpp: AnyBreakdown, a breakdown with a type chosen at run time.
//
//     std::vector<trav::AnyBreakdown<Obj*>> chosen;
//     if (by_type) chosen.emplace_back(trav::by("type", type_of));        // owned
//     if (by_root) chosen.emplace_back(roots);                            // used by reference
//     trav::Profiler profiler{heap, chosen};
//     profiler.sample(all_roots, seconds);
//     profiler.profile().by_names({"type"});
//
// Copies stand for the same breakdown. The cost is one virtual call per batch of objects, not per object. A
// breakdown with a policy must be passed to the profiler directly, because the order of its traversal is
// chosen at compile time. For a graph of several ranks, write trav::AnyBreakdown<Node, Graph>.
#pragma once

#include "../detail/function.hpp"
#include "../detail/shared_ptr.hpp"
#include "../detail/unique_ptr.hpp"
#include "check.hpp"
#include "classifiers.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace trav {

/// A breakdown of a heap with nodes N. A flow along a graph that solves flows itself needs its type, `G`.
template <class N, class G = detail::UnknownGraph>
class AnyBreakdown {
  public:
    /// Refers to a named breakdown, which must outlive the profiler; owns any other.
    template <class B>
        requires(!std::same_as<std::remove_cvref_t<B>, AnyBreakdown>)
    AnyBreakdown(B&& breakdown) {
        using Kept = std::remove_reference_t<B>;
        if constexpr (std::same_as<std::remove_const_t<Kept>, AnyBreakdown<N>>)
            classifier_ = [breakdown](G const&) { return breakdown.classifier({}); };
        else if constexpr (!detail::check_any_breakdown<Kept, N>()) return;
        else if constexpr (std::is_lvalue_reference_v<B>)
            classifier_ = [&breakdown](G const& graph) { return detail::classifier_of<N>(breakdown, graph); };
        else
            classifier_ = [owned = detail::SharedPtr<Own<std::remove_const_t<Kept>>>(
                               std::in_place, std::forward<B>(breakdown))](G const& graph) {
                return detail::classifier_of<N>(owned->breakdown, graph);
            };
    }

    /// Called by the profiler, which keeps a copy of this object and the graph while it uses the classifier.
    detail::UniquePtr<detail::Classifier<N>> classifier(G const& graph) const { return classifier_(graph); }

  private:
    /// Mutable, because a breakdown changes while it is used.
    template <class B>
    struct Own {
        mutable B breakdown;
        explicit Own(B&& b) : breakdown(std::move(b)) {}
        explicit Own(B const& b) : breakdown(b) {}
    };

    detail::Function<detail::UniquePtr<detail::Classifier<N>>(G const&)> classifier_;
};

}  // namespace trav
