// trav/graph/detail/foreign_memory.hpp: the memory of a container with an unknown layout, such as a hash
// table of another library, as far as malloc's blocks tell it.
//
// Words of the container that are the beginnings of blocks lead to its tables. If it is a single word, it may
// lead to private data, whose words lead to tables, too. Either all elements are in these tables, or each has
// a block of its own, a node, with a few words beside it. A table without elements must lead to the first
// node or to another table; otherwise it may be someone else's. There must be a table for all nodes, or the
// first node must lead to the container, to a table, or to another node. If a block that the container leads
// to is not explained in this way, the memory is unknown, unless the container has buckets and a table for
// all of them: padding may have any old pointer. The memory is also unknown if the container has an allocator
// or a function object with members, or if it shares its elements with other containers, as Qt's do.
//
// Takes time in the order of the elements and of the tables, without memory of its own.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/malloc_block.hpp"
#include "buffers.hpp"
#include "shape.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace trav::detail {

/// The blocks of one container. Has no memory of its own.
class ForeignMemory {
  public:
    static constexpr std::size_t most_words = 24;  ///< of a container

    ForeignMemory(void const* object, std::size_t bytes, std::size_t element_bytes)
        : object_{address(object), bytes}, element_bytes_(element_bytes) {
        add_tables(object_, most_tables);
        bool const leads_to_data = bytes == word && count_ == 1 && tables_[0].bytes <= most_data;
        if (leads_to_data) add_tables(tables_[0], 0);
        // The unused part of a table may have headers of blocks of old.
        for (unsigned i = 0; i != count_; ++i)
            for (unsigned j = 0; j != count_; ++j)
                if (i != j && tables_[i].contains(tables_[j].begin)) tables_[j].bytes = 0;
    }

    /// Adds the elements, in the order of the container.
    void add(void const* element) {
        Element const e{address(element), element_bytes_};
        if (elements_ < few) first_[elements_] = e;
        ++elements_;
        bool inside = false;
        for (unsigned i = 0; i != count_; ++i)
            if (tables_[i].contains(e)) inside = tables_[i].has_elements = true;
        in_tables_ += inside ? 1 : 0;
        for (unsigned place = 0; place != places; ++place) {
            std::size_t const bytes = possible_[place] ? node_bytes(e, place) : 0;
            possible_[place] = bytes != 0;
            node_bytes_[place] += bytes;
            if (Table* const table = find(e.begin - before(place))) table->node_of = place;
        }
    }

    /// After the last element: finds out whether the memory is known. `buckets`: their number, or 0.
    bool is_known(std::size_t buckets) {
        while (place_ != places && !possible_[place_]) ++place_;
        has_nodes_ = in_tables_ != elements_;
        if (has_nodes_ && place_ == places) return false;
        for (bool more = true; more;) {
            more = false;
            for (unsigned i = 0; i != count_; ++i) {
                Table& table = tables_[i];
                bool const of_elements = table.from != most_tables && tables_[table.from].has_elements;
                if (table.accepted || of_elements || is_node(table)) continue;
                table.accepted = (table.has_elements && !has_nodes_) || leads_on(table);
                more = more || table.accepted;
            }
        }
        if (buckets > 1 && elements_ != 0) return has_buckets(buckets);
        for (unsigned i = 0; i != count_; ++i)
            if (is_open(tables_[i])) return false;
        return !has_nodes_ || has_pointers() || is_linked();
    }

    /// If the memory is known: its bytes, as malloc gave them.
    std::size_t bytes() const {
        std::size_t sum = has_nodes_ ? node_bytes_[place_] : 0;
        each_table([&](Block const& table) { sum += table.bytes; });
        return sum;
    }
    bool has_nodes() const { return has_nodes_; }
    /// The memory of an element's node.
    void list_node(void const* element, OwnedBlocks& list) const {
        add_to(list, node_of({address(element), element_bytes_}));
    }
    void list_tables(OwnedBlocks& list) const {
        each_table([&](Block const& table) { add_to(list, table); });
    }

  private:
    struct Block {
        std::uintptr_t begin = 0;
        std::size_t bytes = 0;
        bool contains(std::uintptr_t at) const { return at - begin < bytes; }
        bool contains(Block const& other) const {
            return contains(other.begin) && other.bytes <= bytes - (other.begin - begin);
        }
    };
    using Element = Block;
    struct Table : Block {
        unsigned from = 0;  ///< the table that leads to it; most_tables: the container
        bool has_elements = false, accepted = false;
        unsigned node_of = places;  ///< the place of an element in this block, if it is a node
    };
    // An element's place in its node: less than 16 bytes behind the beginning, or 16 or 32 bytes further.
    static constexpr unsigned places = 3, most_tables = most_words, few = 4;
    static constexpr std::size_t most_data = 16 * sizeof(std::uintptr_t);
    static constexpr std::size_t word = sizeof(std::uintptr_t), unit = 2 * word, most_beside = 5 * unit;
    std::size_t before(unsigned place) const { return first_[0].begin % unit + place * unit; }

    static void add_to(OwnedBlocks& list, Block const& block) {
        list.add(reinterpret_cast<void const*>(block.begin), block.bytes, true);
    }
    static bool any_word(Block const& block, auto&& holds) {
        for (std::uintptr_t at = block.begin; at + word <= block.begin + block.bytes; at += word)
            if (holds(at, word_at(at))) return true;
        return false;
    }
    // The blocks that the words of a block lead to. One word may be before what they lead to.
    void add_tables(Block const& block, unsigned from) {
        any_word(block, [&](std::uintptr_t, std::uintptr_t to) {
            std::uintptr_t const begin = to / unit * unit;
            std::size_t const bytes = to % word != 0 || find(begin) ? 0 : malloc_block(begin);
            if (bytes != 0) tables_[count_++] = {{begin, bytes}, from};
            return count_ == most_tables;
        });
    }
    Table* find(std::uintptr_t begin) {
        for (unsigned i = 0; i != count_; ++i)
            if (tables_[i].begin == begin) return &tables_[i];
        return nullptr;
    }
    bool is_node(Table const& table) const { return has_nodes_ && table.node_of == place_; }
    // Whether a table of the container may be someone else's.
    bool is_open(Table const& table) const {
        return table.bytes != 0 && !table.accepted && !is_node(table) && table.from == most_tables;
    }
    void each_table(auto&& f) const {
        for (unsigned i = 0; i != count_; ++i)
            if (tables_[i].accepted && !is_node(tables_[i])) f(tables_[i]);
    }

    // The bytes of an element's node; 0 if it has none at this place. Only the first header, and one on
    // another page than the element, may be no header at all.
    std::size_t node_bytes(Element const& e, unsigned place) const {
        constexpr std::uintptr_t page = 4096, flags = 7;
        std::uintptr_t const begin = e.begin - before(place);
        if (begin % unit != 0) return 0;
        bool const certain = e.begin != first_[0].begin && is_tracked_block == nullptr &&
                             (begin - word) / page == e.begin / page;
        std::size_t const given = certain ? (word_at(begin - word) & ~flags) - word : malloc_block(begin);
        std::size_t const least = before(place) + e.bytes;
        return given >= least && given <= least + most_beside ? given : 0;
    }
    Block node_of(Element const& e) const { return {e.begin - before(place_), node_bytes(e, place_)}; }

    // Whether a table has a pointer to the first node, or to another table.
    bool leads_on(Table const& table) const {
        Block const node = has_nodes_ ? node_of(first_[0]) : Block{};
        return any_word(table, [&](std::uintptr_t, std::uintptr_t to) {
            bool found = node.contains(to);
            for (unsigned i = 0; i != count_; ++i)
                found = found || (&tables_[i] != &table && tables_[i].accepted && tables_[i].contains(to));
            return found;
        });
    }
    // Whether a table has room for all buckets: for pointers, or for elements with a byte that tells of them.
    bool has_buckets(std::size_t buckets) const {
        bool found = false;
        each_table([&](Table const& table) {
            found = found || table.bytes / (table.has_elements ? element_bytes_ + 1 : word) >= buckets;
        });
        return found;
    }
    // Whether a table has room for pointers to all elements, and has them, if these are few.
    bool has_pointers() const {
        bool found = false;
        each_table([&](Block const& table) {
            bool all = table.bytes / word >= elements_;
            for (std::size_t i = 0; i != elements_ && elements_ <= few; ++i)
                all = all && any_word(table, [&](std::uintptr_t, std::uintptr_t to) {
                          return node_of(first_[i]).contains(to);
                      });
            found = found || all;
        });
        return found;
    }
    // Whether the first node has a pointer to the container, to a table, or to another node.
    bool is_linked() const {
        Block const node = node_of(first_[0]);
        return any_word(node, [&](std::uintptr_t at, std::uintptr_t to) {
            if (first_[0].contains(at) || node.contains(to)) return false;
            bool found = object_.contains(to);
            for (unsigned i = 0; i != count_; ++i) found = found || tables_[i].contains(to);
            std::size_t const bytes = found ? 0 : malloc_block(to / unit * unit);
            return found || (bytes != 0 && bytes + unit >= node.bytes && bytes <= node.bytes + unit);
        });
    }

    Block object_;
    std::size_t element_bytes_;
    Table tables_[most_tables];
    unsigned count_ = 0, place_ = 0;
    std::size_t elements_ = 0, in_tables_ = 0;
    Element first_[few];  // a few elements
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
    constexpr std::size_t words = sizeof(V) / sizeof(std::uintptr_t);
    if constexpr (has_state<V>() || alignof(V) < alignof(void*) || words > ForeignMemory::most_words) {
        return {0, begin_of(v) == end_of(v) || has_elements_inside(v)};
    } else {
        if (has_elements_inside(v)) return {0, true};
        if constexpr (IsImplicitlyShared<V>)
            if (!v.isDetached()) return {0, begin_of(v) == end_of(v)};
        using Element = std::remove_cvref_t<elements_t<V>>;
        ForeignMemory memory(detail::address_of(v), sizeof(V), sizeof(Element));
        auto const end = end_of(v);
        for (auto at = begin_of(v); at != end; ++at) memory.add(detail::address_of(*at));
        std::size_t buckets = 0;
        if constexpr (HasBuckets<V>) buckets = v.bucket_count();
        if (!memory.is_known(buckets)) return {};
        if (list != nullptr) {
            memory.list_tables(*list);
            if (memory.has_nodes())
                for (auto at = begin_of(v); at != end; ++at) memory.list_node(detail::address_of(*at), *list);
        }
        return {memory.bytes(), true};
    }
}

}  // namespace trav::detail
