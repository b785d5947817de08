// trav/graph/detail/shared_block.hpp: the control block of std::shared_ptr and std::weak_ptr. It is a
// separate object, so it counts once, for any number of owners, and for as long as a weak_ptr keeps it.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../type_name.hpp"

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
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

/// The class of a block, which only the library can name. Unknown if the block was made without RTTI.
class SharedBlockClass {
  public:
    explicit SharedBlockClass(void const* block) {
        std::type_info const* info = nullptr;
        void const* const* vtable = nullptr;
        copy_bytes(&vtable, block, sizeof vtable);
        copy_bytes(&info, vtable - 1, sizeof info);
        if (info != nullptr) mangled_ = info->name();
    }
    bool is(std::string_view part) const { return mangled_.find(part) != mangled_.npos; }
    /// The block contains the object.
    bool has_object() const { return is("_Sp_counted_ptr_inplaceI") || is("__shared_ptr_emplaceI"); }
    /// The first word after the counts is a pointer to the object.
    bool has_pointer() const {
        return is("_Sp_counted_ptrI") || is("__shared_ptr_pointerI") ||
               (is("_Sp_counted_deleterI") && is("EPSt14default_delete") && has_std_allocator());
    }
    /// The allocator, the last argument or the last but one, is std::allocator.
    bool has_std_allocator() const { return is("SaIvELN9__gnu_cxx12_Lock_policyE") || is("NS_9allocatorI"); }
    /// Whether the first argument is the class, or a pointer to it.
    bool owns(std::type_info const& type) const {
        if (mangled_.empty()) return true;
        for (std::string_view const before :
             {"_ptr_inplaceI", "_emplaceI", "_ptrIP", "_deleterIP", "_shared_ptr_pointerIP"}) {
            std::size_t const at = mangled_.find(before);
            if (at == mangled_.npos) continue;
            std::string_view const name = type.name();
            std::string_view const first = mangled_.substr(at + before.size());
            if (first.starts_with(name) && first.find_first_of("I_", name.size()) != name.size()) return true;
        }
        // the same class has another mangled name inside another name if it repeats a part of that
        std::string const all = class_name(mangled_.data()), name = class_name(type.name());
        std::string_view first = std::string_view(all).substr(all.find('<') + 1);
        if (!first.starts_with(name)) return false;
        first.remove_prefix(name.size());
        return first.starts_with(',') || first.starts_with('*') || first.starts_with(" const");
    }

  private:
    std::string_view mangled_;
};

/// Whether the block owns the object at `whole`, of class `type`, to which a shared_ptr<declared> points.
/// Otherwise it owns another object: the target is a part of that, or its base class, or anything else.
inline bool block_owns(void const* block, void const* whole, std::type_info const& type,
                       std::type_info const& declared) {
    SharedBlockClass const block_class(block);
    if (!block_class.owns(type) && !block_class.owns(declared)) return false;
    auto const* const after_counts = static_cast<char const*>(block) + shared_counts;
    if (block_class.has_object()) {
        std::ptrdiff_t const distance = static_cast<char const*>(whole) - after_counts;
        if (distance <= 0) return distance == 0;
        constexpr std::size_t most = 128;  // of an allocator, and of padding
        std::size_t const all = block_class.has_std_allocator() ? malloc_bytes(block) : 0;
        return static_cast<std::size_t>(distance) < (all != 0 ? all - shared_counts : most);
    }
    if (!block_class.has_pointer()) return true;  // its deleter may have any size
    void const* owned = nullptr;
    copy_bytes(&owned, after_counts, sizeof owned);
    return owned == whole;
}

/// Whether a weak_ptr alone keeps the block, which may contain the memory of a dead object.
inline bool is_expired(void const* block) {
#ifdef _LIBCPP_VERSION
    long owners = 0, none = -1;
#else
    int owners = 0, none = 0;
#endif
    copy_bytes(&owners, static_cast<char const*>(block) + sizeof(void*), sizeof owners);
    return owners == none;
}

/// The padding that make_shared<T> adds to align T is unknown.
template <class = void>
SharedBlockSize shared_block_size(void const* block) {
    constexpr std::size_t with_pointer = shared_counts + sizeof(void*);
    SharedBlockClass const block_class(block);
    if (block_class.has_object()) {
        if (!is_expired(block)) return {shared_counts, block_class.has_std_allocator()};
        std::size_t const all = block_class.has_std_allocator() ? malloc_bytes(block) : 0;
        return all != 0 ? SharedBlockSize{all, true} : SharedBlockSize{shared_counts, false};
    }
    if (block_class.is("_Sp_counted_ptrI")) return {with_pointer, true};
    if (block_class.is("__shared_ptr_pointerI"))
        return {with_pointer, block_class.has_std_allocator() && block_class.is("default_delete")};
    if (block_class.is("_Sp_counted_deleterI")) {  // with a deleter of any size
        std::size_t const all = block_class.has_std_allocator() ? malloc_bytes(block) : 0;
        return all != 0 ? SharedBlockSize{all, true} : SharedBlockSize{with_pointer, false};
    }
    return {shared_counts, false};
}

}  // namespace trav::detail
