// trav/profile/retainment.hpp: the elements of a dominator tree: an object with its amounts, siblings, and
// the dominators of an object.
#pragma once

#include "amount.hpp"

#include <cstddef>
#include <span>
#include <type_traits>

namespace trav {

/// An object in a dominator tree.
template <class N>
struct Retainment {
    N node;
    std::size_t depth;  ///< number of its dominators, excluding itself
    Amount own;
    Amount retained;  ///< with all objects that it dominates
};

namespace detail {

/// An iterator over places in a dominator tree; Next returns the next place.
template <class N, class Index, Index (*Next)(Index const* links, Index at)>
class PlaceIterator {
  public:
    using value_type = N;
    using reference = N const&;
    using pointer = N const*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;

    PlaceIterator() = default;
    PlaceIterator(N const* nodes, Index const* links, Index at) : nodes_(nodes), links_(links), at_(at) {}
    N const& operator*() const { return nodes_[at_]; }
    N const* operator->() const { return nodes_ + at_; }
    PlaceIterator& operator++() {
        at_ = Next(links_, at_);
        return *this;
    }
    PlaceIterator operator++(int) {
        PlaceIterator const before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(PlaceIterator const&, PlaceIterator const&) = default;

  private:
    N const* nodes_ = nullptr;
    Index const* links_ = nullptr;
    Index at_ = 0;
};

/// Skips all objects that the object dominates.
template <class Index>
constexpr Index next_sibling(Index const* counts, Index at) {
    return static_cast<Index>(at + counts[at]);
}
/// Moves to the immediate dominator.
template <class Index>
constexpr Index next_dominator(Index const* idoms, Index at) {
    return idoms[at];
}

}  // namespace detail

/// Some objects of a dominator tree, which must outlive this: a view, for the standard library and range-v3.
template <class Iterator>
class PlacesView {
  public:
    PlacesView() = default;
    PlacesView(Iterator begin, Iterator end) : begin_(begin), end_(end) {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }
    bool empty() const { return begin_ == end_; }

  private:
    Iterator begin_{}, end_{};
};

/// Siblings in a dominator tree: the objects that one object dominates immediately.
template <class N, class Index>
using Siblings = PlacesView<detail::PlaceIterator<N, Index, detail::next_sibling<Index>>>;
/// The dominators of one object, nearest first.
template <class N, class Index>
using DominatorsOf = PlacesView<detail::PlaceIterator<N, Index, detail::next_dominator<Index>>>;

}  // namespace trav

template <class Iterator>
inline constexpr bool std::ranges::enable_view<trav::PlacesView<Iterator>> = true;
template <class Iterator>
inline constexpr bool std::ranges::enable_borrowed_range<trav::PlacesView<Iterator>> = true;

namespace ranges::ext {  // of range-v3
template <class T>
struct enable_view;
template <class Iterator>
struct enable_view<trav::PlacesView<Iterator>> : std::true_type {};
}  // namespace ranges::ext
