// trav/graph/detail/foreign_memory.hpp: the memory of a hash table of another library, or of an array that Qt
// shares, as far as malloc's blocks tell it.
//
// Words of the container lead to blocks. There must be one, its table, and its size must fit the number of
// buckets, or the capacity. Either all elements are in the table, or each has a block of its own, a node,
// with a few words beside it, and the table leads to the first one. A second table is accepted if its first
// word leads to the first table, as in Boost 1.80. Otherwise the memory is unknown. So it is if the container
// has an allocator or a function object with members, or shares its elements with a copy. Other
// containers are not examined: their memory may belong to others, or lead to more.
//
// Takes time in the order of the elements and of the table, and no memory.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_block.hpp"
#include "buffers.hpp"
#include "shape.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The blocks of one container.
class ForeignMemory {
  public:
    ForeignMemory(void const* object, std::size_t bytes, std::size_t element_bytes)
        : element_bytes_(element_bytes) {
        any_word({address(object), bytes}, [&](std::uintptr_t to) {
            // A table may begin with one word that the container does not lead to.
            std::uintptr_t const begin = to / unit * unit;
            Block const block{begin, malloc_block(begin)};
            if (block.bytes != 0 && to % word == 0) add(block);
            return false;
        });
    }
    /// Whether the container leads to no block.
    bool is_empty() const { return count_ == 0; }

    /// Adds the elements, in the order of the container.
    void add_element(void const* element) {
        Block const e{address(element), element_bytes_};
        if (elements_++ == 0) first_ = e.begin;
        if (table_.contains(e)) ++in_table_;
        for (unsigned place = 0; place != places; ++place) {
            std::size_t const bytes = possible_[place] ? node_bytes(e.begin, place) : 0;
            possible_[place] = bytes != 0;
            node_bytes_[place] += bytes;
        }
    }

    /// After the last element: whether the blocks form a hash table with this number of buckets.
    bool is_hash_table(std::size_t buckets) {
        while (place_ != places && !possible_[place_]) ++place_;
        has_nodes_ = in_table_ == 0 && place_ != places;
        if (!has_nodes_ && in_table_ != elements_) return false;
        bool const is_second = second_.bytes != 0 && table_.contains(word_at(second_.begin));
        if (count_ != (is_second ? 2 : 1)) return false;
        if (!has_nodes_) return count_ == 1 && fits(buckets, element_bytes_ + 1, element_bytes_ + 24);
        Block const node{first_ - before(place_), node_bytes(first_, place_)};
        return fits(buckets, word, 2 * word) &&
               any_word(table_, [&](std::uintptr_t to) { return node.contains({to, 1}); });
    }
    /// After the last element: whether the block is an array of this capacity.
    bool is_array(std::size_t room) const {
        return elements_ != 0 && count_ == 1 && in_table_ == elements_ &&
               fits(room, element_bytes_, element_bytes_);
    }

    /// If the memory is known: its bytes, as malloc gave them.
    std::size_t bytes() const {
        return table_.bytes + second_.bytes + (has_nodes_ ? node_bytes_[place_] : 0);
    }
    void list_tables(OwnedBlocks& list) const {
        for (Block const& block : {table_, second_})
            if (block.bytes != 0) add_to(list, block);
    }
    bool has_nodes() const { return has_nodes_; }
    void list_node(void const* element, OwnedBlocks& list) const {
        add_to(list, {address(element) - before(place_), node_bytes(address(element), place_)});
    }

  private:
    struct Block {
        std::uintptr_t begin = 0;
        std::size_t bytes = 0;
        bool contains(Block const& other) const {
            return other.begin - begin < bytes && other.bytes <= bytes - (other.begin - begin);
        }
        bool contains(std::uintptr_t at) const { return at - begin < bytes; }
    };
    // An element's place in its node: less than 16 bytes behind the beginning, or 16 or 32 bytes further.
    static constexpr unsigned places = 3;
    static constexpr std::size_t word = sizeof(std::uintptr_t), unit = 2 * word, most_beside = 5 * unit;
    std::size_t before(unsigned place) const { return first_ % unit + place * unit; }

    static void add_to(OwnedBlocks& list, Block const& block) {
        list.add(reinterpret_cast<void const*>(block.begin), block.bytes, true);
    }
    static bool any_word(Block const& block, auto&& holds) {
        for (std::uintptr_t at = block.begin; at + word <= block.begin + block.bytes; at += word)
            if (holds(word_at(at))) return true;
        return false;
    }
    // Keeps two, the larger one as the table; with more, the memory is unknown. A header inside the table is
    // an old one, in unused memory.
    void add(Block block) {
        if (table_.contains(block.begin)) return;
        ++count_;
        if (block.bytes > table_.bytes) std::swap(block, table_);
        second_ = block;
    }
    // The bytes of an element's node; 0 if it has none at this place. Only the first header, and one on
    // another page than the element, may be no header at all.
    std::size_t node_bytes(std::uintptr_t element, unsigned place) const {
        constexpr std::uintptr_t page = 4096;
        std::uintptr_t const begin = element - before(place);
        if (begin % unit != 0) return 0;
        bool const certain =
            element != first_ && is_tracked_block == nullptr && (begin - word) / page == element / page;
        std::size_t const given =
            certain ? usable_size(word_at(begin - word), word_at(begin - unit)) : malloc_block(begin);
        std::size_t const least = before(place) + element_bytes_;
        return given >= least && given <= least + most_beside ? given : 0;
    }
    // Whether the table's size is about that of `items` items of `least` to `most` bytes. A table of items of
    // unknown size may have more of them at its end. A large block has a whole number of pages.
    bool fits(std::size_t items, std::size_t least, std::size_t most) const {
        constexpr std::size_t more_items = 64, more_bytes = 8 * unit, page = 4096;
        std::size_t const more =
            (least == most ? 0 : more_items * most) + (may_fill_pages(table_.bytes) ? page : 0);
        return items <= table_.bytes / least && table_.bytes <= items * most + more + more_bytes;
    }

    std::size_t element_bytes_;
    Block table_, second_;
    unsigned count_ = 0, place_ = 0;
    std::size_t elements_ = 0, in_table_ = 0;
    std::uintptr_t first_ = 0;
    bool possible_[places] = {true, true, true}, has_nodes_ = false;
    std::size_t node_bytes_[places] = {};
};

/// Whether a container has an allocator or a function object with members. These may lead to blocks, too.
template <class V>
consteval bool has_state() {
    bool found = false;
    if constexpr (requires { typename V::allocator_type; })
        found = found || !std::is_empty_v<typename V::allocator_type>;
    if constexpr (requires { typename V::hasher; }) found = found || !std::is_empty_v<typename V::hasher>;
    if constexpr (requires { typename V::key_equal; })
        found = found || !std::is_empty_v<typename V::key_equal>;
    if constexpr (requires { typename V::key_compare; })
        found = found || !std::is_empty_v<typename V::key_compare>;
    return found;
}

/// The bytes of a container with an unknown layout that it owns beside those of its elements.
struct ForeignBytes {
    std::size_t bytes = 0;
    bool known = false;
};
template <class V>
ForeignBytes foreign_bytes(V const& v, OwnedBlocks* list) {
    bool const is_empty = begin_of(v) == end_of(v);
    if constexpr (!HasBuckets<V> && !IsImplicitlyShared<V>) {
        return {0, is_empty || has_elements_inside(v)};
    } else {
        if (has_elements_inside(v)) return {0, true};
        using Element = std::remove_cvref_t<elements_t<V>>;
        ForeignMemory memory(detail::address_of(v), sizeof(V), sizeof(Element));
        if (has_state<V>() || memory.is_empty()) return {0, is_empty && memory.is_empty()};
        auto const end = end_of(v);
        for (auto at = begin_of(v); at != end; ++at) memory.add_element(detail::address_of(*at));
        bool known = false;
        if constexpr (HasBuckets<V>) known = memory.is_hash_table(static_cast<std::size_t>(v.bucket_count()));
        else if constexpr (requires { v.capacity(); } && !requires { typename V::key_type; })
            known = v.isDetached() && memory.is_array(static_cast<std::size_t>(v.capacity()));
        if (!known) return {};
        if (list != nullptr) {
            memory.list_tables(*list);
            if (memory.has_nodes())
                for (auto at = begin_of(v); at != end; ++at) memory.list_node(detail::address_of(*at), *list);
        }
        return {memory.bytes(), true};
    }
}

}  // namespace trav::detail
