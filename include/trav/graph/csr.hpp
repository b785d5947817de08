// trav/graph/csr.hpp: a graph in compressed sparse rows, a common format of numerical libraries and heap
// dumps.
//
//     std::vector<std::uint32_t> offsets{0, 2, 3, 3}, targets{1, 2, 2};      // 0 -> 1, 0 -> 2, 1 -> 2
//     trav::Csr graph(offsets, targets);                                // and sizes, optionally
//
// The children of n are targets[offsets[n]] to targets[offsets[n + 1] - 1]. Offsets, nodes and sizes may be
// integers of any width. The graph refers to the arrays, which must outlive it, and does not check them. For
// untrusted arrays call first_defect(), or trav::checked (graph/checked_csr.hpp), which throws. The default
// store is Dense.
#pragma once

#include "../detail/absent.hpp"
#include "index_range.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace trav {

/// The first defect of a CSR graph: its kind, and its position in the array.
struct CsrDefect {
    enum Kind : unsigned char {
        none,
        offset_decreases,  ///< offsets[at] is less than the offset before it
        offset_beyond,     ///< offsets[at] is negative or greater than the number of targets
        target_beyond,     ///< targets[at] is not a node
        sizes_differ       ///< there are `at` sizes, which is not the number of nodes
    } kind = none;
    std::size_t at = 0;

    constexpr explicit operator bool() const { return kind != none; }
    bool operator==(CsrDefect const&) const = default;
};

/// A graph over arrays of offsets, targets and, unless `Size` is void, sizes in bytes.
template <std::integral Offset = std::uint32_t, std::integral Node = std::uint32_t, class Size = void>
class Csr {
    static constexpr bool has_sizes = !std::is_void_v<Size>;
    using Sizes = std::conditional_t<has_sizes, std::span<std::conditional_t<has_sizes, Size, char> const>,
                                     detail::Absent<0>>;

  public:
    using node = Node;

    constexpr Csr(std::span<Offset const> offsets, std::span<Node const> targets)
        requires(!has_sizes)
        : offsets_(offsets), targets_(targets), sizes_{} {}
    constexpr Csr(std::span<Offset const> offsets, std::span<Node const> targets, Sizes sizes)
        requires has_sizes
        : offsets_(offsets), targets_(targets), sizes_(sizes) {}

    constexpr std::span<Node const> children(node n) const {
        auto const at = static_cast<std::size_t>(n);
        auto const begin = static_cast<std::size_t>(offsets_[at]);
        return {targets_.data() + begin, static_cast<std::size_t>(offsets_[at + 1]) - begin};
    }
    constexpr void const* address(node n) const { return offsets_.data() + static_cast<std::size_t>(n); }
    /// The end of the array of all children.
    constexpr node const* rows_end() const { return targets_.data() + targets_.size(); }
    constexpr std::size_t size(node n) const
        requires has_sizes
    {
        return static_cast<std::size_t>(sizes_[static_cast<std::size_t>(n)]);
    }
    constexpr std::size_t index(node n) const { return static_cast<std::size_t>(n); }
    constexpr std::size_t count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    constexpr node node_at(std::size_t index) const { return static_cast<node>(index); }
    constexpr auto objects() const { return IndexRange<Node>(count()); }

    constexpr std::span<Offset const> offsets() const { return offsets_; }
    constexpr std::span<Node const> targets() const { return targets_; }

    /// The first offset, or otherwise the first target, that is out of range. O(nodes + edges).
    constexpr CsrDefect first_defect() const {
        for (std::size_t i = 0; i < offsets_.size(); ++i) {
            if (static_cast<std::size_t>(offsets_[i]) > targets_.size()) return {CsrDefect::offset_beyond, i};
            if (i > 0 && offsets_[i] < offsets_[i - 1]) return {CsrDefect::offset_decreases, i};
        }
        for (std::size_t i = 0; i < targets_.size(); ++i)
            if (static_cast<std::size_t>(targets_[i]) >= count()) return {CsrDefect::target_beyond, i};
        if constexpr (has_sizes)
            if (sizes_.size() != count()) return {CsrDefect::sizes_differ, sizes_.size()};
        return {};
    }

  private:
    std::span<Offset const> offsets_;
    std::span<Node const> targets_;
    [[no_unique_address]] Sizes sizes_;
};

namespace detail {
template <class R>
using integer_of = std::remove_cvref_t<decltype(*std::span(std::declval<R const&>()).data())>;
}  // namespace detail

template <class O, class T>
Csr(O const&, T const&) -> Csr<detail::integer_of<O>, detail::integer_of<T>>;
template <class O, class T, class S>
Csr(O const&, T const&, S const&) -> Csr<detail::integer_of<O>, detail::integer_of<T>, detail::integer_of<S>>;

}  // namespace trav
