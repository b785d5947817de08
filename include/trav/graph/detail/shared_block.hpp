// trav/graph/detail/shared_block.hpp: the control block of std::shared_ptr and std::weak_ptr. It is a
// separate object, so it counts once, for any number of owners, and for as long as a weak_ptr keeps it.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"

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

#ifdef _LIBCPP_VERSION
inline constexpr std::size_t shared_counts = 3 * sizeof(void*);  // a vtable pointer, and two counts
#else
inline constexpr std::size_t shared_counts = sizeof(void*) + 2 * sizeof(int);
#endif

/// The size of a block, without an object inside it.
struct SharedBlockSize {
    std::size_t bytes;
    bool known;  ///< otherwise the size without an allocator and a deleter, or without an array
};

/// Asks the name of the block's class, which only the library can name. The padding that make_shared<T> adds
/// to align T is unknown.
inline SharedBlockSize shared_block_size([[maybe_unused]] void const* block) {
    constexpr std::size_t with_pointer = shared_counts + sizeof(void*);
#ifdef __cpp_rtti
    std::type_info const* info = nullptr;
    void const* const* vtable = nullptr;
    copy_bytes(&vtable, block, sizeof vtable);
    copy_bytes(&info, vtable - 1, sizeof info);
    std::string_view const name = info->name();
    auto const is = [&](std::string_view part) { return name.find(part) != name.npos; };
    // the last argument but one, or the last
    bool const standard = is("SaIvELN9__gnu_cxx12_Lock_policyE") || is("NS_9allocatorI");
    if (is("_Sp_counted_ptr_inplace")) return {shared_counts, standard};
    if (is("_Sp_counted_ptrI")) return {with_pointer, true};
    if (is("__shared_ptr_emplace")) return {shared_counts, standard};
    if (is("__shared_ptr_pointer")) return {with_pointer, standard && is("default_delete")};
    if (is("_Sp_counted_deleter")) {  // with a deleter of any size
        std::size_t const all = standard ? malloc_bytes(block) : 0;
        return all != 0 ? SharedBlockSize{all, true} : SharedBlockSize{with_pointer, false};
    }
#endif
    return {shared_counts, false};
}

}  // namespace trav::detail
