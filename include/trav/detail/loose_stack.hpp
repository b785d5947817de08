// trav/detail/loose_stack.hpp: a stack that is written to before it is known how much of it counts, so that no branch has to
// ask. It keeps three pointers and never hands out their addresses: a loop that works on a local one has them in registers.
#pragma once

#include "absent.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class Item>
class LooseStack {
    static_assert(std::is_trivially_copyable_v<Item>);

  public:
    LooseStack() = default;
    LooseStack(LooseStack&& other) noexcept
        : begin_(std::exchange(other.begin_, nullptr)),
          top_(std::exchange(other.top_, nullptr)),
          limit_(std::exchange(other.limit_, nullptr)) {}
    LooseStack& operator=(LooseStack&& other) noexcept {
        std::swap(begin_, other.begin_);
        std::swap(top_, other.top_);
        std::swap(limit_, other.limit_);
        return *this;
    }
    ~LooseStack() { ::operator delete(begin_); }

    bool empty() const { return top_ == begin_; }
    std::size_t size() const { return static_cast<std::size_t>(top_ - begin_); }
    void clear() { top_ = begin_; }

    TRAV_INLINE void push(Item const& item) {
        *room(1) = item;
        add(1);
    }
    TRAV_INLINE Item pop() { return *--top_; }
    /// Room for n items above the top, to be written; add() says how many of them count.
    TRAV_INLINE Item* room(std::size_t n) {
        if (static_cast<std::size_t>(limit_ - top_) < n) [[unlikely]] {
            std::size_t const used = size();
            std::size_t const capacity = 2 * used + n + 64;
            begin_ = moved(begin_, used, capacity);
            top_ = begin_ + used;
            limit_ = begin_ + capacity;
        }
        return top_;
    }
    TRAV_INLINE void add(std::size_t n) { top_ += n; }

  private:
    [[gnu::noinline]] static Item* moved(Item* from, std::size_t used, std::size_t capacity) {
        auto* const to = static_cast<Item*>(::operator new(capacity * sizeof(Item)));
        for (std::size_t i = 0; i != used; ++i) ::new (static_cast<void*>(to + i)) Item(from[i]);
        ::operator delete(from);
        return to;
    }

    Item* begin_ = nullptr;
    Item* top_ = nullptr;
    Item* limit_ = nullptr;
};

}  // namespace trav::detail
