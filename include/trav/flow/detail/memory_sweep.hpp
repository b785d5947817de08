// trav/flow/detail/memory_sweep.hpp: solves a flow in the order of memory: values are sent by one object
// after the other, upwards or downwards through the heap, and again for as long as something has grown behind
// the sweep.
//
// A program allocates what it points to before what points to it, and a copying collector puts children
// behind their first parent, so most edges of a real heap lead one way, and one sweep is nearly all there is
// to do. Nothing is looked up, and nothing has to be numbered. The direction is that of most of some sampled
// edges; if too many of them lead far back, as in a heap without order, no sweep is tried, unless many edges
// lead to objects that hold many: then few sweeps are enough without an order, too. It is given up where
// objects are often reached from behind, and where a further sweep does not halve what has grown behind it.
// Needs a value for each object of the graph, reached or not, and a bit more while it solves: whether it
// has something new to send.
#pragma once

#include "../../detail/column.hpp"
#include "../../detail/compiler.hpp"
#include "../../graph/detail/edge_sample.hpp"
#include "../../graph/detail/row.hpp"
#include "../../graph/graph.hpp"
#include "../flow.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::detail {

template <class G, Flow F>
class MemorySweep {
    using N = node_t<G>;

  public:
    using Value = typename F::value;
    /// The nodes are known by their indices, and values show whether they were reached.
    static constexpr bool possible = EnumeratedGraph<G> && HasNothing<F>;

    /// Solves the flow; false: given up. To be called once.
    bool run(G const& graph, auto const& sources, F& flow) {
        EdgeSample const edges = sample(graph);
        int const direction = edges.direction();
        bool const hubs = direction == 0 && edges.hubs() && !changes;
        if (direction == 0 && !hubs) return false;
        count_ = graph.count();
        values_.assign(count_, Value{F::nothing});
        Solving solving{graph, flow, values_.data(), count_};
        solving.news.assign(count_ / 64 + 1, 0);
        solving.patient = hubs;
        for (auto const& source : sources) {
            N const n = resolve(graph, static_cast<N>(source.node));
            if (null(graph, n)) continue;
            if (is_nothing(source.value)) return false;  // would reach objects without a trace
            std::size_t const at = graph.index(n);
            values_[at] = flow.join(values_[at], source.value);
            if (hubs) solving.news[at / 64] |= std::uint64_t{1} << at % 64;
        }
        return direction >= 0 ? solving.template run<true>() : solving.template run<false>();
    }

    /// The value of the object with an index, or null if the flow did not reach it.
    Value const* find(std::size_t at) const { return is_nothing(values_[at]) ? nullptr : &values_[at]; }
    std::size_t count() const { return count_; }

  private:
    static constexpr bool changes = Cuts<F, N> || Transfers<F, N>;
    static constexpr std::size_t block = 1024;    // objects between two looks at what is behind
    static constexpr std::size_t distance = 96;   // references between prefetching and sending
    static constexpr std::size_t samples = 1024;  // objects
    /// One in that many references may make an object grow behind the sweep. Retainer sets that grow make new
    /// sets each time, which is dear.
    static constexpr std::size_t patience = changes ? 32 : 8;
    static constexpr bool one_array = RowsOfNumbers<G>;

    static bool is_nothing(Value const& value) { return value == Value{F::nothing}; }

  public:
    // from here on for distributed/solve.hpp, too, which goes on where other ranks have sent something
    static EdgeSample sample(G const& graph) {
        std::size_t const count = graph.count();
        EdgeSample edges;
        for (std::size_t i = 0; i < count; i += count / samples + 1)
            edges.add(graph, static_cast<N>(graph.node_at(i)), i, count,
                      [&](N const& child) { return static_cast<std::size_t>(graph.index(child)); });
        return edges;
    }

    /// What has grown behind a sweep. Counted in local variables, which stay in registers.
    struct Behind {
        std::size_t grown = 0, reached = 0;
        std::size_t references = 0;  // along which a first sweep has sent
    };
    /// What is needed only while solving.
    struct Solving {
        G const& graph;
        F& flow;
        Value* values;
        std::size_t count;
        Column<std::uint64_t> news{};  // a bit for each object: it has something new to send
        std::size_t sends = 0;
        bool patient = false;       // all that grows behind a sweep is sent, unless that is too much in all
        bool loses_values = false;  // what was sent does not show who received it
        N const* rows = nullptr;    // where the array of all rows begins, or what is known of it
        std::size_t inside = 0;     // references that are not near its beginning or its end

        /// Before anything is sent. There is an object.
        void begin() {
            if constexpr (one_array) {
                rows = row_of(graph, static_cast<N>(graph.node_at(0))).data();
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
                sends += news.size();  // a sweep of few sends is a bad sign
                if (!next<Up>(behind, allowed) || sends > most) return false;
            }
            return true;
        }
        /// Everything that was reached sends, whatever the bits say: there is nothing to look up. From the
        /// one place in the order of the sweep to before the other.
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
        /// What was noted sends, and what grows ahead of the sweep. False: too much grows behind it.
        template <bool Up>
        TRAV_NOINLINE bool next(Behind& all, std::size_t allowed) {
            for (std::size_t k = 0, words = count / 64 + 1; k != words; ++k) {
                std::size_t const word = Up ? k : words - 1 - k;
                Behind behind;
                for (; news[word] != 0; ++sends) {
                    std::size_t const bit = Up ? lowest_bit(news[word]) : highest_bit(news[word]);
                    news[word] &= ~(std::uint64_t{1} << bit);
                    send<Up, false>(word * 64 + bit, behind);
                }
                all.grown += behind.grown;
                if (all.grown > allowed || loses_values) return false;
            }
            return true;
        }
        /// Returns along how many references.
        template <bool Up, bool First>
        TRAV_INLINE std::size_t send(std::size_t at, Behind& behind) {
            N const node = static_cast<N>(graph.node_at(at));
            Value const value = sent(flow, node, values[at]);
            if constexpr (changes) loses_values = loses_values | is_nothing(value);
            if constexpr (one_array) {
                auto const row = row_of(graph, node);
                std::size_t i = 0;
                if (prefetch_ahead<Up, 2>(row.data()) && First && !changes) [[likely]]
                    // most have up to two children; in place of one that is not there an object sends to
                    // itself, which costs less than a branch
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
            } else {
                std::size_t references = 0;
                each_child(graph, node, [&](N const& handle) {
                    N const child = resolve(graph, handle);
                    if (null(graph, child)) return;
                    ++references;
                    receive<Up, First>(at, child, value, behind);
                });
                return references;
            }
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
            // what an object sends to itself makes no difference, unless it is changed on the way
            bool const is_behind = (Up ? child < at : child > at) | (Transfers<F, N> && child == at);
            if constexpr (First) {
                if (is_behind) [[unlikely]]  // else it will be read anyway
                    note_behind(child, !(now == before), is_nothing(before), behind);
            } else {
                bool const grown = !(now == before);
                news[child / 64] |= std::uint64_t{grown} << child % 64;
                behind.grown += std::size_t{grown} & std::size_t{is_behind};
            }
        }
        /// Not inlined, so that what a sweep needs stays in registers.
        TRAV_NOINLINE void note_behind(std::size_t child, bool grown, bool reached, Behind& behind) {
            news[child / 64] |= std::uint64_t{grown} << child % 64;
            behind.grown += std::size_t{grown};
            behind.reached += std::size_t{grown} & std::size_t{reached};
        }
        /// Prefetches the values of some children of those that will send soon. False: the row is too near
        /// the beginning or the end of all rows.
        template <bool Up, std::size_t some>
        TRAV_INLINE bool prefetch_ahead(N const* row) const {
            if (static_cast<std::size_t>(row - rows) - distance >= inside) return false;
            N const* const there = Up ? row + distance : row - distance;
            std::size_t first = 0;
            if constexpr (requires { graph.first(); }) first = static_cast<std::size_t>(graph.first());
            for (std::size_t i = 0; i != some; ++i)  // what lies between rows may be no node
                prefetch_at<1>(reinterpret_cast<void const*>(reinterpret_cast<std::uintptr_t>(values) +
                                                             (static_cast<std::size_t>(there[i]) - first) *
                                                                 sizeof(Value)));
            return true;
        }
    };

  private:
    Column<Value> values_;
    std::size_t count_ = 0;
};

}  // namespace trav::detail
