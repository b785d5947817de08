// trav/profile/detail/survey.hpp: what a sample finds out about the heap for all breakdowns together.
//
// The heap is read once: what is reached is numbered, and shown while it is near. Then the flows are solved
// over numbers, one after the other.
#pragma once

#include "../../flow/solve.hpp"
#include "../../graph/graph.hpp"
#include "classifier.hpp"
#include "in_batches.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace trav::detail {

template <class G>
class Survey {
    using N = node_t<G>;
    using Store = DefaultStore<G, KeepsPlace>;

  public:
    explicit Survey(G graph) : graph_(std::move(graph)), numbered_(make_store<Store>(graph_)) {}
    Survey(Survey const&) = delete;  // the store may refer to the graph
    Survey& operator=(Survey const&) = delete;

    void add(FlowClassifier<N>& flow) {
        flows_.push_back(&flow);
        follows_graph_ = follows_graph_ || flow.follows_graph();
        cuts_ = cuts_ || flow.cuts();
    }

    G const& graph() const { return graph_; }
    /// The objects reached, by place.
    std::span<N const> nodes() const { return numbered_.nodes(); }
    /// The place of an object, if there are flows that follow the graph.
    Place place(N const& n) const {
        auto const place = follows_graph_ ? numbered_.find(n) : nullptr;
        return place ? *place : unreached;
    }
    /// The objects that handles stand for.
    std::vector<N> resolved(auto const& handles) const {
        std::vector<N> nodes;
        for (auto const& handle : handles) {
            N n = static_cast<N>(handle);
            if (resolves(n)) nodes.push_back(n);
        }
        return nodes;
    }

    /// Numbers what the roots and the flows' sources reach, calling seen(span of nodes) for all of it in the
    /// order of places, and solves the flows. If the heap is to be listed anyway (`for_flows_alone`), only
    /// flows that follow the graph need numbers.
    Statistics run(std::vector<N> const& roots, bool for_flows_alone, auto seen) {
        std::vector<N> named;
        std::vector<std::size_t> ends;  // of the sources of each flow
        for (auto* const flow : flows_) {
            flow->sources(roots, [this](N& n) { return resolves(n); }, named);
            ends.push_back(named.size());
        }
        Statistics all;
        if (follows_graph_ || !for_flows_alone) {
            number(roots, named, seen);
            all.visits = all.objects = nodes().size();
        }
        NumberedHeap<N> const heap(numbered_);
        std::size_t at = 0;
        for (std::size_t i = 0; i != flows_.size(); ++i) {
            std::vector<Place> places;
            for (; at != ends[i]; ++at)
                if (flows_[i]->follows_graph()) places.push_back(place(named[at]));
            Statistics const one = flows_[i]->solve(heap, places);
            all.visits += one.visits;
            if (one.objects > all.objects) all.objects = one.objects;
        }
        return all;
    }

  private:
    /// The object that a handle stands for, in its place; false: there is none.
    bool resolves(N& n) const {
        n = resolve(graph_, n);
        return !null(graph_, n);
    }
    void number(std::vector<N> const& roots, std::vector<N> const& named, auto seen) {
        auto shown = in_batches<N>([&](std::span<N const> nodes) {
            for (auto* const flow : flows_) flow->seen(nodes);
            seen(nodes);
        });
        auto const show = [&](N const& n) { shown.push(n); };
        // a flow that cuts must know what the heap's roots reach by themselves; else all may begin at the
        // same time
        if (cuts_) {
            numbered_.number(graph_, roots, named, show);
        } else {
            std::vector<N> all = roots;
            all.insert(all.end(), named.begin(), named.end());
            numbered_.number(graph_, all, std::vector<N>{}, show);
        }
        shown.flush();
    }

    G graph_;
    Numbered<G, Store> numbered_;
    std::vector<FlowClassifier<N>*> flows_;
    bool follows_graph_ = false, cuts_ = false;
};

}  // namespace trav::detail
