// trav/flow/value_sweep.hpp: sends values in memory order. In a first pass every reached object sends. Late
// updates, of objects that the pass has gone by, are marked with a bit and sent in further passes.
//
// The drivers decide how often and how far: flow_sweep.hpp for a graph in memory, streamed_graph.hpp for
// blocks of a file, distributed/shared_graph.hpp for a part of a graph. For them, the graph may also have
//
//     bool elsewhere(node child) const;                    // the object is in another part: the graph
//     void send_elsewhere(node child, value) const;        // takes the value for it
//
//     bool in_block(std::size_t at) const;                 // the graph is a block of a larger one; only late
//                                                          // updates of its objects are counted
//     bool follows(node from, node const* child) const;    // whether to send along this reference
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../graph/graph.hpp"
#include "../graph/row.hpp"
#include "flow.hpp"
#include "late_updates.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

/// A graph, with its array of rows, if it has one. A small graph is copied, so that it can be in registers.
template <class G>
struct SentRows {
    static constexpr bool one_array = ArrayOfNumbers<G>;
    static constexpr bool in_blocks = requires(G const& graph) { graph.in_block(std::size_t{}); };
    static constexpr bool is_copied = std::is_trivially_copy_constructible_v<G> && sizeof(G) <= 64;
    using Held = std::conditional_t<is_copied, G const, G const&>;
    Held graph;

    explicit SentRows(G const& of) : graph(of) {
        if constexpr (one_array) {
            if (of.count() == 0) return;
            auto const* const begin = rows_begin(of);
            auto const size = static_cast<std::size_t>(of.rows_end() - begin);
            from_ = reinterpret_cast<std::uintptr_t>(begin) + distance * sizeof(*begin);
            inside_ = size > 2 * distance + 2 ? (size - 2 * distance - 2) * sizeof(*begin) : 0;
        }
    }
    TRAV_INLINE bool in_block([[maybe_unused]] std::size_t at) const {
        if constexpr (in_blocks) return graph.in_block(at);
        else return true;
    }
    TRAV_INLINE bool follows([[maybe_unused]] auto from, [[maybe_unused]] auto const* child) const {
        if constexpr (requires { graph.follows(from, child); }) return graph.follows(from, child);
        else return true;
    }
    /// Prefetches values of some children of objects that will send soon. Returns false if the row is too
    /// near the start or the end of the array.
    template <bool Up, std::size_t some, class Value>
    TRAV_INLINE bool prefetch_ahead(auto const* row, Value const* values) const {
        if (reinterpret_cast<std::uintptr_t>(row) - from_ >= inside_) return false;
        auto const* const there = Up ? row + distance : row - distance;
        std::size_t first = 0;
        if constexpr (requires { graph.first(); }) first = static_cast<std::size_t>(graph.first());
        for (std::size_t i = 0; i != some; ++i)  // words between rows may be no nodes
            prefetch_at<1>(
                reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(values) +
                                              (static_cast<std::size_t>(there[i]) - first) * sizeof(Value)));
        return true;
    }

  private:
    static constexpr std::size_t distance = 96;  // references between prefetching and sending
    std::uintptr_t from_ = 0;                    // where rows begin that are not near the start or the end
    std::size_t inside_ = 0;                     // their size, in bytes
};

/// The state of a flow that is being solved.
template <class G, Flow F>
struct ValueSweep {
    using N = node_t<G>;
    using Rows = SentRows<G>;
    using Value = typename F::value;
    static constexpr bool changes = ChangesValues<F, N>;

    /// The late updates of a pass.
    struct Behind {
        std::size_t grown = 0, reached = 0;
        std::size_t references = 0;  // along which a first pass has sent
    };

    F& flow;
    Value* values;  // `count` of them
    std::size_t count;
    GrowingArray<std::uint64_t> pending{};  // a bit per object: it has a pending update
    std::size_t sends = 0;                  // after the first pass
    bool loses_values = false;              // a reached object sent `nothing`
    Behind behind{};

    static bool is_nothing(Value const& value) { return value == Value{F::nothing}; }

    /// Sends from every reached object, without reading the bits, so there is no look-up. `begin` and `end`
    /// are positions in sweep order; `end` is excluded.
    template <bool Up>
    TRAV_NOINLINE void first(Rows const rows, std::size_t begin, std::size_t end) {
        Counts counts;  // in registers
        for (std::size_t i = begin; i != end; ++i) {
            std::size_t const at = Up ? i : count - 1 - i;
            if (!is_nothing(values[at])) send<Up, true>(rows, at, counts);
        }
        behind.references += counts.references, behind.grown += counts.grown;
        loses_values |= counts.loses_values;
    }
    /// Sends the pending updates, and the updates ahead of the pass, in some words of the bits. Returns false
    /// if more than `allowed` are late.
    template <bool Up>
    TRAV_NOINLINE bool next(Rows const rows, std::size_t begin, std::size_t words,
                            std::size_t allowed = ~std::size_t{0}) {
        Counts counts;  // in registers
        for (std::size_t k = 0; k != words; ++k) {
            std::size_t const word = begin + (Up ? k : words - 1 - k);
            for (; pending[word] != 0; counts.sends += !Rows::in_blocks) {
                std::size_t const bit = Up ? lowest_bit(pending[word]) : highest_bit(pending[word]);
                pending[word] &= ~(std::uint64_t{1} << bit);
                send<Up, false>(rows, word * 64 + bit, counts);
            }
            if (!Rows::in_blocks && (counts.grown > allowed || counts.loses_values)) return false;
        }
        sends += counts.sends, behind.grown += counts.grown;
        return true;
    }

  private:
    struct Counts {
        std::size_t references = 0, grown = 0, sends = 0;
        bool loses_values = false;
    };

    template <bool Up, bool First>
    TRAV_INLINE void send(Rows const& rows, std::size_t at, Counts& counts) {
        N const node = static_cast<N>(rows.graph.node_at(at));
        Value const value = sent(flow, node, values[at]);
        if constexpr (changes && !Rows::in_blocks)
            counts.loses_values = counts.loses_values | is_nothing(value);
        if constexpr (Rows::one_array) {
            auto const row = row_of(rows.graph, node);
            if (AlwaysInARow<G> || row.data() != nullptr) [[likely]]
                return send_row<Up, First>(rows, at, node, row, value, counts);
        }
        each_child(rows.graph, node, [&](N const& handle) {
            N const child = resolve(rows.graph, handle);
            if (null(rows.graph, child)) return;
            ++counts.references;
            receive<Up, First>(rows, at, child, value, counts);
        });
    }
    template <bool Up, bool First>
    TRAV_INLINE void send_row(Rows const& rows, std::size_t at, N node, auto const& row, Value const& value,
                              Counts& counts) {
        N const *child = row.data(), *const end = child + row.size();
        if constexpr (First && !Rows::in_blocks) counts.references += row.size();
        if constexpr (First && !changes)
            if (rows.template prefetch_ahead<Up, 2>(child, values)) [[likely]]
                // most objects have up to two children; a missing child is replaced by the object itself,
                // because sending to itself costs less than a branch
                for (N const* const two = child + 2; child != two; ++child) {
                    auto const self = static_cast<std::uint64_t>(node);
                    auto const is = std::uint64_t{child < end} & std::uint64_t{rows.follows(node, child)};
                    auto const there = self ^ ((self ^ static_cast<std::uint64_t>(*child)) & (0 - is));
                    receive<Up, First>(rows, at, static_cast<N>(there), value, counts);
                }
        for (; child < end; ++child) {
            rows.template prefetch_ahead<Up, 1>(child, values);
            if (rows.follows(node, child)) receive<Up, First>(rows, at, *child, value, counts);
        }
    }
    template <bool Up, bool First>
    TRAV_INLINE void receive(Rows const& rows, std::size_t at, N const& node, Value const& value,
                             Counts& counts) {
        if constexpr (requires { rows.graph.elsewhere(node); })
            if (rows.graph.elsewhere(node)) [[unlikely]]
                return rows.graph.send_elsewhere(node, value);
        auto const child = static_cast<std::size_t>(rows.graph.index(node));
        Value const before = values[child];
        Value const now = flow.join(before, value);
        values[child] = now;
        bool const passed = is_behind<F, N>(Up, child, at);
        if constexpr (First && !Rows::in_blocks) {
            if (passed) [[unlikely]]  // otherwise the pass will still reach the child
                note_behind(child, !(now == before), is_nothing(before));
        } else {
            if (First && !passed) return;
            bool const grown = !(now == before);
            pending[child / 64] |= std::uint64_t{grown} << child % 64;
            counts.grown += std::size_t{grown} & std::size_t{passed} & std::size_t{rows.in_block(child)};
        }
    }
    /// Not inlined, so that the variables of a pass stay in registers.
    TRAV_NOINLINE void note_behind(std::size_t child, bool grown, bool reached) {
        pending[child / 64] |= std::uint64_t{grown} << child % 64;
        behind.grown += std::size_t{grown};
        behind.reached += std::size_t{grown} & std::size_t{reached};
    }
};

}  // namespace trav::detail
