// trav/graph/detail/child_list.hpp: ChildList, which collects the children of one object. The first children
// are stored in the list itself, so an object with few children allocates nothing.
#pragma once

#include "../../detail/compiler.hpp"
#include "../named_edge.hpp"

#include <cstddef>
#include <new>

namespace trav::detail {

/// The maximum depth of nested structs by value. Deeper structs are separate objects, so that deeply nested
/// data cannot exhaust the stack.
inline constexpr unsigned deepest_part = 64;

class ChildList {
  public:
    static constexpr bool names = false;

    TRAV_ALWAYS_INLINE explicit ChildList(EdgeKinds kinds)
        : begin_(first()), top_(begin_), end_(begin_ + inside), kinds_(kinds) {}
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
        Object* const at = top_;
        ::new (static_cast<void*>(at)) Object(child);
        top_ = at + 1;
        if (top_ == end_) [[unlikely]]
            grow();
    }
    TRAV_ALWAYS_INLINE bool enter(void const* part, Type const& type) {
        if (depth_ == deepest_part) [[unlikely]] {
            add_deep(part, type);
            return false;
        }
        ++depth_;
        return true;
    }
    /// Enters the object itself, without a check of its depth.
    TRAV_ALWAYS_INLINE void enter_object() { ++depth_; }
    TRAV_ALWAYS_INLINE void leave() { --depth_; }

  private:
    static constexpr std::size_t inside = 32;

    /// Adds a part that lies too deep, as an object of its own.
    TRAV_NOINLINE void add_deep(void const* part, Type const& type) { add(EdgeKind::owns, part, type); }
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
    unsigned depth_ = 0;
    alignas(Object) unsigned char room_[inside * sizeof(Object)];
};

}  // namespace trav::detail
