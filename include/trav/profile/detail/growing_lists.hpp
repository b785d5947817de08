// trav/profile/detail/growing_lists.hpp: many lists that grow at their ends, in shared blocks of memory.
//
// An item is written once and never moves. A list is made of pieces, each twice as long as the one before it,
// up to 8192 items; so are the blocks, up to a million items. A short list takes little memory, and most of a
// long one is in large pages.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"

#include <cstddef>
#include <type_traits>
#include <vector>

namespace trav::detail {

/// Lists of plain items, numbered from 0. All memory is freed at the end.
template <class T>
class GrowingLists {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    GrowingLists() = default;
    GrowingLists(GrowingLists const&) = delete;
    GrowingLists& operator=(GrowingLists const&) = delete;
    ~GrowingLists() {
        for (Block const& block : blocks_) LargePages<T>().deallocate(block.begin, block.size);
    }

    std::size_t count() const { return lists_.size(); }
    /// Adds an empty list.
    void add() { lists_.emplace_back(); }
    TRAV_INLINE void push(std::size_t list, T const& item) {
        List& to = lists_[list];
        if (to.at == to.end) [[unlikely]]
            extend(to);
        *to.at++ = item;
    }
    /// Calls f(item) for all items of a list, in order.
    void each(std::size_t list, auto f) const {
        List const& from = lists_[list];
        for (std::size_t i = 0; i != from.pieces.size(); ++i) {
            T const* const end = i + 1 == from.pieces.size() ? from.at : from.pieces[i] + length(i);
            for (T const* at = from.pieces[i]; at != end; ++at) f(*at);
        }
    }

  private:
    static constexpr std::size_t first_piece = 16, doublings = 9, first_block = 64, last_block = 1 << 20;

    struct List {
        T *at = nullptr, *end = nullptr;  // the free room of the last piece
        std::vector<T*> pieces{};
    };
    struct Block {
        T* begin = nullptr;
        std::size_t size = 0;
    };
    static std::size_t length(std::size_t piece) {
        return first_piece << (piece < doublings ? piece : doublings);
    }
    TRAV_NOINLINE void extend(List& list) {
        std::size_t const n = length(list.pieces.size());
        if (static_cast<std::size_t>(end_ - at_) < n) add_block(n);
        list.pieces.push_back(at_);
        list.at = at_;
        list.end = at_ += n;
    }
    void add_block(std::size_t least) {
        std::size_t size = blocks_.empty() ? first_block : 2 * blocks_.back().size;
        if (size > last_block) size = last_block;
        if (size < least) size = least;
        Block& block = blocks_.emplace_back();
        block.begin = at_ = LargePages<T>().allocate(size);
        block.size = size;
        end_ = at_ + size;
    }

    std::vector<List> lists_;
    std::vector<Block> blocks_;
    T *at_ = nullptr, *end_ = nullptr;  // the free room of the last block
};

}  // namespace trav::detail
