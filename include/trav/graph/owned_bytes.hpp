// trav/graph/owned_bytes.hpp: owned_bytes(value), the memory that a value has elsewhere and shares with
// nobody: the buffers of strings and vectors, with their spare room; the nodes and buckets of lists, maps and
// sets; the blocks of deques; and the same of what these hold by value. Not what it points to: that is an
// object of its own. trav::Objects adds it to sizeof.
//
//     trav::owned_bytes(std::string(100, 'x'))        // 101
//     trav::owned_bytes(std::string("short"))         // 0: it is in the string itself
//     trav::owned_blocks(value, [](void const* block, std::size_t bytes) { ... });         // one by one
//
// Bytes as they were asked for from the allocator, on libstdc++ and libc++ (of whose deques with a stateful
// allocator only what the elements own), and those of Boost.Container (without the map of a deque's blocks
// and the spare room of a stable_vector). Containers of other libraries count if they have a capacity(); else
// their elements alone do.
#pragma once

#include "detail/buffers.hpp"
#include "detail/child_list.hpp"
#include "detail/shape.hpp"

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// What has memory of its own.
using Owning = Asked<Shape::text, Shape::container, Shape::adaptor>;

template <class V>
std::size_t owned(V const& value, unsigned depth, OwnedBlocks* list) {
    constexpr Shape shape = shape_of<V>();
    if constexpr (!Owning::in<V>()) {
        return 0;
    } else if constexpr (shape == Shape::structure) {
        if (depth == deepest_part) return 0;  // an object of its own
        std::size_t bytes = 0;
        auto const member = [&](auto const&, auto const& its_value, auto...) {
            bytes += owned(its_value, depth + 1, list);
        };
        if constexpr (HasMembers<V>) Described<V>::members(value, member);
        return bytes;
    } else if constexpr (shape == Shape::text) {
        if constexpr (HasPath<V>) return owned(value.native(), depth, list);
        else return buffer_bytes(value, list);
    } else if constexpr (shape == Shape::container) {
        std::size_t bytes = 0;
        if constexpr (!std::is_array_v<V>) bytes = buffer_bytes(value, list);
        if constexpr (Owning::in<std::remove_cvref_t<elements_t<V>>>()) {
            auto const end = end_of(value);
            for (auto at = begin_of(value); at != end; ++at) bytes += owned(*at, depth, list);
        }
        return bytes;
    } else if constexpr (shape == Shape::optional) {
        return value.has_value() ? owned(*value, depth, list) : 0;
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
    } else {
        return 0;
    }
}

/// Passes blocks on to a function.
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

/// Bytes that `value` has elsewhere and shares with nobody. O(what it holds by value).
template <class V>
std::size_t owned_bytes(V const& value) {
    return detail::owned(value, 0, nullptr);
}

/// Calls f(block, bytes) for each block of this memory, but those of deques of Boost. Where nodes are not
/// from malloc, their addresses may be some bytes off.
template <class V, class F>
void owned_blocks(V const& value, F f) {
    auto const pass = [&](void const* block, std::size_t bytes, bool) { f(block, bytes); };
    detail::BlocksTo<decltype(pass)> list(pass);
    detail::owned(value, 0, &list);
}

}  // namespace trav
