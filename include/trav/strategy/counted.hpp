// trav/strategy/counted.hpp: adds statistics to a strategy. Traversals without Counted do not pay for them.
#pragma once

#include "../policy/policy.hpp"
#include "check.hpp"
#include "statistics.hpp"

namespace trav {

namespace detail {

/// Wraps the policy P and counts its visits.
template <class P>
struct Tally {
    using node_data = node_data_t<P>;
    using inherited = inherited_t<P>;
    using returned = returned_t<P>;
    static constexpr bool wants_parent = detail::wants_parent<P>;

    P& policy;
    Statistics& statistics;

    template <class N, class... Rest>
    go visit(here<N, Rest...>& h) {
        statistics.objects += h.first;
        statistics.visits += h.first || !VisitsOnce<P>;
        return detail::visit<P, N>(policy, h);
    }
    template <class H>
    void leave(H& h)
        requires requires(P& p) { p.leave(h); }
    {
        policy.leave(h);
    }
};

}  // namespace detail

/// The strategy `Strategy`, with statistics.
template <class Strategy>
struct Counted {
    static constexpr bool returns = Strategy::returns;
    static constexpr bool last_root_first = Strategy::last_root_first;

    template <class G, class P, class S>
    static consteval bool check() {
        if constexpr (requires { Strategy::threads(); }) {
            static_assert(detail::never<P>,
                          "trav: Counted cannot count the arrivals in the threads of Parallel: "
                          "count with Counted<Prefetch<>>, which visits the same");
            return false;
        } else if constexpr (!detail::check_strategy<G, P, S, Strategy>()) {
            return false;
        } else if constexpr (!requires(
                                 typename Strategy::template Walker<G, detail::Tally<P>, S> const& walker) {
                                 walker.size();
                             }) {
            static_assert(detail::never<P>,
                          "trav: Counted needs 'std::size_t size() const' of the strategy's "
                          "Walker: how many arrivals or frames wait");
            return false;
        } else {
            return true;
        }
    }

    template <class G, class P, class S>
    class Walker : public Strategy::template Walker<G, detail::Tally<P>, S> {
        using Base = typename Strategy::template Walker<G, detail::Tally<P>, S>;

      public:
        Walker(G const& graph, P& policy, S& store)
            : Base(graph, tally_, store), tally_{policy, statistics_} {}

        go step() {
            note();
            go const answer = Base::step();
            note();
            return answer;
        }
        bool run() {  // by steps, even if the strategy has a faster run()
            while (!Base::idle())
                if (step() == go::stop) return false;
            return true;
        }
        Statistics const& statistics() const { return statistics_; }
        void reset_statistics() { statistics_ = {}; }

      private:
        void note() {
            if (Base::size() > statistics_.max_frontier) statistics_.max_frontier = Base::size();
        }
        Statistics statistics_;
        detail::Tally<P> tally_;
    };
};

}  // namespace trav
