// trav/graph/detail/buffers.hpp: the memory that a container allocates for its elements, according to the
// layouts of libstdc++ and libc++. Checked to the byte against a counting allocator.
#pragma once

#include "../../detail/compiler.hpp"
#include "shape.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

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

/// Receives the memory blocks of containers.
class OwnedBlocks {
  public:
    /// `block` is the beginning of a block from the allocator. `pointers`: it may contain pointers.
    void add(void const* block, std::size_t bytes, bool pointers) { add_(*this, block, bytes, pointers); }

  protected:
    using Add = void (*)(OwnedBlocks&, void const* block, std::size_t bytes, bool pointers);
    explicit OwnedBlocks(Add call) : add_(call) {}

  private:
    Add add_;
};

/// Lists one block. Returns its bytes.
inline std::size_t listed(OwnedBlocks* list, void const* block, std::size_t bytes, bool pointers = true) {
    if (list != nullptr) list->add(block, bytes, pointers);
    return bytes;
}
/// The first word of a container, for containers that offer no other access to their memory.
template <class V>
void const* first_word(V const& v) {
    void const* word;
    static_assert(sizeof v >= sizeof word);
    copy_bytes(&word, detail::address_of(v), sizeof word);
    return word;
}
/// Lists the nodes of a container. They have `bytes` bytes each, end with the element, and are aligned like
/// blocks of malloc.
template <class V>
std::size_t listed_nodes(OwnedBlocks* list, V const& v, std::size_t count, std::size_t bytes) {
    if (list == nullptr) return count * bytes;
    constexpr std::uintptr_t alignment = 2 * sizeof(void*);
    for (auto const& element : v) {
        auto const first =
            reinterpret_cast<std::uintptr_t>(detail::address_of(element)) - (bytes - sizeof element);
        list->add(reinterpret_cast<void const*>((first + alignment - 1) & ~(alignment - 1)), bytes, true);
    }
    return count * bytes;
}

#ifdef __GLIBCXX__
/// The bytes of a deque's blocks and of the map of its blocks, which only a derived class may read.
template <class V>
std::size_t deque_bytes(V const& deque, OwnedBlocks* list) {
    struct Open : V {
        void const* map() const { return this->V::_Deque_base::_M_impl._M_map; }
        std::size_t map_size() const { return this->V::_Deque_base::_M_impl._M_map_size; }
    };
    auto const& open = static_cast<Open const&>(deque);
    std::size_t const block = V::const_iterator::_S_buffer_size() * sizeof(typename V::value_type);
    auto const first = deque.begin()._M_node, last = deque.end()._M_node;
    if (list != nullptr)
        for (auto node = first; node <= last; ++node) list->add(*node, block, true);
    return listed(list, open.map(), open.map_size() * sizeof(void*)) +
           (static_cast<std::size_t>(last - first) + 1) * block;
}
#elif defined _LIBCPP_VERSION
/// The bytes of a deque's blocks and of the map of its blocks: the map's capacity, and the range in use.
template <class V>
std::size_t deque_bytes(V const& deque, OwnedBlocks* list) {
    struct Layout {
        void const **map, **first, **last, **map_end;
        std::size_t start, size;
    } layout;
    static_assert(sizeof layout == sizeof deque);
    copy_bytes(&layout, detail::address_of(deque), sizeof layout);
    constexpr std::size_t element = sizeof(typename V::value_type);
    constexpr std::size_t block = (element < 256 ? 4096 / element : 16) * element;
    if (list != nullptr)
        for (auto at = layout.first; at != layout.last; ++at) list->add(*at, block, true);
    auto const map_bytes = static_cast<std::size_t>(layout.map_end - layout.map) * sizeof(void*);
    return (map_bytes ? listed(list, layout.map, map_bytes) : 0) +
           static_cast<std::size_t>(layout.last - layout.first) * block;
}
#endif

/// The bytes that a container has allocated for its elements, without memory owned by the elements. Also adds
/// the blocks to `list`, unless that is null.
template <class V>
std::size_t buffer_bytes(V const& v, OwnedBlocks* list) {
    using T = typename std::remove_cvref_t<decltype(*begin_of(v))>;
    if constexpr (requires { v._M_base(); }) {  // libstdc++ in debug mode, after lists of iterators
        return buffer_bytes(v._M_base(), list);
    } else if constexpr (HasBuffer<V>) {
        if (v.capacity() == 0 || is_inside(v, v.data())) return 0;
        std::size_t const ending = requires { v.c_str(); } ? 1 : 0;
        return listed(list, v.data(), (v.capacity() + ending) * sizeof(T), !std::is_arithmetic_v<T>);
    } else if constexpr (IsBits<V>) {
        return v.capacity() == 0 ? 0 : listed(list, first_word(v), v.capacity() / 8, false);
    } else if constexpr (HasNodes<V>) {
        std::size_t bytes =
            listed_nodes(list, v, v.size(), sizeof(typename handled_node<typename V::node_type>::type));
        if constexpr (HasBuckets<V>) {
#ifdef __GLIBCXX__
            bool const elsewhere = v.bucket_count() != 1;  // a single bucket is in the object
#else
            bool const elsewhere = v.bucket_count() != 0;
#endif
            if (elsewhere) bytes += listed(list, first_word(v), v.bucket_count() * sizeof(void*));
        }
        return bytes;
    } else if constexpr (IsForwardList<V>) {
        return listed_nodes(list, v, static_cast<std::size_t>(std::distance(v.begin(), v.end())),
                            sizeof(ForwardNode<T>));
    } else if constexpr (IsList<V>) {
        return listed_nodes(list, v, v.size(), sizeof(ListNode<T>));
    } else if constexpr (IsDeque<V>) {
        return deque_bytes(v, list);
    } else if constexpr (IsDequeOfBoost<V>) {
        return v.empty() ? 0 : (v.size() / V::get_block_size() + 1) * V::get_block_size() * sizeof(T);
    } else if constexpr (stored_bytes<V> > sizeof(T)) {  // a map of Boost, or a stable_vector
        std::size_t const pointers = requires { v.capacity(); } ? v.size() * sizeof(void*) : 0;
        return listed_nodes(list, v, v.size(), stored_bytes<V>) + pointers;
    } else if constexpr (IsRing<V>) {
        return v.capacity() * sizeof(T);  // its first element may lie anywhere
    } else if constexpr (IsArray<V>) {    // a flat_map
        std::size_t const bytes = v.capacity() * sizeof(T);
        return v.begin() == v.end() ? bytes : listed(list, detail::address_of(*v.begin()), bytes);
    } else {
        return 0;
    }
}

/// The bytes of a std::filesystem::path beside its text. libstdc++ keeps the path's components in a block,
/// behind two numbers; the pointer to it follows the text, and has the kind of path in its lowest bits.
template <class V>
std::size_t path_bytes([[maybe_unused]] V const& path, [[maybe_unused]] OwnedBlocks* list) {
#ifdef __GLIBCXX__
    if constexpr (spelled_type<V>().starts_with("std::filesystem")) {
        struct Component {
            V path;
            std::size_t at;
        };
        std::uintptr_t word = 0;
        copy_bytes(&word, reinterpret_cast<char const*>(detail::address_of(path)) + sizeof path.native(),
                   sizeof word);
        int numbers[2];  // size and capacity
        auto const* const block = reinterpret_cast<char const*>(word & ~std::uintptr_t{3});
        if (block == nullptr) return 0;
        copy_bytes(numbers, block, sizeof numbers);
        std::size_t bytes =
            listed(list, block, sizeof numbers + static_cast<std::size_t>(numbers[1]) * sizeof(Component));
        auto const* const first = reinterpret_cast<Component const*>(block + sizeof numbers);
        for (int i = 0; i < numbers[0]; ++i) bytes += buffer_bytes(first[i].path.native(), list);
        return bytes;
    }
#endif
    return 0;
}

}  // namespace trav::detail
