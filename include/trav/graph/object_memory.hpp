// trav/graph/object_memory.hpp: the memory of an Object: its own bytes, and the blocks that it owns.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/malloc_block.hpp"
#include "detail/shared_block.hpp"
#include "object.hpp"
#include "owned_bytes.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

inline std::uintptr_t begin_of(Object const& o) { return reinterpret_cast<std::uintptr_t>(o.address); }
/// Calls f(begin, end) for all memory of an object.
inline void each_interval(Object const& o, auto&& f) {
    if (o.type->size != 0) f(begin_of(o), begin_of(o) + o.type->size);
    if (o.type->owned == nullptr) return;
    auto const pass = [&](void const* block, std::size_t bytes, bool) {
        auto const begin = reinterpret_cast<std::uintptr_t>(block);
        if (bytes != 0) f(begin, begin + bytes);
    };
    BlocksTo<decltype(pass)> list(pass);
    o.type->owned(o.address, &list);
}
inline std::size_t all_bytes(Object const& o) {
    return o.type->size + (o.type->owned ? o.type->owned(o.address, nullptr) : 0);
}
/// Calls f(word) for each word in the control block of a shared_ptr that may be a member of its deleter:
/// behind the counts, before the pointer to the object (libstdc++). The size of the block must be certain.
inline void each_word_of_deleter(Object const& o, auto&& f) {
    if (o.type->size != 0 || o.type->spelled != SharedBlock::name) return;
    if (!SharedBlockClass(o.address).is("_Sp_counted_deleterI")) return;
    constexpr std::size_t word = sizeof(std::uintptr_t);
    std::size_t const end = malloc_block(begin_of(o));
    for (std::size_t i = shared_counts; i + word < end; i += word) f(word_at(begin_of(o) + i));
}

}  // namespace trav::detail
