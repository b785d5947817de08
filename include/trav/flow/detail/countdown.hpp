// trav/flow/detail/countdown.hpp: solves a flow in topological order and in place, if all rows are in one
// array: each object counts the parents that have not sent yet (Kahn, 1962), and sends when none is left.
//
// It needs neither numbering nor look-ups. One cell holds everything that an object needs to send: its value,
// and the position of its row. The last parent has just read that cell. Unreached objects take part: they
// send `nothing`. Objects on or below a cycle are left over. Takes one cell per object of the graph, reached
// or not: 16 bytes if a value has 8.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/row.hpp"
#include "../flow.hpp"
#include "../numbering.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

template <class G, Flow F>
class Countdown {
    using N = node_t<G>;

  public:
    using Value = typename F::value;
    /// The nodes are numbers, and a value shows whether its object was reached.
    static constexpr bool possible = ArrayOfNumbers<G> && HasNothing<F>;

    /// Sends from all objects that are not on or below a cycle. Returns false if it gives up: if the rows are
    /// not consecutive, or if a reached object sends `nothing`, since its descendants would not show that
    /// they are reached. Must be called only once.
    bool run(G const& graph, auto const& sources, F& flow) {
        if (!begin(graph, sources, flow)) return false;
        count_parents(graph);
        while (!ready_.empty() && !loses_values_) sent_ += next(graph, flow);
        return !loses_values_;
    }
    /// The reached objects that have not sent, with their values.
    GrowingArray<Source<N, Value>> left_over(G const& graph) const {
        GrowingArray<Source<N, Value>> all;
        if (sent_ == count_) return all;
        for (std::size_t i = 0; i != count_; ++i)
            if (cells_[i].parents != 0 && find(i)) all.push({graph.node_at(i), *find(i)});
        return all;
    }

    /// The value of the object with an index, or null if the flow did not reach it.
    Value const* find(std::size_t at) const {
        return is_nothing(cells_[at].value) ? nullptr : &cells_[at].value;
    }
    void set(std::size_t at, Value const& value) { cells_[at].value = value; }

  private:
    static constexpr std::size_t batch = 32;     // objects sent together
    static constexpr std::size_t distance = 64;  // references between prefetching and counting
    struct Cell {
        Value value;
        Place parents;  // parents that have not sent
        Place row;      // position of the first child
    };

    static bool is_nothing(Value const& value) { return value == Value{F::nothing}; }

    bool begin(G const& graph, auto const& sources, F& flow) {
        count_ = graph.count();
        if (count_ == 0 || count_ >= ~Place{0}) return false;
        N const* const rows = rows_begin(graph);
        std::size_t end = 0;
        Cell* const cells = cells_.room(count_ + 1);
        for (std::size_t i = 0; i != count_; ++i) {
            auto const row = row_of(graph, static_cast<N>(graph.node_at(i)));
            if (row.data() != rows + end) [[unlikely]]
                return false;
            cells[i] = {Value{F::nothing}, 0, static_cast<Place>(end)};
            end += row.size();
        }
        if (end >= ~Place{0}) return false;
        cells[count_] = {Value{F::nothing}, 0, static_cast<Place>(end)};
        references_ = {rows, end};
        for (auto const& source : sources) {
            if (is_nothing(source.value)) return false;  // would reach objects without a trace
            Value& value = cells[graph.index(static_cast<N>(source.node))].value;
            value = flow.join(value, source.value);
        }
        return true;
    }
    void count_parents(G const& graph) {
        Cell* const cells = cells_.data();
        std::size_t const size = references_.size();
        for (std::size_t i = 0; i != size; ++i) {
            prefetch_at<1>(&cells[graph.index(references_[i + distance < size ? i + distance : i])]);
            ++cells[graph.index(references_[i])].parents;
        }
        for (std::size_t i = 0; i != count_; ++i) {
            *ready_.room(1) = static_cast<Place>(i);
            ready_.add(cells[i].parents == 0);
        }
    }
    /// Sends from a batch of the most recent ready objects, which are near each other.
    std::size_t next(G const& graph, F& flow) {
        std::size_t const count = ready_.size() < batch ? ready_.size() : batch;
        Place places[batch];
        for (std::size_t i = 0; i != count; ++i) places[i] = ready_.pop();
        prefetch_children(graph, {places, count});
        for (std::size_t i = 0; i != count; ++i) send(graph, flow, places[i]);
        return count;
    }
    /// Always prefetches four, even past the end of the row: a branch would cost more.
    TRAV_INLINE void prefetch_children(G const& graph, std::span<Place const> places) const {
        if (references_.size() < 4) return;
        std::size_t const last = references_.size() - 4;
        for (Place const place : places) {
            std::size_t const row = cells_[place].row;
            N const* const from = references_.data() + (row < last ? row : last);
            for (std::size_t k = 0; k != 4; ++k) prefetch_at<1>(&cells_[graph.index(from[k])]);
        }
    }
    TRAV_INLINE void send(G const& graph, F& flow, Place at) {
        Cell* const cells = cells_.data();
        Value value = cells[at].value;
        if constexpr (Cuts<F, N> || Transfers<F, N>)
            if (!is_nothing(value)) {
                value = sent(flow, static_cast<N>(graph.node_at(at)), value);
                loses_values_ = loses_values_ | is_nothing(value);
            }
        std::size_t const begin = cells[at].row, end = cells[at + 1].row;
        Place* ready = ready_.room(end - begin);
        for (std::size_t i = begin; i != end; ++i) {
            std::size_t const to = graph.index(references_[i]);
            Cell& child = cells[to];
            child.value = flow.join(child.value, value);
            std::size_t const is_ready = --child.parents == 0;
            *ready = static_cast<Place>(to);
            ready += is_ready;
            // prefetches the child's row if the child is ready; that is unpredictable, so there is no branch
            prefetch_at(references_.data() + (begin ^ ((begin ^ child.row) & (0 - is_ready))));
        }
        ready_.add(static_cast<std::size_t>(ready - ready_.end()));
    }

    GrowingArray<Cell> cells_;
    GrowingArray<Place> ready_;
    std::span<N const> references_;  // the children of all objects, in the order of the objects
    std::size_t count_ = 0, sent_ = 0;
    bool loses_values_ = false;  // a reached object sent `nothing`
};

}  // namespace trav::detail
