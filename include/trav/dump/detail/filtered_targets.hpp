// FilteredTargets: for each node of a range, the targets of the edges that a rule admits.
//
// A dump with `Rows rows() const` is read in place: a bit per edge marks admitted edges, and a bit per node
// marks nodes whose edges are all admitted, so that nearly always nothing else is read. The targets of other
// dumps are copied: 4 bytes per admitted edge and per node. So are those of OwnRows if few nodes have all
// their edges admitted, as in a JVM, where every object has an edge to its class.
#pragma once

#include "../dump.hpp"
#include "../edge_set.hpp"
#include "../rows.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::dump::detail {

/// The dump's rows, if it has all targets in one array.
template <Dump D>
Rows rows_of(D const& dump) {
    if constexpr (requires { dump.rows(); }) return dump.rows();
    else return {};
}

/// Calls f(edge) for the edges of the nodes from `first` to before `last`; with links, if that suffices.
template <class Follow, Dump D>
void each_edge(D const& dump, Node first, Node last, auto f) {
    if constexpr (requires { Follow::takes_links; }) dump.for_each_link(first, last, f);
    else if constexpr (requires { dump.for_each_edge(first, last, f); }) dump.for_each_edge(first, last, f);
    else
        for (Node n = first; n != last; ++n) dump.for_each_edge(n, f);
}

/// The targets of admitted edges. The dump must outlive it. Copies share their memory.
class FilteredTargets {
    using Word = EdgeSet::Word;
    static constexpr std::size_t bits = EdgeSet::bits;

  public:
    /// Admits the edges for which `follow(edge)` is true, or the edges of an EdgeSet.
    template <Dump D>
    FilteredTargets(D const& dump, auto const& follow, Node first, Node last) : first_(first) {
        Rows const rows = rows_of(dump);
        if (rows.targets == nullptr) {
            keep(copied(dump, follow, first, last));
            return;
        }
        rows_ = rows.from(first);
        first_edge_ = rows_.begin(0);
        if constexpr (std::same_as<std::remove_cvref_t<decltype(follow)>, EdgeSet>) {
            admitted_ = follow.padded(rows.begin(last));
            first_edge_ = 0;
        } else {
            EdgeSetBuilder set(dump.edge_count());
            std::uint64_t e = 0;
            each_edge<std::remove_cvref_t<decltype(follow)>>(
                dump, first, last, [&](auto const& edge) { set.add(e++, static_cast<bool>(follow(edge))); });
            admitted_ = std::move(set).set();
        }
        words_ = admitted_.words().data();
        end_ = rows.targets + rows.begin(last);
        EdgeSetBuilder whole(last - first);
        Node count = 0;
        for (Node n = 0; n != last - first; ++n) {
            bool const is = full(rows_.begin(n) - first_edge_, rows_.begin(n + 1) - first_edge_);
            whole.add(n, is);
            count += is;
        }
        if (!rows_.in_dump && count < (last - first) / 8) {  // copying is faster than skipping
            keep(copied(last - first));
            return;
        }
        whole_ = std::move(whole).set();
        whole_words_ = whole_.words().data();
    }

    /// Iterates over the targets of one node.
    class Cursor {
      public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        using reference = Node;
        using pointer = void;
        using iterator_category = std::forward_iterator_tag;

        Cursor() = default;
        Cursor(Word const* admitted, Node const* targets, std::size_t at, std::size_t end)
            : admitted_(admitted), targets_(targets), at_(at), end_(end) {
            skip();
        }
        Node operator*() const { return targets_[at_]; }
        Cursor& operator++() {
            ++at_;
            skip();
            return *this;
        }
        Cursor operator++(int) {
            Cursor const before = *this;
            ++*this;
            return before;
        }
        bool operator==(Cursor const& other) const { return at_ == other.at_; }

      private:
        void skip() {
            if (admitted_ == nullptr) return;
            while (at_ != end_ && (admitted_[at_ / bits] >> at_ % bits & 1) == 0) ++at_;
        }
        Word const* admitted_ = nullptr;  // null: all edges are admitted
        Node const* targets_ = nullptr;   // of all nodes
        std::size_t at_ = 0, end_ = 0;
    };
    struct Targets {
        Cursor first, last;
        Cursor begin() const { return first; }
        Cursor end() const { return last; }
        bool empty() const { return first == last; }
    };

    TRAV_ALWAYS_INLINE Targets of(Node n) const {
        Node const row = n - first_;
        auto const begin = static_cast<std::size_t>(rows_.begin(row) - first_edge_);
        auto const end = static_cast<std::size_t>(rows_.begin(row + 1) - first_edge_);
        Word const* const admitted = is_whole(row) ? nullptr : words_;
        Node const* const targets = rows_.targets + first_edge_;
        return {Cursor(admitted, targets, begin, end), Cursor(admitted, targets, end, end)};
    }
    /// The targets as a span, if all edges of the node are admitted; otherwise null.
    TRAV_ALWAYS_INLINE std::span<Node const> row_of(Node n) const {
        Node const row = n - first_;
        if (!is_whole(row)) return {};
        return {rows_.targets + rows_.begin(row), rows_.targets + rows_.begin(row + 1)};
    }
    /// The address of the stored position of the node's targets.
    TRAV_ALWAYS_INLINE void const* address(Node n) const { return rows_.address(n - first_); }
    /// The array of all targets.
    Node const* begin() const { return rows_.targets; }
    Node const* end() const { return end_; }

  private:
    template <Dump D>
    static OwnRows copied(D const& dump, auto const& follow, Node first, Node last) {
        OwnRows found(last - first, dump.edge_count());
        Node n = first;
        each_edge<std::remove_cvref_t<decltype(follow)>>(dump, first, last, [&](auto const& edge) {
            for (; n != edge.from; ++n) found.end_row();
            if (follow(edge)) found.targets.push_back(edge.to);
        });
        for (; n != last; ++n) found.end_row();
        return found;
    }
    // The admitted targets of the rows.
    OwnRows copied(Node count) const {
        OwnRows found(count, static_cast<std::size_t>(rows_.begin(count) - rows_.begin(0)));
        for (Node n = 0; n != count; ++n) {
            for (std::uint64_t e = rows_.begin(n), end = rows_.begin(n + 1); e != end; ++e)
                if ((words_[(e - first_edge_) / bits] >> (e - first_edge_) % bits & 1) != 0)
                    found.targets.push_back(rows_.targets[e]);
            found.end_row();
        }
        return found;
    }
    void keep(OwnRows copies) {
        copies_ = std::make_shared<OwnRows const>(std::move(copies));
        rows_ = *copies_;
        first_edge_ = 0;
        words_ = nullptr;
        admitted_ = {};
        end_ = rows_.targets + copies_->targets.size();
    }
    // Whether all edges in a range are admitted.
    bool full(std::uint64_t begin, std::uint64_t end) const {
        for (std::uint64_t next; begin < end; begin = next) {
            next = std::min((begin / bits + 1) * bits, end);
            Word const left_out = ~words_[begin / bits] >> begin % bits;
            if (left_out << (bits - (next - begin)) != 0) return false;
        }
        return true;
    }
    TRAV_ALWAYS_INLINE bool is_whole(Node row) const {
        return whole_words_ == nullptr || (whole_words_[row / bits] >> row % bits & 1) != 0;
    }

    Node first_;
    Rows rows_;  // of the nodes from `first_` on
    Node const* end_ = nullptr;
    std::uint64_t first_edge_ = 0;       // the edge of the first bit
    Word const* words_ = nullptr;        // the words of admitted_
    Word const* whole_words_ = nullptr;  // the words of whole_; null: copies
    EdgeSet admitted_;                   // by edge
    EdgeSet whole_;                      // by node: whether all its edges are admitted; mostly 1
    std::shared_ptr<OwnRows const> copies_;
};

}  // namespace trav::dump::detail
