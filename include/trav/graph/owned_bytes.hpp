// trav/graph/owned_bytes.hpp: owned_bytes(value), the memory outside a value that it owns exclusively: the
// buffers of strings and vectors, including spare capacity; the nodes and buckets of lists, maps and sets;
// the blocks of deques; and the same for all elements by value. It does not include the targets of pointers,
// which are separate objects. trav::Objects adds it to sizeof.
//
//     trav::owned_bytes(std::string(100, 'x'))        // 101
//     trav::owned_bytes(std::string("short"))         // 0: it is in the string itself
//     trav::owned_blocks(value, [](void const* block, std::size_t bytes) { ... });         // one by one
//
// The bytes are those requested from the allocator. libstdc++, libc++ and Boost.Container are supported, with
// these exceptions: for a libc++ deque with a stateful allocator, only the memory owned by its elements
// counts; for Boost, the map of a deque's blocks and the spare capacity of a stable_vector do not count.
// Containers of other libraries count if they are arrays with a capacity(). Hash tables, and arrays that Qt
// shares, count with the blocks that glibc's malloc gave them, up to 40 bytes larger than requested, if these
// blocks are certain (detail/foreign_memory.hpp). Of others only the memory owned by their elements counts,
// and unseen() lists them.
#pragma once

#include "detail/buffers.hpp"
#include "detail/child_list.hpp"
#include "detail/foreign_memory.hpp"
#include "detail/shape.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// Whether a type may own memory.
inline constexpr Shapes owning = set_of(Shape::text, Shape::container, Shape::foreign, Shape::adaptor);

template <class V, Shape shape = shape_of<V>()>
std::size_t owned(V const& value, unsigned depth, OwnedBlocks* list);

/// Receives the members of structs from their descriptions.
struct AddOwned {
    std::size_t& bytes;
    unsigned depth;
    OwnedBlocks* list;
    template <class V>
    TRAV_ALWAYS_INLINE void operator()(auto const&, [[maybe_unused]] V const& value, auto...) const {
        if constexpr ((shapes_in<V>() & owning) != 0) bytes += owned(value, depth, list);
    }
};

template <class V, Shape shape>
std::size_t owned(V const& value, unsigned depth, OwnedBlocks* list) {
    if constexpr ((shapes_in<V>() & owning) == 0) {
        return 0;
    } else if constexpr (shape == Shape::structure) {
        if (depth == deepest_part) return 0;  // a separate object
        std::size_t bytes = 0;
        if constexpr (HasMembers<V>)
            Described<V>::members(value, MemberCall(AddOwned{bytes, depth + 1, list}));
        return bytes;
    } else if constexpr (shape == Shape::text) {
        if constexpr (HasPath<V>) return owned(value.native(), depth, list) + path_bytes(value, list);
        else return buffer_bytes(value, list);
    } else if constexpr (shape == Shape::view) {
        std::size_t bytes = 0;
        if constexpr (FreesNothing<V>)
            if (has_elements_inside(value))
                for (auto at = begin_of(value); at != end_of(value); ++at) bytes += owned(*at, depth, list);
        return bytes;
    } else if constexpr (shape == Shape::container || shape == Shape::foreign) {
        std::size_t bytes = 0;
        if constexpr (IsImplicitlyShared<V>)
            if (!value.isDetached()) return 0;
        if constexpr (shape == Shape::foreign) bytes = foreign_bytes(value, list).bytes;
        else if constexpr (!std::is_array_v<V>) bytes = buffer_bytes(value, list);
        if constexpr ((shapes_in<std::remove_cvref_t<elements_t<V>>>() & owning) != 0) {
            auto const end = end_of(value);
            for (auto at = begin_of(value); at != end; ++at) bytes += owned(*at, depth, list);
        }
        return bytes;
    } else if constexpr (shape == Shape::optional) {
        std::size_t bytes = 0;
        with_part(value, [&](auto const& part) { bytes = owned(part, depth, list); });
        return bytes;
    } else if constexpr (shape == Shape::adaptor) {
        return owned(container_in(value), depth, list);
    } else if constexpr (shape == Shape::variant) {
        if (value.valueless_by_exception()) return 0;
        return [&]<class... T>(Types<T...>) {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                using std::get;
                return ((value.index() == I ? owned(get<I>(value), depth, list) : 0) + ...);
            }(std::index_sequence_for<T...>{});
        }(typename alternatives_of<V>::type{});
    } else if constexpr (shape == Shape::tuple) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            using std::get;
            return (std::size_t{0} + ... + owned(get<I>(value), depth, list));
        }(std::make_index_sequence<std::tuple_size_v<V>>{});
    } else if constexpr (HasDeleter<V>) {
        return owned(value.get_deleter(), depth, list);
    } else {
        return 0;
    }
}

/// Passes blocks to a function.
template <class F>
class BlocksTo final : public OwnedBlocks {
  public:
    explicit BlocksTo(F& f)
        : OwnedBlocks([](OwnedBlocks& self, void const* block, std::size_t bytes, bool pointers) {
              static_cast<BlocksTo&>(self).f_(block, bytes, pointers);
          }),
          f_(f) {}

  private:
    F& f_;
};

}  // namespace detail

/// The bytes outside `value` that it owns exclusively. O(elements and members by value).
template <class V>
std::size_t owned_bytes(V const& value) {
    return detail::owned(value, 0, nullptr);
}

/// Calls f(block, bytes) for each block of this memory, except the blocks of Boost's deques. If nodes are not
/// from malloc, their addresses may be some bytes off.
template <class V, class F>
void owned_blocks(V const& value, F f) {
    auto const pass = [&](void const* block, std::size_t bytes, bool) { f(block, bytes); };
    detail::BlocksTo<decltype(pass)> list(pass);
    detail::owned(value, 0, &list);
}

}  // namespace trav
