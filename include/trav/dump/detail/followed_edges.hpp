// FollowedEdges: for each of some nodes of a dump the targets of the edges that a rule admits.
//
// A dump that has `std::span<Node const> targets(Node) const`, with the targets of all nodes one after the
// other in the order of for_each_edge, is read in place: a bit for each edge says whether it is admitted,
// and one for each node whether all of its edges are, so that nearly always nothing else is read. Of another
// dump the targets are copied: 4 bytes for each edge admitted and for each node.
#pragma once

#include "../dump.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace trav::dump::detail {

/// Copies of targets.
template <Dump D>
class FollowedEdges {
  public:
    FollowedEdges(D const& dump, auto const& follow, Node first, Node last) : first_(first) {
        begin_.reserve(last - first + std::size_t{1});
        begin_.push_back(0);
        targets_.reserve(dump.edge_count());  // memory that is not written to costs nothing
        for (Node n = first; n != last; ++n) {
            dump.for_each_edge(n, [&](typename D::Edge const& edge) {
                if (follow(edge)) targets_.push_back(edge.to);
            });
            begin_.push_back(static_cast<std::uint32_t>(targets_.size()));
        }
    }

    std::span<Node const> of(D const&, Node n) const {
        return {targets_.data() + begin_[n - first_], targets_.data() + begin_[n - first_ + 1]};
    }
    /// Where it is written which targets those are.
    void const* address(D const&, Node n) const { return begin_.data() + (n - first_); }
    Node const* end() const { return targets_.data() + targets_.size(); }

  private:
    Node first_;
    std::vector<std::uint32_t> begin_;
    std::vector<Node> targets_;
};

/// Bits for targets that are in the dump.
template <Dump D>
    requires requires(D const& dump, Node n) { std::span<Node const>(dump.targets(n)); }
class FollowedEdges<D> {
    using Word = std::uint64_t;
    static constexpr std::size_t bits = 64;

  public:
    FollowedEdges(D const& dump, auto const& follow, Node first, Node last)
        : first_(first), all_(last - first) {
        admitted_.reserve(dump.edge_count() / bits + 1);  // memory that is not written to costs nothing
        std::size_t e = 0;
        for (Node n = first; n != last; ++n) {
            bool all = true;
            dump.for_each_edge(n, [&](typename D::Edge const& edge) {
                bool const admits = static_cast<bool>(follow(edge));
                if (e % bits == 0) admitted_.push_back(0);
                admitted_.back() |= Word{admits} << e % bits;
                all = all && admits;
                ++e;
            });
            all_[n - first] = all;
        }
    }

    /// Goes over the targets of one node.
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
            settle();
        }
        Node operator*() const { return targets_[at_]; }
        Cursor& operator++() {
            ++at_;
            settle();
            return *this;
        }
        Cursor operator++(int) {
            Cursor const before = *this;
            ++*this;
            return before;
        }
        bool operator==(Cursor const& other) const { return at_ == other.at_; }

      private:
        void settle() {
            if (admitted_ == nullptr) return;
            while (at_ != end_ && (admitted_[at_ / bits] >> at_ % bits & 1) == 0) ++at_;
        }
        Word const* admitted_ = nullptr;  // null: all are
        Node const* targets_ = nullptr;   // of all nodes
        std::size_t at_ = 0, end_ = 0;
    };
    struct Targets {
        Cursor first, last;
        Cursor begin() const { return first; }
        Cursor end() const { return last; }
        bool empty() const { return first == last; }
    };

    Targets of(D const& dump, Node n) const {
        Node const* const all = dump.targets(first_).data();
        std::span<Node const> const its = dump.targets(n);
        auto const begin = static_cast<std::size_t>(its.data() - all), end = begin + its.size();
        Word const* const admitted = all_[n - first_] ? nullptr : admitted_.data();
        return {Cursor(admitted, all, begin, end), Cursor(admitted, all, end, end)};
    }

    void const* address(D const& dump, Node n) const
        requires requires { dump.address(n); }
    {
        return dump.address(n);
    }

  private:
    Node first_;
    std::vector<Word> admitted_;  // by edge
    std::vector<bool> all_;       // by node: whether all of its edges are admitted, as nearly always
};

}  // namespace trav::dump::detail
