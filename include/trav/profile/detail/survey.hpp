// trav/profile/detail/survey.hpp: what a sample finds out about the heap for all breakdowns together.
//
// If the graph says in which order its objects lie in memory, and it is a good one, everything is found out
// in that order (flow/detail/memory_flow.hpp), and objects are known by their slots. Otherwise the heap is
// read once: what is reached is numbered, and shown while it is near. Then the flows are solved over numbers,
// one after the other.
#pragma once

#include "../../flow/solve.hpp"
#include "../../graph/graph.hpp"
#include "classifier.hpp"
#include "in_batches.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// The flow of what is reached. Whatever is sent is true, so that bits can be set without a look at them.
struct Reach {
    using value = bool;
    static constexpr bool nothing = false;
    static constexpr bool join(bool, bool) { return true; }
};

template <class G>
class Survey {
    using N = node_t<G>;
    using Store = DefaultStore<G, KeepsPlace>;
    static constexpr bool has_order = MemoryOrdered<G>;

  public:
    explicit Survey(G graph) : graph_(std::move(graph)), numbered_(make_store_later<Store>(graph_)) {}
    Survey(Survey const&) = delete;  // the store may refer to the graph
    Survey& operator=(Survey const&) = delete;

    void add(FlowClassifier<N>& flow) {
        flows_.push_back(&flow);
        follows_graph_ = follows_graph_ || flow.follows_graph();
        cuts_ = cuts_ || flow.cuts();
    }

    G const& graph() const { return graph_; }
    /// The objects reached, by place, if they were numbered.
    std::span<N const> nodes() const { return numbered_.nodes(); }
    /// Whether they were found in the order of memory instead; then calls f(node) for each.
    bool each_in_memory([[maybe_unused]] auto&& f) const {
        if constexpr (has_order)
            if (order_)
                for (std::size_t block = 0; block != order_->blocks(); ++block)
                    order_->each(block, block + 1, [&](N const& n, std::size_t slot) {
                        if (reached_.reaches(slot)) f(n);
                    });
        return order_.has_value();
    }
    /// The place of an object, or its slot, if there are flows that follow the graph.
    TRAV_ALWAYS_INLINE Place place(N const& n) const {
        if (!follows_graph_) return unreached;
        if constexpr (has_order)
            if (order_) return slot_of(n);
        auto const place = numbered_.find(n);
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

    /// Finds out what the roots and the flows' sources reach, and solves the flows. If it has to number them
    /// it calls seen(span of nodes) for all of it, in the order of places. If the heap is to be listed anyway
    /// (`for_flows_alone`), what is reached matters only to flows that follow the graph.
    Statistics run(std::vector<N> const& roots, bool for_flows_alone, auto seen) {
        std::vector<N> named;
        std::vector<std::size_t> ends;  // of the sources of each flow
        for (auto* const flow : flows_) {
            flow->sources(roots, [this](N& n) { return resolves(n); }, named);
            ends.push_back(named.size());
        }
        Statistics all;
        bool const needed = follows_graph_ || !for_flows_alone;
        bool const in_memory = needed && run_in_memory(roots, named, ends, for_flows_alone, all);
        if (needed && !in_memory) {
            number(roots, named, seen);
            all.visits = all.objects = nodes().size();
        }
        NumberedHeap<N> const heap(numbered_);
        std::size_t at = 0;
        for (std::size_t i = 0; i != flows_.size(); at = ends[i], ++i) {
            if (in_memory && flows_[i]->follows_graph()) continue;
            std::vector<Place> places;
            if (flows_[i]->follows_graph())
                for (std::size_t k = at; k != ends[i]; ++k) places.push_back(place(named[k]));
            Statistics const one = flows_[i]->solve(heap, places);
            all.visits += one.visits;
            if (one.objects > all.objects) all.objects = one.objects;
        }
        return all;
    }

    /// Frees what the last sample has found out.
    void release() {
        numbered_ = Numbered<G, Store>(make_store_later<Store>(graph_));
        order_.reset();
        for (auto* const flow : flows_) flow->release();
    }

  private:
    /// The object that a handle stands for, in its place; false: there is none.
    bool resolves(N& n) const {
        n = resolve(graph_, n);
        return !null(graph_, n);
    }
    /// The slot of an object as a place, if it has one.
    TRAV_ALWAYS_INLINE Place slot_of(N const& n) const {
        if (resolve(graph_, n) != n) return unreached;
        std::size_t const slot = order_->slot(n);
        return slot < order_->slots() ? static_cast<Place>(slot) : unreached;
    }
    /// False: the heap is not in a good order.
    bool run_in_memory([[maybe_unused]] std::vector<N> const& roots,
                       [[maybe_unused]] std::vector<N> const& named,
                       [[maybe_unused]] std::vector<std::size_t> const& ends,
                       [[maybe_unused]] bool for_flows_alone, [[maybe_unused]] Statistics& all) {
        if constexpr (has_order) {
            order_.emplace(memory_order(graph_));
            if (solved_in_memory(roots, named, ends, for_flows_alone, all)) return true;
            order_.reset();
        }
        return false;
    }
    bool solved_in_memory(std::vector<N> const& roots, std::vector<N> const& named,
                          std::vector<std::size_t> const& ends, bool for_flows_alone, Statistics& all) {
        std::size_t const count = order_->slots();
        if (count >= unreached) return false;  // a slot is kept as a place
        auto const slots = [&](std::span<N const> nodes) {
            std::vector<std::size_t> all_slots;
            for (N const& n : nodes) all_slots.push_back(order_->slot(n));
            return all_slots;
        };
        std::vector<MemoryFlow<N>*> running;
        if (!for_flows_alone) {
            reached_.begin(count);
            for (auto const nodes : {std::span<N const>(roots), std::span<N const>(named)})
                for (std::size_t const slot : slots(nodes))
                    if (slot >= count || !reached_.source(slot, true)) return false;
            running.push_back(&reached_);
        }
        std::size_t at = 0;
        for (std::size_t i = 0; i != flows_.size(); at = ends[i], ++i) {
            if (!flows_[i]->follows_graph()) continue;
            auto const sources = slots(std::span<N const>(named).subspan(at, ends[i] - at));
            for (std::size_t const slot : sources)
                if (slot >= count) return false;
            running.push_back(flows_[i]->begin_in_memory(count, sources));
            if (running.back() == nullptr) return false;
        }
        if (!solve_in_memory(graph_, *order_, std::span<MemoryFlow<N>* const>(running))) return false;
        for (auto const* const flow : running) all.visits += flow->sends();
        if (!for_flows_alone) running.resize(1);  // that of what is reached reaches all that others do
        for (auto const* const flow : running)
            if (std::size_t const reached = flow->reached(); reached > all.objects) all.objects = reached;
        return true;
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
    std::optional<memory_order_t<G>> order_;  // in which the last sample was solved
    Reach reach_;
    MemoryValues<Reach, N, Bits> reached_{reach_};
};

}  // namespace trav::detail
