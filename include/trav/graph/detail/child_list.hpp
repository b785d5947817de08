// trav/graph/detail/child_list.hpp: ChildList, which collects the children of one object. The first children
// are stored in the list itself, so an object with few children allocates nothing.
#pragma once

#include "../../detail/compiler.hpp"
#include "../named_edge.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

namespace trav::detail {

/// The maximum depth of nested structs by value. Deeper structs are separate objects, so that deeply nested
/// data cannot exhaust the stack.
inline constexpr unsigned deepest_part = 64;

/// The first object of a list, sorted by address, that is at an address and for which f(object) is true.
TRAV_NOINLINE inline Object const* find_at(std::span<Object const> sorted, void const* address,
                                           auto const& f) {
    auto const at = reinterpret_cast<std::uintptr_t>(address);
    std::size_t low = 0, high = sorted.size();
    while (low != high) {
        std::size_t const middle = (low + high) / 2;
        if (reinterpret_cast<std::uintptr_t>(sorted[middle].address) < at) low = middle + 1;
        else high = middle;
    }
    for (; low != sorted.size() && sorted[low].address == address; ++low)
        if (f(sorted[low])) return &sorted[low];
    return nullptr;
}
/// The object that is a value of this size.
inline Object const* find_apart(std::span<Object const> sorted, void const* value, std::size_t bytes) {
    return find_at(sorted, value, [&](Object const& o) { return o.type->size == bytes; });
}

class ChildList {
  public:
    static constexpr bool names = false;

    /// Values that are among `apart`, which is sorted by address, are not entered.
    TRAV_ALWAYS_INLINE explicit ChildList(EdgeKinds kinds, std::span<Object const> apart = {})
        : begin_(first()), top_(begin_), end_(begin_ + inside), kinds_(kinds), apart_(apart) {}
    ChildList(ChildList const&) = delete;
    ChildList& operator=(ChildList const&) = delete;
    TRAV_ALWAYS_INLINE ~ChildList() {
        if (begin_ != first()) [[unlikely]]
            ::operator delete(begin_);
    }

    TRAV_ALWAYS_INLINE Object const* begin() const { return begin_; }
    TRAV_ALWAYS_INLINE Object const* end() const { return top_; }

    // Called by follow().
    TRAV_ALWAYS_INLINE void add(EdgeKind kind, void const* address, Type const& type) {
        if (kinds_.contains(kind)) push({address, &type});
    }
    TRAV_ALWAYS_INLINE void push(Object const& child) {
        ::new (static_cast<void*>(top_)) Object(child);
        if (++top_ == end_) [[unlikely]]
            grow();
    }
    /// Whether a value by value is an object of its own.
    TRAV_ALWAYS_INLINE bool is_apart(void const* value, std::size_t bytes) const {
        return !apart_.empty() && find_apart(apart_, value, bytes) != nullptr;
    }
    TRAV_ALWAYS_INLINE bool enter(void const* part, Type const& type) {
        if (depth_ == deepest_part) [[unlikely]] {
            add(EdgeKind::owns, part, type);
            return false;
        }
        ++depth_;
        return true;
    }
    TRAV_ALWAYS_INLINE void leave() { --depth_; }

  private:
    static constexpr std::size_t inside = 32;

    Object* first() { return reinterpret_cast<Object*>(room_); }
    TRAV_NOINLINE void grow() {
        auto const count = static_cast<std::size_t>(end_ - begin_);
        auto* const more = static_cast<Object*>(::operator new(2 * count * sizeof(Object)));
        copy_bytes(static_cast<void*>(more), begin_, count * sizeof(Object));
        if (begin_ != first()) ::operator delete(begin_);
        begin_ = more;
        top_ = more + count;
        end_ = more + 2 * count;
    }

    Object* begin_;
    Object* top_;
    Object* end_;
    EdgeKinds kinds_;
    std::span<Object const> apart_;
    unsigned depth_ = 0;
    alignas(Object) unsigned char room_[inside * sizeof(Object)];
};

}  // namespace trav::detail
