// trav/profile/pass.hpp: the one traversal that serves all breakdowns of a profiler.
//
// The policies of the breakdowns are fused with one that lists what is reached. A root of one breakdown need
// not be a root of the others: it is pushed once, with what it hands to each.
#pragma once

#include "../policy/fuse.hpp"
#include "../strategy/counted.hpp"
#include "../traverse_heap.hpp"
#include "breakdown.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::detail {

/// Lists the objects reached.
template <class N>
struct Reach {
    static constexpr bool once = true;
    std::vector<N>& objects;
    void visit(auto& here) { objects.push_back(here.node); }
};

/// The policy that a breakdown adds to the pass, if any, in a tuple.
template <class B>
auto parts_for(B& breakdown) {
    if constexpr (FlowBreakdown<B>) return std::tuple<part_t<B>>{part_t<B>{breakdown.flow()}};
    else if constexpr (PolicyBreakdown<B>) return std::tuple<part_t<B>&>{breakdown.policy()};
    else return std::tuple<>{};
}
template <class>
struct fused_of;
template <class... Ps>
struct fused_of<std::tuple<Ps...>> {
    using type = Fused<std::remove_reference_t<Ps>...>;
};

/// Calls f(index, element) for each element of a tuple.
template <class Tuple, class F>
void each(Tuple const& tuple, F f) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (f(std::integral_constant<std::size_t, I>{}, std::get<I>(tuple)), ...);
    }(std::make_index_sequence<std::tuple_size_v<Tuple>>{});
}

template <class G, class... Bs>
class Pass {
    using N = node_t<G>;
    using Parts =
        decltype(std::tuple_cat(std::declval<std::tuple<Reach<N>>>(), parts_for(std::declval<Bs&>())...));
    using Fusion = typename fused_of<Parts>::type;
    using Inherited = typename Fusion::inherited;
    using Mask = typename Fusion::Mask;
    using Store = DefaultStore<G, Fusion>;

    /// The place in the fusion of breakdown I's part; that of Reach is 0.
    template <std::size_t I>
    static constexpr std::size_t part_at() {
        constexpr std::array<bool, sizeof...(Bs)> with_part{walks<Bs>...};
        return 1 + static_cast<std::size_t>(std::count(with_part.begin(), with_part.begin() + I, true));
    }
    template <std::size_t Part>
    static constexpr Mask bit = static_cast<Mask>(std::uint64_t{1} << Part);

  public:
    Pass(G graph, Bs&... breakdowns)
        : graph_(std::move(graph)), breakdowns_(breakdowns...), store_(make_store<Store>(graph_)) {}
    Pass(Pass const&) = delete;  // the store may refer to the graph
    Pass& operator=(Pass const&) = delete;

    template <class Strategy, class Roots>
    void run(Roots const& roots) {
        reached_.clear();
        Parts parts = std::apply(
            [&](auto&... b) { return std::tuple_cat(std::tuple(Reach<N>{reached_}), parts_for(b)...); },
            breakdowns_);
        Fusion fusion = std::apply([](auto&... part) { return fuse(part...); }, parts);
        TraverseHeap<G, Fusion, Store&, Counted<Strategy>> traversal(graph_, fusion, store_);
        traversal.begin_pass();
        auto begins = sources(roots);
        if constexpr (Strategy::last_root_first) std::ranges::reverse(begins);
        for (auto const& [node, inherited] : begins) traversal.push_root(node, inherited);
        traversal.run();
        statistics_ = traversal.statistics();
    }

    G const& graph() const { return graph_; }
    /// The objects reached, in the order of the strategy.
    std::vector<N> const& reached() const { return reached_; }
    Statistics const& statistics() const { return statistics_; }

    /// What the pass keeps for `n`, or null.
    auto const* find(N const& n) const { return store_.find(n); }
    /// The key that breakdown I gives `n`.
    template <std::size_t I>
    decltype(auto) key(N const& n, auto const* found) const {
        auto& breakdown = std::get<I>(breakdowns_);
        if constexpr (walks<std::remove_reference_t<decltype(breakdown)>>) {
            constexpr std::size_t part = part_at<I>();
            return breakdown.key(n, found && (found->seen & bit<part>) ? &Fusion::template at<part>(*found)
                                                                       : nullptr);
        } else {
            return breakdown.key(n);
        }
    }

  private:
    /// Every root once, with what it hands to each part: heap roots in their order, then the breakdowns' own.
    template <class Roots>
    std::vector<std::pair<N, Inherited>> sources(Roots const& roots) {
        std::vector<std::pair<N, Inherited>> begins;
        std::unordered_map<N, std::size_t> places;
        auto const at = [&](N const& n) -> Inherited& {
            auto const [place, fresh] = places.try_emplace(n, begins.size());
            if (fresh) begins.push_back({n, Inherited{.active = bit<0>}});
            return begins[place->second].second;
        };

        Mask policies = 0;
        each(breakdowns_, [&]<class B>(auto column, B&) {
            if constexpr (PolicyBreakdown<B>) policies = static_cast<Mask>(policies | bit<part_at<column>()>);
        });
        std::vector<N> heap_roots;
        for (auto const& root : roots) {
            N const n = resolve(graph_, static_cast<N>(root));
            if (null(graph_, n)) continue;
            heap_roots.push_back(n);
            at(n).active = static_cast<Mask>(bit<0> | policies);
        }

        each(breakdowns_, [&]<class B>(auto column, B& breakdown) {
            if constexpr (FlowBreakdown<B>) {
                constexpr std::size_t part = part_at<column>();
                using Label = node_data_t<part_t<B>>;
                breakdown.sources(std::as_const(heap_roots), [&](N const& handle, Label const& label) {
                    N const n = resolve(graph_, handle);
                    if (null(graph_, n)) return n;
                    Inherited& to = at(n);
                    auto& mine = Fusion::template at<part>(to);
                    mine = to.active & bit<part> ? breakdown.flow().join(mine, label) : label;
                    to.active = static_cast<Mask>(to.active | bit<part>);
                    return n;
                });
            }
        });
        return begins;
    }

    G graph_;
    std::tuple<Bs&...> breakdowns_;
    Store store_;
    std::vector<N> reached_;
    Statistics statistics_;
};

}  // namespace trav::detail
