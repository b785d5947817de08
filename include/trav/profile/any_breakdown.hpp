// trav/profile/any_breakdown.hpp: any breakdown, of a type that is known at run time only.
//
//     std::vector<trav::AnyBreakdown<Obj*>> chosen;
//     if (by_type) chosen.emplace_back(trav::by("type", type_of));        // owned
//     if (by_root) chosen.emplace_back(roots);                            // used by reference
//     trav::Profiler profiler{heap, chosen};
//     profiler.sample(all_roots, seconds);
//     profiler.profile().by_names({"type"});
//
// Copies stand for the same breakdown. The price is a virtual call for each batch of objects, not for each
// object. A breakdown with a policy walks the heap in an order that is chosen when the program is compiled:
// give that one to the profiler by itself.
#pragma once

#include "../detail/owned.hpp"
#include "../detail/shared.hpp"
#include "detail/check.hpp"
#include "detail/classifiers.hpp"

#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

namespace trav {

/// A breakdown of a heap with nodes N.
template <class N>
class AnyBreakdown {
  public:
    /// Refers to a breakdown that has a name, which must live as long as the profiler; owns any other.
    template <class B>
        requires(!std::same_as<std::remove_cvref_t<B>, AnyBreakdown>)
    AnyBreakdown(B&& breakdown) {
        using Kept = std::remove_reference_t<B>;
        if constexpr (!detail::check_any_breakdown<Kept, N>()) return;
        else if constexpr (std::is_lvalue_reference_v<B>)
            classifier_ = [&breakdown] { return detail::classifier_of<N>(breakdown); };
        else
            classifier_ = [owned = detail::Shared<Own<std::remove_const_t<Kept>>>(
                               std::in_place, std::forward<B>(breakdown))] {
                return detail::classifier_of<N>(owned->breakdown);
            };
    }

    /// Called by the profiler, which keeps a copy of this as long as what it gets.
    detail::Owned<detail::Classifier<N>> classifier() const { return classifier_(); }

  private:
    /// A breakdown changes as it is used.
    template <class B>
    struct Own {
        mutable B breakdown;
        explicit Own(B&& b) : breakdown(std::move(b)) {}
        explicit Own(B const& b) : breakdown(b) {}
    };

    std::function<detail::Owned<detail::Classifier<N>>()> classifier_;
};

}  // namespace trav
