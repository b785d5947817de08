// trav/profile/detail/policies.hpp: the policies of a profiler's breakdowns, fused into one traversal.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../../policy/fuse.hpp"
#include "../../store/hashed.hpp"
#include "../../strategy/counted.hpp"
#include "../../traverse_heap.hpp"
#include "../breakdown.hpp"
#include "../classifiers.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// `Breakdowns` is a tuple of references to breakdowns with policies.
template <class G, class Breakdowns>
class Policies;

template <class G>
class Policies<G, std::tuple<>> {
  public:
    Policies(G const&, std::tuple<>) {}
    template <class Strategy>
    Statistics run(G const&, std::vector<node_t<G>> const&) {
        return {};
    }
};

template <class G, class... Bs>
class Policies<G, std::tuple<Bs&...>> {
    using N = node_t<G>;
    using Fusion = Fused<std::remove_cvref_t<decltype(std::declval<Bs&>().policy())>...>;
    using Store = DefaultStore<G, Fusion>;

  public:
    Policies(G const& graph, std::tuple<Bs&...> breakdowns)
        : breakdowns_(std::move(breakdowns)), store_(make_store<Store>(graph)) {}

    /// Visits everything that the roots reach, each root once, in the strategy's order.
    template <class Strategy>
    Statistics run(G const& graph, std::vector<N> const& roots) {
        Fusion fusion =
            std::apply([](auto&... breakdown) { return Fusion(breakdown.policy()...); }, breakdowns_);
        TraverseHeap<G, Fusion, Store&, Counted<Strategy>> traversal(graph, fusion, store_);
        traversal.begin_pass();
        Hashed<N> known;
        std::vector<N> each_once;
        for (N const& root : roots)
            if (known.touch(root).fresh) each_once.push_back(root);
        if constexpr (Strategy::last_root_first)
            each_once = std::vector<N>(each_once.rbegin(), each_once.rend());
        for (N const& root : each_once) traversal.push_root(root);
        traversal.run();
        return traversal.statistics();
    }
    /// The data of the I-th policy for a node, or null if that policy has not visited it.
    template <std::size_t I>
    auto const* find(N const& n) const {
        auto const* const found = store_.find(n);
        bool const seen = found && (found->seen & Fusion::template bit<I>);
        return seen ? &Fusion::template at<I>(*found) : nullptr;
    }

  private:
    std::tuple<Bs&...> breakdowns_;
    Store store_;
};

/// The breakdowns that have a policy.
template <class... Bs>
auto with_policies(Bs&... breakdowns) {
    return std::tuple_cat([](auto& breakdown) {
        if constexpr (PolicyBreakdown<std::remove_reference_t<decltype(breakdown)>>)
            return std::tie(breakdown);
        else return std::tuple<>{};
    }(breakdowns)...);
}

/// Finds the data of the I-th policy.
template <std::size_t I, class All>
class OfPolicy {
  public:
    static constexpr Timing timing = Timing::at_the_end;

    OfPolicy(auto&, All const& policies) : policies_(policies) {}
    TRAV_INLINE void with_found(auto const& batch, auto const& use) const {
        use([&](std::size_t i) { return policies_.template find<I>(batch.nodes[i]); });
    }

  private:
    All const& policies_;
};

/// The number of breakdowns with a policy before the I-th breakdown.
template <std::size_t I, class... Bs>
consteval std::size_t policies_before() {
    bool const has_policy[]{PolicyBreakdown<Bs>...};
    std::size_t count = 0;
    for (std::size_t i = 0; i != I; ++i) count += has_policy[i];
    return count;
}
/// Makes the classifier of a breakdown that is preceded by I policies.
template <class G, std::size_t I, class B, class All>
UniquePtr<Classifier<node_t<G>>> policy_classifier_of(B& breakdown, All const& policies, G const& graph) {
    using N = node_t<G>;
    if constexpr (PolicyBreakdown<B> && !FlowBreakdown<B>)
        return UniquePtr<Classifier<N>>(new ByKey<B, N, OfPolicy<I, All>>(breakdown, policies));
    else return classifier_of<N>(breakdown, graph);
}

}  // namespace trav::detail
