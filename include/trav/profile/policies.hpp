// trav/profile/policies.hpp: the policies of a profiler's breakdowns, fused into one traversal.
// A program that has breakdowns with policies includes this header.
#pragma once

#include "../default_store.hpp"
#include "../detail/compiler.hpp"
#include "../detail/unique_ptr.hpp"
#include "../policy/fuse.hpp"
#include "../store/hashed.hpp"
#include "../strategy/counted.hpp"
#include "../traverse_heap.hpp"
#include "breakdown.hpp"
#include "classifiers.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// The breakdowns that have a policy.
template <class... Bs>
auto with_policies(Bs&... breakdowns) {
    return std::tuple_cat([](auto& breakdown) {
        if constexpr (PolicyBreakdown<std::remove_reference_t<decltype(breakdown)>>)
            return std::tie(breakdown);
        else return std::tuple<>{};
    }(breakdowns)...);
}

/// The fused policies of some breakdowns.
template <class G, class Breakdowns>
class FusedPolicies;

template <class G, class... Bs>
class FusedPolicies<G, std::tuple<Bs&...>> {
    using N = node_t<G>;
    using Fusion = Fused<std::remove_cvref_t<decltype(std::declval<Bs&>().policy())>...>;
    using Store = DefaultStore<G, Fusion>;

  public:
    FusedPolicies(G const& graph, std::tuple<Bs&...> breakdowns)
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

template <class G, class... Bs>
    requires(PolicyBreakdown<Bs> || ...)
class Policies<G, Bs...> {
    using N = node_t<G>;
    using Fused = FusedPolicies<G, decltype(with_policies(std::declval<Bs&>()...))>;

  public:
    explicit Policies(G const& graph, Bs&... breakdowns) : fused_(graph, with_policies(breakdowns...)) {}

    template <class Strategy>
    Statistics run(G const& graph, std::vector<N> const& roots) {
        return fused_.template run<Strategy>(graph, roots);
    }
    template <std::size_t I, class B>
    UniquePtr<Classifier<N>> classifier(B& breakdown, G const& graph) const {
        if constexpr (PolicyBreakdown<B> && !FlowBreakdown<B>)
            return UniquePtr<Classifier<N>>(new ByKey<B, N, OfPolicy<before(I), Fused>>(breakdown, fused_));
        else return classifier_of<N>(breakdown, graph);
    }

  private:
    /// The number of breakdowns with a policy before the I-th breakdown.
    static consteval std::size_t before(std::size_t I) {
        bool const has_policy[]{PolicyBreakdown<Bs>...};
        std::size_t count = 0;
        for (std::size_t i = 0; i != I; ++i) count += has_policy[i];
        return count;
    }
    Fused fused_;
};

}  // namespace trav::detail
