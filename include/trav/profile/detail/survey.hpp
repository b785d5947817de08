// trav/profile/detail/survey.hpp: what a sample finds out about the heap for all breakdowns together.
//
// If the graph says in which order its objects lie in memory, and it is a good one, everything is found out
// in that order (flow/detail/memory_flow.hpp), and objects are known by their slots. Otherwise the heap is
// read once: what is reached is numbered, and shown while it is near. Then the flows are solved over numbers,
// one after the other.
#pragma once

#include "../../flow/solve.hpp"
#include "../../graph/graph.hpp"
#include "block_tally.hpp"
#include "classifier.hpp"
#include "in_batches.hpp"

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
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
    /// Whether what is to be counted was found in the order of memory instead; then shows what run() has not
    /// shown of it.
    bool count_in_memory([[maybe_unused]] auto& counter) {
        if constexpr (has_order) {
            if (!order_ || !can_count()) return false;
            tally(counter).finish();
            return true;
        } else {
            return false;
        }
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
    /// it calls counter.seen(nodes) for all of it, in the order of places. If the heap is to be listed anyway
    /// (`for_flows_alone`), what is reached matters only to flows that follow the graph.
    ///
    /// In the order of memory, what is to be counted is shown to counter.count(nodes, slots, back), if
    /// counter.at_any_time(); some of it is taken back, or all by counter.forget().
    Statistics run(std::vector<N> const& roots, bool for_flows_alone, auto& counter) {
        for_flows_alone_ = for_flows_alone;
        order_.reset();
        std::vector<N> named;
        std::vector<std::size_t> ends;  // of the sources of each flow
        for (auto* const flow : flows_) {
            flow->sources(roots, [this](N& n) { return resolves(n); }, named);
            ends.push_back(named.size());
        }
        if (!named.empty()) check_labels(named[0]);
        Statistics all;
        bool const needed = follows_graph_ || !for_flows_alone;
        bool const in_memory = needed && run_in_memory(roots, named, ends, counter, all);
        if (needed && !in_memory) {
            number(roots, named, counter);
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
    /// The values of one flow would be lost where those of another are kept.
    void check_labels(N const& n) const {
        for (std::size_t i = 0; i != flows_.size(); ++i)
            for (std::size_t k = 0; k != i; ++k)
                if (void const* const label = flows_[i]->label(n); label && label == flows_[k]->label(n))
                    throw std::invalid_argument(
                        "trav: two Labelled of a profiler keep their values in the same place: give each a "
                        "field, a word or a store of its own");
    }
    /// False: the heap is not in a good order.
    bool run_in_memory([[maybe_unused]] std::vector<N> const& roots,
                       [[maybe_unused]] std::vector<N> const& named,
                       [[maybe_unused]] std::vector<std::size_t> const& ends, [[maybe_unused]] auto& counter,
                       [[maybe_unused]] Statistics& all) {
        if constexpr (has_order) {
            counted_.clear();
            order_.emplace(memory_order(graph_));
            if (solved_in_memory(roots, named, ends, counter, all)) return true;
            order_.reset();
            for (bool const counted : counted_)
                if (counted) return counter.forget(), false;
        }
        return false;
    }
    static constexpr bool says_what_is_listed = requires(memory_order_t<G> const& order, N n) {
        { order.lists(n, std::size_t{}) } -> std::convertible_to<bool>;
    };
    /// Whether it is known what is to be counted: what was reached, or what is listed.
    bool can_count() const { return says_what_is_listed || !for_flows_alone_; }
    auto tally(auto& counter) {
        auto const counts = [this](N const& n, std::size_t slot) {
            if constexpr (says_what_is_listed)
                if (for_flows_alone_) return static_cast<bool>(order_->lists(n, slot));
            return reached_.reaches(slot);
        };
        auto const count = [&counter](std::span<N const> nodes, Place const* slots, bool back) {
            counter.count(nodes, slots, back);
        };
        return BlockTally<N, memory_order_t<G>, decltype(counts), decltype(count)>(*order_, counted_, counts,
                                                                                   count);
    }
    bool solved_in_memory(std::vector<N> const& roots, std::vector<N> const& named,
                          std::vector<std::size_t> const& ends, auto& counter, Statistics& all) {
        std::size_t const count = order_->slots();
        if (count >= unreached) return false;  // a slot is kept as a place
        auto const slots = [&](std::span<N const> nodes) {
            std::vector<std::size_t> all_slots;
            for (N const& n : nodes) all_slots.push_back(order_->slot(n));
            return all_slots;
        };
        std::vector<MemoryFlow<N>*> running;
        if (!for_flows_alone_) {
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
        counted_.assign(order_->blocks(), false);
        auto sweep = tally(counter);
        bool const at_once = can_count() && counter.at_any_time();
        for (auto* const flow : running) flow->watch(at_once ? &sweep : nullptr);
        auto const passed = [&](std::size_t block, MemoryRows<N> const& rows) {
            if (at_once) sweep.add(block, rows);
        };
        if (!solve_in_memory(graph_, *order_, std::span<MemoryFlow<N>* const>(running), passed)) return false;
        for (auto const* const flow : running) {
            all.visits += flow->sends();
            if (flow->reached() > all.objects) all.objects = flow->reached();
        }
        return true;
    }
    void number(std::vector<N> const& roots, std::vector<N> const& named, auto& counter) {
        auto shown = in_batches<N>([&](std::span<N const> nodes) {
            for (auto* const flow : flows_) flow->seen(nodes);
            counter.seen(nodes);
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
    bool for_flows_alone_ = false;            // the last time
    std::optional<memory_order_t<G>> order_;  // in which the last sample was solved
    std::vector<bool> counted_;               // its blocks
    Reach reach_;
    MemoryValues<Reach, N, Bits> reached_{reach_};
};

}  // namespace trav::detail
