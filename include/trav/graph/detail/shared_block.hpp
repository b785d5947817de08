// trav/graph/detail/shared_block.hpp: the control block of std::shared_ptr and std::weak_ptr. It is a
// separate object, so it counts once, for any number of owners, and for as long as a weak_ptr keeps it.
#pragma once

#include "../../detail/compiler.hpp"
#include "buffers.hpp"

#include <concepts>
#include <cstddef>
#include <string_view>
#include <typeinfo>

namespace trav::detail {

struct SharedBlock {
    static constexpr std::string_view name = "shared_ptr block";
};

template <class V>
concept IsStdShared = requires(V const& v) {
    typename V::weak_type;
    v.use_count();
    requires sizeof(V) == 2 * sizeof(void*);
};
template <class V>
concept IsStdWeak = requires(V const& v) {
    { v.lock() } -> IsStdShared;
    requires sizeof(V) == 2 * sizeof(void*);
};

/// The second word of the pointer, with libstdc++ and libc++.
template <class V>
void const* shared_block(V const& pointer) {
#if defined(__GLIBCXX__) || defined(_LIBCPP_VERSION)
    void const* words[2];
    copy_bytes(words, detail::address_of(pointer), sizeof words);
    return words[1];
#else
    return nullptr;
#endif
}

/// The bytes of a block, without an object inside it. The padding that make_shared<T> adds to align T is
/// unknown.
inline std::size_t shared_block_bytes([[maybe_unused]] void const* block) {
#ifdef _LIBCPP_VERSION
    std::size_t const counts = 2 * sizeof(void*);
#else
    std::size_t const counts = sizeof(void*) + 2 * sizeof(int);  // a vtable pointer, and two counts
#endif
#ifdef __cpp_rtti
    // the block is of a polymorphic class that only the library can name
    std::type_info const* info = nullptr;
    void const* const* vtable = nullptr;
    copy_bytes(&vtable, block, sizeof vtable);
    copy_bytes(&info, vtable - 1, sizeof info);
    std::string_view const name = info->name();
    auto const is = [&](std::string_view part) { return name.find(part) != name.npos; };
    if (is("_Sp_counted_ptr_inplace")) return counts;
    if (is("_Sp_counted_ptrI")) return counts + sizeof(void*);
    if (is("__shared_ptr_emplace")) return counts + sizeof(void*);
    if (is("__shared_ptr_pointer")) return counts + 2 * sizeof(void*);
    if (std::size_t const all = block_bytes(block)) return all;  // with a deleter of any size
    return counts + sizeof(void*);
#else
    return counts;
#endif
}

}  // namespace trav::detail
