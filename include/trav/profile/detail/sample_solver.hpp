// trav/profile/detail/sample_solver.hpp: solves all flows of a sample, and finds the objects to count.
//
// If the graph exposes a good memory order, or its nodes are addresses (flow/address_order.hpp), everything
// happens in that order (flow/memory_flow.hpp), and objects are identified by their slots. Otherwise the heap
// is read once: reached objects are numbered, and shown to the receiver while they are cached. Then the flows
// are solved over the numbers, one after the other.
#pragma once

#include "../../default_store.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/raise.hpp"
#include "../../detail/unique_ptr.hpp"
#include "../../flow/address_order.hpp"
#include "../../flow/memory_flow.hpp"
#include "../../flow/numbered.hpp"
#include "../../flow/reach.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/with_owners.hpp"
#include "../in_batches.hpp"
#include "block_tally.hpp"
#include "classifier.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

template <class G>
class SampleSolver {
    using N = node_t<G>;
    static constexpr bool has_order = HasOrder<G>;
    /// The order has all reached objects and no others.
    static constexpr bool lists_reached = AddressOrdered<G>;
    using Store = std::conditional_t<lists_reached || WritesRows<G>, NoStore, DefaultStore<G, KeepsPlace>>;

  public:
    explicit SampleSolver(G graph) : graph_(std::move(graph)), whole_(graph_), numbered_(make_store()) {}
    SampleSolver(SampleSolver const&) = delete;  // the store may refer to the graph
    SampleSolver& operator=(SampleSolver const&) = delete;

    void add(BreakdownFlow<N>& flow) {
        flows_.push(&flow);
        follows_graph_ = follows_graph_ || flow.follows_graph();
        cuts_ = cuts_ || flow.cuts();
    }

    /// The graph as the roots of the last sample see it.
    G const& graph() const { return *whole_; }
    /// The graph as it was given.
    G const& given() const { return graph_; }
    /// The objects reached, by place, if they were numbered.
    std::span<N const> nodes() const { return numbered_.nodes(); }
    /// The bytes of an object; of each of nodes(), in the order of places, without a look-up.
    std::size_t size(N const& n) {
        if constexpr (WritesRows<G>) {
            auto const nodes = numbered_.nodes();
            if (measured_ < nodes.size() && nodes[measured_] == n)
                return graph().rows()->sizes()[measured_++];
        }
        return graph().size(n);
    }
    /// If run() solved in memory order and can count in it, shows the objects that run() has not shown to the
    /// receiver, and returns true.
    bool count_in_memory([[maybe_unused]] auto& receiver) {
        if constexpr (has_order) {
            if (!in_memory_ || !can_count()) return false;
            tally(receiver).finish();
            return true;
        } else {
            return false;
        }
    }
    /// The place or slot of an object, if there are flows that follow the graph.
    TRAV_ALWAYS_INLINE Place place(N const& n) const {
        if (!follows_graph_) return unreached;
        if constexpr (lists_reached) {
            return slot_of(n);
        } else {
            if constexpr (has_order)
                if (in_memory_) return slot_of(n);
            auto const place = numbered_.find(n);
            return place ? *place : unreached;
        }
    }
    /// The objects of some handles.
    std::vector<N> resolved(auto const& handles) const {
        std::vector<N> nodes;
        for (auto const& handle : handles) {
            N n = static_cast<N>(handle);
            if (resolves(n)) nodes.push_back(n);
        }
        return nodes;
    }

    /// Finds everything reachable from the roots and the flows' sources, and solves the flows. If it must
    /// number objects, it calls receiver.seen(nodes) for all of them, in the order of places. If all listed
    /// objects are counted anyway (`for_flows_alone`), reachability matters only to flows that follow the
    /// graph.
    ///
    /// In memory order, and if receiver.at_any_time(), it calls receiver.count(nodes, slots, back) for the
    /// objects to count. It may later undo some of these calls with `back`, or all with receiver.forget().
    Statistics run(std::vector<N> const& roots, bool for_flows_alone, auto& receiver) {
        for_flows_alone_ = for_flows_alone;
        measured_ = 0;
        std::vector<N> named;
        std::vector<std::size_t> ends;  // ends of each flow's sources
        for (auto* const flow : flows_) {
            flow->sources(roots, [this](N& n) { return resolves(n); }, named);
            ends.push_back(named.size());
        }
        if constexpr (HasOwners<G>) {
            if constexpr (WritesRows<G>) numbered_ = Numbered<G, Store>(make_store());
            whole_ = WithOwners<G>(graph_);  // frees the rows of the last sample
            whole_ = WithOwners<G>(graph_, roots, named);
        }
        if (!named.empty()) check_stores(named[0]);
        Statistics all;
        bool const needed = follows_graph_ || !for_flows_alone;
        in_memory_ = needed && run_in_memory(roots, named, ends, receiver, all);
        if (needed && !in_memory_) {
            number(roots, named, receiver);
            all.visits = all.objects = nodes().size();
        }
        NumberedHeap<N> const heap(numbered_);
        std::size_t at = 0;
        for (std::size_t i = 0; i != flows_.size(); at = ends[i], ++i) {
            if (in_memory_ && flows_[i]->follows_graph()) continue;
            std::vector<Place> places;
            if (flows_[i]->follows_graph())
                for (std::size_t k = at; k != ends[i]; ++k) places.push_back(place(named[k]));
            Statistics const one = flows_[i]->solve(heap, places);
            all.visits += one.visits;
            if (one.objects > all.objects) all.objects = one.objects;
        }
        return all;
    }

    /// Frees the results of the last sample.
    void release() {
        numbered_ = Numbered<G, Store>(make_store());
        order_ = {};
        in_memory_ = false;
        if constexpr (HasOwners<G>) whole_ = WithOwners<G>(graph_);
        for (auto* const flow : flows_) flow->release();
    }

  private:
    Store make_store() const {
        if constexpr (std::is_same_v<Store, NoStore>) return {};
        else return make_store_later<Store>(graph_);
    }
    /// Replaces a handle by its object. Returns false if there is none.
    bool resolves(N& n) const {
        n = resolve(graph_, n);
        return !null(graph_, n);
    }
    /// The slot of an object as a place, or `unreached` if it has none.
    TRAV_ALWAYS_INLINE Place slot_of(N const& n) const {
        if (resolve(graph(), n) != n) return unreached;
        std::size_t const slot = order_->slot(n);
        return slot < order_->slots() ? static_cast<Place>(slot) : unreached;
    }
    /// Throws if two flows keep their values in the same place, where one would overwrite the other.
    void check_stores(N const& n) const {
        for (std::size_t i = 0; i != flows_.size(); ++i)
            for (std::size_t k = 0; k != i; ++k)
                if (void const* const place = flows_[i]->stored_at(n);
                    place && place == flows_[k]->stored_at(n))
                    detail::raise(std::invalid_argument(
                        "trav: two StoredFlow of a profiler keep their values in the same place: give each a "
                        "field, a word or a store of its own"));
    }
    /// Returns false if the heap has no good order.
    bool run_in_memory([[maybe_unused]] std::vector<N> const& roots,
                       [[maybe_unused]] std::vector<N> const& named,
                       [[maybe_unused]] std::vector<std::size_t> const& ends, [[maybe_unused]] auto& receiver,
                       [[maybe_unused]] Statistics& all) {
        if constexpr (has_order) {
            counted_.clear();
            order_ = {};
            order_ = order_of(graph(), roots, named);
            if (solved_in_memory(roots, named, ends, receiver, all)) return true;
            for (bool const counted : counted_)
                if (counted) return receiver.forget(), false;
        }
        return false;
    }
    static constexpr bool says_what_is_listed = requires(order_t<G> const& order, N n) {
        { order.lists(n, std::size_t{}) } -> std::convertible_to<bool>;
    };
    /// Whether the objects to count are known: the reached or the listed ones.
    bool can_count() const { return says_what_is_listed || !for_flows_alone_; }
    TRAV_INLINE bool is_counted([[maybe_unused]] N const& n, [[maybe_unused]] std::size_t slot) const {
        if constexpr (says_what_is_listed)
            if (for_flows_alone_) return static_cast<bool>(order_->lists(n, slot));
        if constexpr (lists_reached) return true;
        else return reached_.reaches(slot);
    }
    auto tally(auto& receiver) {
        auto const counts = [this](N const& n, std::size_t slot) { return is_counted(n, slot); };
        auto const count = [&receiver](std::span<N const> nodes, Place const* slots, bool back) {
            receiver.count(nodes, slots, back);
        };
        return BlockTally<N, order_t<G>, decltype(counts), decltype(count)>(*order_, counted_, counts, count);
    }
    bool solved_in_memory(std::vector<N> const& roots, std::vector<N> const& named,
                          std::vector<std::size_t> const& ends, auto& receiver, Statistics& all) {
        std::size_t const count = order_->slots();
        if (count >= unreached) return false;  // a slot is stored as a place
        auto const slots = [&](std::span<N const> nodes) {
            std::vector<std::size_t> all_slots;
            for (N const& n : nodes) all_slots.push_back(order_->slot(n));
            return all_slots;
        };
        GrowingArray<MemoryFlow<N>*> running;
        if constexpr (!lists_reached)
            if (!for_flows_alone_) {
                reached_.begin(count);
                for (auto const nodes : {std::span<N const>(roots), std::span<N const>(named)})
                    for (std::size_t const slot : slots(nodes))
                        if (slot >= count || !reached_.source(slot, true)) return false;
                running.push(&reached_);
            }
        std::size_t at = 0;
        for (std::size_t i = 0; i != flows_.size(); at = ends[i], ++i) {
            if (!flows_[i]->follows_graph()) continue;
            auto const sources = slots(std::span<N const>(named).subspan(at, ends[i] - at));
            for (std::size_t const slot : sources)
                if (slot >= count) return false;
            running.push(flows_[i]->begin_in_memory(count, sources));
            if (running[running.size() - 1] == nullptr) return false;
        }
        counted_.assign(order_->blocks(), false);
        auto sweep = tally(receiver);
        bool const at_once = can_count() && receiver.at_any_time();
        for (auto* const flow : running) flow->watch(at_once ? &sweep : nullptr);
        auto const passed = [&](std::size_t block, MemoryRows<N> const& rows) {
            if (at_once) sweep.add(block, rows);
        };
        if constexpr (lists_reached) {
            all.visits = all.objects = count;
            if (running.empty()) return true;
        }
        if (!solve_in_memory(graph(), *order_,
                             std::span<MemoryFlow<N>* const>(running.data(), running.size()), passed))
            return false;
        for (auto const* const flow : running) {
            all.visits += flow->sends();
            if (flow->reached() > all.objects) all.objects = flow->reached();
        }
        return true;
    }
    void number([[maybe_unused]] std::vector<N> const& roots, [[maybe_unused]] std::vector<N> const& named,
                auto& receiver) {
        auto shown = in_batches<N>([&](std::span<N const> nodes) {
            for (auto* const flow : flows_) flow->seen(nodes);
            receiver.seen(nodes);
        });
        auto const show = [&](N const& n) { shown.push(n); };
        if constexpr (lists_reached) {
            if (order_->slots() >= unreached) raise(TooManyObjects());
            if (!numbered_.number_by_slot(graph(), *order_))
                raise(std::runtime_error("trav: there are too many references, or the heap has changed while "
                                         "it was profiled"));
            for (N const& n : nodes()) show(n);
        } else if (WritesRows<G> || cuts_) {
            // objects that the heap's roots reach must be told apart from objects that only a flow reaches;
            // rows always do
            numbered_.number(graph(), roots, named, show);
        } else {
            std::vector<N> all = roots;
            all.insert(all.end(), named.begin(), named.end());
            numbered_.number(graph(), all, std::vector<N>{}, show);
        }
        shown.flush();
    }

    G graph_;
    WithOwners<G> whole_;
    Numbered<G, Store> numbered_;
    GrowingArray<BreakdownFlow<N>*> flows_;
    bool follows_graph_ = false, cuts_ = false;
    bool for_flows_alone_ = false;  // in the last sample
    bool in_memory_ = false;        // the last sample was solved in memory order
    std::size_t measured_ = 0;      // objects of the last sample that size() has been asked for
    UniquePtr<order_t<G>> order_;   // of the last sample
    std::vector<bool> counted_;     // for each block: it is counted
    Reach reach_;
    struct None {
        explicit None(Reach&) {}
    };
    // compiled only if it is needed
    std::conditional_t<has_order && !lists_reached, MemoryValues<Reach, N, Bits>, None> reached_{reach_};
};

}  // namespace trav::detail
