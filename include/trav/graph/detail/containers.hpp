// trav/graph/detail/containers.hpp: kinds of containers, by their members. buffers.hpp knows their memory.
#pragma once

#include "../../detail/compiler.hpp"
#include "../type_name.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The node type of a node handle of a map or set.
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

/// Other libraries' node handles have the type of the element in place of the node.
template <class V>
concept HasNodes = requires {
    requires sizeof(typename handled_node<typename V::node_type>::type) > sizeof(typename V::value_type);
};
template <class V>
concept HasBuckets = requires(V const& v) { v.bucket_count(); };
template <class V>
concept HasBuffer = requires(V const& v) {
    v.data();
    v.capacity();
};
/// The bytes that a container allocates per element, if it says so, as in Boost.Container; otherwise 0.
template <class V>
inline constexpr std::size_t stored_bytes = 0;
template <class V>
    requires requires { sizeof(typename V::stored_allocator_type::value_type); }
inline constexpr std::size_t stored_bytes<V> = sizeof(typename V::stored_allocator_type::value_type);
template <class V>
concept IsForwardList = requires(V const& v) { v.before_begin(); };
/// A list. Lists of Boost.MultiIndex have other nodes.
template <class V>
concept IsList = !requires { typename V::index_specifier_type_list; } && requires(V& v) {
    v.splice(v.cbegin(), v);
    v.size();
};
#ifdef __GLIBCXX__
template <class V>
concept IsDeque = requires(V const& v) {
    v.begin()._M_node;
    v.begin()._S_buffer_size();
};
#elif defined _LIBCPP_VERSION
/// A deque with a stateless allocator: six words.
template <class V>
concept IsDeque = sizeof(V) == 6 * sizeof(void*) && spelled_type<V>().starts_with("std::") && requires(V& v) {
    v.pop_front();
    v.shrink_to_fit();
};
#else
template <class V>
concept IsDeque = false;
#endif
/// A deque of Boost.
template <class V>
concept IsDequeOfBoost = requires { V::get_block_size(); };
/// A circular buffer.
template <class V>
concept IsRing = requires(V& v) {
    v.linearize();
    v.capacity();
};
/// An array with spare capacity at its end: its iterators are pointers, or it is of Boost.Container.
/// Iterators of other classes may lead to separate elements, as in Boost's ptr_vector.
template <class V>
concept IsArray = (std::is_pointer_v<decltype(std::declval<V const&>().begin())> || requires {
                      typename V::stored_allocator_type;
                  }) && requires(V const& v) {
    v.capacity();
    v.begin() + 1;
};
/// An array with spare capacity at both ends, as Boost's devector: where it begins is not said.
template <class V>
concept IsDevector = requires(V const& v) { v.front_free_capacity(); };
/// A container that may share its elements with copies of itself, as Qt's do.
template <class V>
concept IsImplicitlyShared = requires(V const& v) { v.isDetached(); };
/// The containers whose memory is known.
template <class V>
concept IsKnownContainer =
    std::is_array_v<V> ||
    (!IsDevector<V> && !IsImplicitlyShared<V> &&
     (requires(V& v) { v._M_base(); } || HasBuffer<V> || HasNodes<V> || IsForwardList<V> || IsList<V> ||
      IsDeque<V> || IsDequeOfBoost<V> || IsArray<V> || (stored_bytes<V> > sizeof(typename V::value_type))));

}  // namespace trav::detail
