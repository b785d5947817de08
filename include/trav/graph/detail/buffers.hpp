// trav/graph/detail/buffers.hpp: the memory that a container has for its elements, as libstdc++ and libc++
// lay it out. Checked to the byte against a counting allocator.
#pragma once

#include "../../detail/compiler.hpp"
#include "shape.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace trav::detail {

/// `p` points into the object itself: a short string, a small vector.
template <class V>
bool is_inside(V const& object, void const* p) {
    auto const first = reinterpret_cast<std::uintptr_t>(detail::address_of(object));
    return reinterpret_cast<std::uintptr_t>(p) - first < sizeof(V);
}

/// The node that a node handle of a map or set holds.
template <class Handle>
struct handled_node;
template <template <class, class, class> class Handle, class Key, class Value, class Allocator>
struct handled_node<Handle<Key, Value, Allocator>> {  // libstdc++
    using type = typename Allocator::value_type;
};
template <template <class, class, template <class, class> class> class Handle, class Node, class Allocator,
          template <class, class> class Kind>
struct handled_node<Handle<Node, Allocator, Kind>> {  // libc++
    using type = Node;
};

template <class T>
struct ListNode {
    void *next, *previous;
    T value;
};
template <class T>
struct ForwardNode {
    void* next;
    T value;
};

template <class V>
concept HasNodes = requires { sizeof(typename handled_node<typename V::node_type>::type); };
template <class V>
concept HasBuckets = requires(V const& v) { v.bucket_count(); };
template <class V>
concept HasBuffer = requires(V const& v) {
    v.data();
    v.capacity();
};
template <class V>
concept IsForwardList = requires(V const& v) { v.before_begin(); };
template <class V>
concept IsList = requires(V& v) {
    v.splice(v.cbegin(), v);
    v.size();
};
#ifdef __GLIBCXX__
template <class V>
concept IsDeque = requires(V const& v) {
    v.begin()._M_node;
    v.begin()._S_buffer_size();
};
/// The blocks of a deque and the map of them, whose size only a class derived from it may read.
template <class V>
std::size_t deque_bytes(V const& deque) {
    struct Open : V {
        std::size_t map() const { return this->V::_Deque_base::_M_impl._M_map_size; }
    };
    std::size_t const block = V::const_iterator::_S_buffer_size() * sizeof(typename V::value_type);
    auto const blocks = static_cast<std::size_t>(deque.end()._M_node - deque.begin()._M_node) + 1;
    return static_cast<Open const&>(deque).map() * sizeof(void*) + blocks * block;
}
#endif

/// Bytes of the memory that a container of elements has got, without what the elements own.
template <class V>
std::size_t buffer_bytes(V const& v) {
    using T = typename std::remove_cvref_t<decltype(*begin_of(v))>;
    if constexpr (HasBuffer<V>) {
        if (v.capacity() == 0 || is_inside(v, v.data())) return 0;
        if constexpr (requires { v.c_str(); }) return (v.capacity() + 1) * sizeof(T);
        else return v.capacity() * sizeof(T);
    } else if constexpr (IsBits<V>) {
        return v.capacity() / 8;
    } else if constexpr (HasNodes<V>) {
        std::size_t bytes = v.size() * sizeof(typename handled_node<typename V::node_type>::type);
        if constexpr (HasBuckets<V>) {
#ifdef __GLIBCXX__
            if (v.bucket_count() != 1) bytes += v.bucket_count() * sizeof(void*);  // one is in the object
#else
            bytes += v.bucket_count() * sizeof(void*);
#endif
        }
        return bytes;
    } else if constexpr (IsForwardList<V>) {
        return static_cast<std::size_t>(std::distance(v.begin(), v.end())) * sizeof(ForwardNode<T>);
    } else if constexpr (IsList<V>) {
        return v.size() * sizeof(ListNode<T>);
#ifdef __GLIBCXX__
    } else if constexpr (IsDeque<V>) {
        return deque_bytes(v);
#endif
    } else if constexpr (requires { v.capacity(); }) {  // a flat_map
        return v.capacity() * sizeof(T);
    } else {
        return 0;
    }
}

/// Bytes of the block at `p`, as malloc knows them; 0 if it cannot be asked.
inline std::size_t block_bytes([[maybe_unused]] void const* p) {
#ifdef __GLIBC__
    return malloc_usable_size(const_cast<void*>(p));
#else
    return 0;
#endif
}

}  // namespace trav::detail
