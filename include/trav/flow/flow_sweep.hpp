// trav/flow/flow_sweep.hpp: solves a flow in memory order: objects send one after the other, upwards
// or downwards through the heap. Further sweeps send the late updates, until there are none.
//
// A program usually allocates an object's children before the object, and a copying collector puts children
// behind their first parent. So most edges of a real heap lead one way, and one sweep is nearly all the work.
// It needs neither numbering nor look-ups. Sampled edges decide the direction. If too many of them lead far
// back, the heap has no order, and the solver gives up at once, unless many edges lead to objects with many
// children: then few sweeps suffice without an order, too. It also gives up during a sweep if late updates
// are the first to reach many objects, or if another sweep does not halve the late updates. Takes a value per
// object of the graph, reached or not, plus a bit per object while solving: whether it has a pending update.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/edge_sample.hpp"
#include "../graph/graph.hpp"
#include "../graph/row.hpp"
#include "flow.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

template <class G, Flow F>
class FlowSweep {
    using N = node_t<G>;

  public:
    using Value = typename F::value;
    /// Nodes have indices, and a value shows whether its object was reached.
    static constexpr bool possible = EnumeratedGraph<G> && HasNothing<F>;

    /// Solves the flow. Returns false if it gives up. Must be called only once.
    bool run(G const& graph, auto const& sources, F& flow) {
        EdgeSample const edges = sample(graph);
        int const direction = edges.direction();
        bool const hubs = direction == 0 && edges.hubs() && !changes;
        if (direction == 0 && !hubs) return false;
        count_ = graph.count();
        values_.assign(count_, Value{F::nothing});
        Solving solving{graph, flow, values_.data(), count_};
        solving.pending.assign(count_ / 64 + 1, 0);
        solving.patient = hubs;
        for (auto const& source : sources) {
            N const n = resolve(graph, static_cast<N>(source.node));
            if (null(graph, n)) continue;
            if (is_nothing(source.value)) return false;  // would reach objects without a trace
            std::size_t const at = graph.index(n);
            values_[at] = flow.join(values_[at], source.value);
            if (hubs) solving.pending[at / 64] |= std::uint64_t{1} << at % 64;
        }
        return direction >= 0 ? solving.template run<true>() : solving.template run<false>();
    }

    /// The value of the object with an index, or null if the flow did not reach it.
    Value const* find(std::size_t at) const { return is_nothing(values_[at]) ? nullptr : &values_[at]; }
    std::size_t count() const { return count_; }

  private:
    static constexpr bool changes = Cuts<F, N> || Transfers<F, N>;
    static constexpr std::size_t block = 1024;    // objects between two checks of the late updates
    static constexpr std::size_t distance = 96;   // references between prefetching and sending
    static constexpr std::size_t samples = 1024;  // objects
    /// A first sweep gives up at more than one late update in this many references. Retainer sets that grow
    /// create new sets each time, which is expensive.
    static constexpr std::size_t patience = changes ? 32 : 8;
    static constexpr bool one_array = ArrayOfNumbers<G>;

    static bool is_nothing(Value const& value) { return value == Value{F::nothing}; }

  public:
    // from here on also used by distributed/solve.hpp, which continues when other ranks have sent updates
    static EdgeSample sample(G const& graph) {
        std::size_t const count = graph.count();
        EdgeSample edges;
        for (std::size_t i = 0; i < count; i += count / samples + 1)
            edges.add(graph, static_cast<N>(graph.node_at(i)), i, count,
                      [&](N const& child) { return static_cast<std::size_t>(graph.index(child)); });
        return edges;
    }

    /// The late updates of a sweep. Counted in local variables, which stay in registers.
    struct Behind {
        std::size_t grown = 0, reached = 0;
        std::size_t references = 0;  // along which a first sweep has sent
    };
    /// State needed only while solving.
    struct Solving {
        G const& graph;
        F& flow;
        Value* values;
        std::size_t count;
        GrowingArray<std::uint64_t> pending{};  // a bit per object: it has a pending update
        std::size_t sends = 0;
        bool patient = false;       // no limit for each sweep, only for all sweeps together
        bool loses_values = false;  // a reached object sent `nothing`
        N const* rows = nullptr;    // start of the array of all rows, or of its known part
        std::size_t inside = 0;     // references that are not near the start or the end of the array

        /// Must be called before anything is sent, and only if there is an object.
        void begin() {
            if constexpr (one_array) {
                rows = rows_begin(graph);
                auto const all = static_cast<std::size_t>(graph.rows_end() - rows);
                inside = all > 2 * distance + 2 ? all - 2 * distance - 2 : 0;
            }
        }
        template <bool Up>
        bool run() {
            if (count == 0) return true;
            begin();
            Behind behind{.grown = patient};
            if (!patient && !first<Up>(behind, 0, count)) return false;
            if (!patient) sends = count;
            for (std::size_t const most = 4 * count + 4096; behind.grown != 0;) {
                std::size_t const allowed = patient ? most : behind.grown / 2 + 64;
                behind = {};
                sends += pending.size();  // a sweep of few sends is a bad sign
                if (!next<Up>(behind, allowed) || sends > most) return false;
            }
            return true;
        }
        /// Sends from every reached object, without reading the bits, so there is no look-up. `begin` and
        /// `end` are positions in sweep order; `end` is excluded.
        template <bool Up>
        TRAV_NOINLINE bool first(Behind& all, std::size_t begin, std::size_t end) {
            for (; begin < end; begin += block) {
                std::size_t const size = end - begin < block ? end - begin : block;
                Behind behind;
                std::size_t references = 0;
                for (std::size_t i = begin; i != begin + size; ++i) {
                    std::size_t const at = Up ? i : count - 1 - i;
                    if (!is_nothing(values[at])) references += send<Up, true>(at, behind);
                }
                all.grown += behind.grown, all.reached += behind.reached;
                all.references += references;
                if (all.reached > all.references / 32 + 64) return false;
                if (all.grown > all.references / patience + 64 || loses_values) return false;
            }
            return true;
        }
        /// Sends the pending updates, and the updates ahead of the sweep. Returns false if too many are late.
        template <bool Up>
        TRAV_NOINLINE bool next(Behind& all, std::size_t allowed) {
            for (std::size_t k = 0, words = count / 64 + 1; k != words; ++k) {
                std::size_t const word = Up ? k : words - 1 - k;
                Behind behind;
                for (; pending[word] != 0; ++sends) {
                    std::size_t const bit = Up ? lowest_bit(pending[word]) : highest_bit(pending[word]);
                    pending[word] &= ~(std::uint64_t{1} << bit);
                    send<Up, false>(word * 64 + bit, behind);
                }
                all.grown += behind.grown;
                if (all.grown > allowed || loses_values) return false;
            }
            return true;
        }
        /// Returns the number of references.
        template <bool Up, bool First>
        TRAV_INLINE std::size_t send(std::size_t at, Behind& behind) {
            N const node = static_cast<N>(graph.node_at(at));
            Value const value = sent(flow, node, values[at]);
            if constexpr (changes) loses_values = loses_values | is_nothing(value);
            if constexpr (one_array) {
                auto const row = row_of(graph, node);
                if (AlwaysInARow<G> || row.data() != nullptr) [[likely]]
                    return send_row<Up, First>(at, node, row, value, behind);
            }
            std::size_t references = 0;
            each_child(graph, node, [&](N const& handle) {
                N const child = resolve(graph, handle);
                if (null(graph, child)) return;
                ++references;
                receive<Up, First>(at, child, value, behind);
            });
            return references;
        }
        template <bool Up, bool First>
        TRAV_INLINE std::size_t send_row(std::size_t at, N node, auto const& row, Value const& value,
                                         Behind& behind) {
            std::size_t i = 0;
            if (prefetch_ahead<Up, 2>(row.data()) && First && !changes) [[likely]]
                // most objects have up to two children; a missing child is replaced by the object itself,
                // because sending to itself costs less than a branch
                for (; i != 2; ++i) {
                    auto const there = static_cast<std::uint64_t>(row.data()[i]);
                    auto const self = static_cast<std::uint64_t>(node);
                    auto const is = std::uint64_t{i < row.size()};
                    auto const child = static_cast<N>(self ^ ((self ^ there) & (0 - is)));
                    receive<Up, First>(at, child, value, behind);
                }
            for (; i < row.size(); ++i) {
                prefetch_ahead<Up, 1>(row.data() + i);
                receive<Up, First>(at, row[i], value, behind);
            }
            return row.size();
        }
        template <bool Up, bool First>
        TRAV_INLINE void receive(std::size_t at, N const& node, Value const& value, Behind& behind) {
            if constexpr (requires { graph.elsewhere(node); })  // a part of a graph
                if (graph.elsewhere(node)) [[unlikely]]
                    return graph.send_elsewhere(node, value);
            auto const child = static_cast<std::size_t>(graph.index(node));
            Value const before = values[child];
            Value const now = flow.join(before, value);
            values[child] = now;
            // a value that an object sends to itself adds nothing, unless a transfer changes it
            bool const is_behind = (Up ? child < at : child > at) | (Transfers<F, N> && child == at);
            if constexpr (First) {
                if (is_behind) [[unlikely]]  // otherwise the sweep will still reach the child
                    note_behind(child, !(now == before), is_nothing(before), behind);
            } else {
                bool const grown = !(now == before);
                pending[child / 64] |= std::uint64_t{grown} << child % 64;
                behind.grown += std::size_t{grown} & std::size_t{is_behind};
            }
        }
        /// Not inlined, so that the variables of a sweep stay in registers.
        TRAV_NOINLINE void note_behind(std::size_t child, bool grown, bool reached, Behind& behind) {
            pending[child / 64] |= std::uint64_t{grown} << child % 64;
            behind.grown += std::size_t{grown};
            behind.reached += std::size_t{grown} & std::size_t{reached};
        }
        /// Prefetches values of some children of objects that will send soon. Returns false if the row is too
        /// near the start or the end of all rows.
        template <bool Up, std::size_t some>
        TRAV_INLINE bool prefetch_ahead(N const* row) const {
            if (static_cast<std::size_t>(row - rows) - distance >= inside) return false;
            N const* const there = Up ? row + distance : row - distance;
            std::size_t first = 0;
            if constexpr (requires { graph.first(); }) first = static_cast<std::size_t>(graph.first());
            for (std::size_t i = 0; i != some; ++i)  // words between rows may be no nodes
                prefetch_at<1>(reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(values) +
                                                             (static_cast<std::size_t>(there[i]) - first) *
                                                                 sizeof(Value)));
            return true;
        }
    };

  private:
    GrowingArray<Value> values_;
    std::size_t count_ = 0;
};

}  // namespace trav::detail
