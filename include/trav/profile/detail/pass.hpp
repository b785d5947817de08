// trav/profile/detail/pass.hpp: what a sample finds out for all breakdowns of a profiler together.
//
// The heap is read once: what is reached is numbered, and each object's own facts are noted while it is near. Then the flows
// are solved over numbers, one after the other. Policies are fused into one traversal of their own, by the caller's strategy.
#pragma once

#include "../../flow/solve.hpp"
#include "../../policy/fuse.hpp"
#include "../../strategy/counted.hpp"
#include "../../traverse_heap.hpp"
#include "../breakdown.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

namespace trav::detail {

/// Calls f(index, element) for each element of a tuple.
template <class Tuple, class F>
void each(Tuple&& tuple, F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (f(std::integral_constant<std::size_t, I>{}, std::get<I>(tuple)), ...);
    }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<Tuple>>>{});
}

/// One breakdown's part of a pass. It has none:
template <class B, class N>
struct Part {
    static constexpr bool cuts = false;
    explicit Part(B&) {}
};
/// A flow's values, and where it begins.
template <FlowBreakdown B, class N>
struct Part<B, N> {
    using F = std::remove_cvref_t<decltype(std::declval<B&>().flow())>;
    static constexpr bool cuts = Cuts<F, N>;
    Values<F, N> values;
    std::vector<Source<N, typename F::value>> sources{};
    explicit Part(B& breakdown) : values(breakdown.flow()) {}
};

/// The policies of those breakdowns that have one, fused.
template <class B>
auto policies_of(B& breakdown) {
    if constexpr (PolicyBreakdown<B>) return std::tie(breakdown.policy());
    else return std::tuple<>{};
}
template <class>
struct fused_of;
template <class... Ps>
struct fused_of<std::tuple<Ps&...>> {
    using type = Fused<std::remove_const_t<Ps>...>;
};
template <>
struct fused_of<std::tuple<>> {
    struct type {
        using node_data = Absent<0>;
    };
};

template <class G, class... Bs>
class Pass {
    using N = node_t<G>;
    using Places = DefaultStore<G, KeepsPlace>;
    using Policies = decltype(std::tuple_cat(policies_of(std::declval<Bs&>())...));
    using Fusion = typename fused_of<Policies>::type;
    using Store = DefaultStore<G, Fusion>;
    static constexpr bool has_policies = (PolicyBreakdown<Bs> || ...);
    static constexpr bool cuts = (Part<Bs, N>::cuts || ...);

    /// The place of breakdown I's policy among the policies.
    template <std::size_t I>
    static constexpr std::size_t policy_at() {
        constexpr std::array<bool, sizeof...(Bs)> with_policy{PolicyBreakdown<Bs>...};
        return static_cast<std::size_t>(std::count(with_policy.begin(), with_policy.begin() + I, true));
    }

  public:
    Pass(G graph, Bs&... breakdowns)
        : graph_(std::move(graph)),
          breakdowns_(breakdowns...),
          numbered_(make_store<Places>(graph_)),
          parts_(Part<Bs, N>(breakdowns)...),
          store_(make_store<Store>(graph_)) {}
    Pass(Pass const&) = delete;  // the stores may refer to the graph
    Pass& operator=(Pass const&) = delete;

    /// Calls seen(node) once for each object reached, in the order of places.
    template <class Strategy, class Roots, class Seen>
    void run(Roots const& roots, Seen seen) {
        std::vector<N> heap_roots;
        for (auto const& root : roots) {
            N const n = resolve(graph_, static_cast<N>(root));
            if (!null(graph_, n)) heap_roots.push_back(n);
        }
        statistics_ = {};
        if constexpr (has_policies) run_policies<Strategy>(heap_roots);

        // a flow that cuts must know what is reached by the heap's roots alone; else all may begin at the same time
        std::vector<N> first = heap_roots, others;
        auto& more = cuts ? others : first;
        each(parts_, [&]<class P>(auto column, P& part) {
            if constexpr (requires { part.values; }) {
                using Value = typename P::F::value;
                part.values.clear();
                part.sources.clear();
                std::get<column>(breakdowns_)
                    .sources(std::as_const(heap_roots), [&](N const& handle, Value const& value) {
                        N const n = resolve(graph_, handle);
                        if (!null(graph_, n)) more.push_back(n), part.sources.push_back({n, value});
                        return n;
                    });
            }
        });
        numbered_.number(graph_, first, others, [&](N const& n) {
            each(parts_, [&](auto, auto& part) {
                if constexpr (requires { part.values; }) part.values.seen(n);
            });
            seen(n);
        });
        statistics_.objects = numbered_.size();
        statistics_.visits += numbered_.size();
        each(parts_, [&](auto, auto& part) {
            if constexpr (requires { part.values; }) {
                std::vector<Source<Place, typename std::remove_cvref_t<decltype(part)>::F::value>> begins;
                for (auto const& [node, value] : part.sources)
                    begins.push_back({*numbered_.find(node), value});
                part.values.solve(numbered_, begins);
                statistics_.visits += numbered_.size();
            }
        });
    }

    G const& graph() const { return graph_; }
    /// The objects reached, by place.
    auto const& numbered() const { return numbered_; }
    Statistics const& statistics() const { return statistics_; }

    /// The key that breakdown I gives `n`, the object at the place `*place`, or one that was not reached.
    template <std::size_t I>
    decltype(auto) key(N const& n, Place const* place) const {
        auto& breakdown = std::get<I>(breakdowns_);
        using B = std::remove_reference_t<decltype(breakdown)>;
        if constexpr (FlowBreakdown<B>) {
            return breakdown.key(n, place ? std::get<I>(parts_).values.find(*place) : nullptr);
        } else if constexpr (PolicyBreakdown<B>) {
            constexpr std::size_t at = policy_at<I>();
            auto const* const found = store_.find(n);
            bool const seen = found && (found->seen & Fusion::template bit<at>);
            return breakdown.key(n, seen ? &Fusion::template at<at>(*found) : nullptr);
        } else {
            return breakdown.key(n);
        }
    }

  private:
    template <class Strategy>
    void run_policies(std::vector<N> const& heap_roots) {
        Policies policies = std::apply(
            [](auto&... breakdown) { return std::tuple_cat(policies_of(breakdown)...); }, breakdowns_);
        Fusion fusion = std::apply([](auto&... policy) { return fuse(policy...); }, policies);
        TraverseHeap<G, Fusion, Store&, Counted<Strategy>> traversal(graph_, fusion, store_);
        traversal.begin_pass();
        std::unordered_set<N> known;
        std::vector<N> each_once;
        for (N const& root : heap_roots)
            if (known.insert(root).second) each_once.push_back(root);
        if constexpr (Strategy::last_root_first) std::ranges::reverse(each_once);
        for (N const& root : each_once) traversal.push_root(root);
        traversal.run();
        statistics_ = traversal.statistics();
    }

    G graph_;
    std::tuple<Bs&...> breakdowns_;
    Numbered<G, Places> numbered_;
    std::tuple<Part<Bs, N>...> parts_;
    Store store_;  // of the policies
    Statistics statistics_;
};

}  // namespace trav::detail
