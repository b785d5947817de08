// trav/graph/detail/nesting.hpp: Nesting, which finds the objects that lie by value in others, by the
// addresses of all memory that objects have.
//
// An object occupies its own bytes and the blocks that it owns. Takes a bit for each 8 bytes of memory with
// objects, and 4 words per object. O(objects + blocks + bytes of large blocks / 512).
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/heap_sort.hpp"
#include "../../detail/malloc_bytes.hpp"
#include "../address_set.hpp"
#include "../object_memory.hpp"
#include "edge_lister.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace trav::detail {

/// The objects directly around objects. A template, so that only programs that sample compile it.
template <class = void>
struct Nesting {
    static constexpr std::size_t none = ~std::size_t{0};

    std::span<Object const> objects;
    std::size_t roots;
    GrowingArray<std::size_t> up{};    // the object directly around each object, or `none`
    GrowingArray<std::size_t> top{};   // an object further out; its own number if there is none
    GrowingArray<std::size_t> rows{};  // begin of the objects of each slot
    GrowingArray<std::size_t> at{};    // the objects by slot
    GrowingArray<std::size_t> rank{};  // of roots: outer ones first

    void run() {
        AddressSet set;
        GrowingArray<AddressSet::Block> blocks;
        for (Object const& o : objects) set.add(begin_of(o) & ~std::uintptr_t{7});
        rows.assign(set.number_all(blocks) + 1, 0);
        auto const slot = [&](Object const& o) { return set.number(begin_of(o) & ~std::uintptr_t{7}); };
        for (Object const& o : objects) ++rows[slot(o)];
        for (std::size_t i = 0, sum = 0; i != rows.size(); ++i) sum += rows[i], rows[i] = sum;
        at.assign(objects.size(), 0);
        up.assign(objects.size(), none);
        for (std::size_t i = objects.size(); i-- != 0;) at[--rows[slot(objects[i])]] = i;
        top.room(objects.size());
        for (std::size_t i = 0; i != objects.size(); ++i) top.push(i);

        // the inner ones of roots first, so that what is in them is not taken by those around them
        struct Sized {
            std::size_t bytes, number, group;  // the group: the last root of this size at this address
        };
        GrowingArray<Sized> inner_first;
        for (std::size_t i = 0; i != roots; ++i) {
            Sized one{all_bytes(objects[i]), i, i};
            std::size_t const its = slot(objects[i]);
            for (std::size_t k = rows[its]; k != rows[its + 1]; ++k)
                if (at[k] > one.group && at[k] < roots && begin_of(objects[at[k]]) == begin_of(objects[i]) &&
                    all_bytes(objects[at[k]]) == one.bytes)
                    one.group = at[k];
            inner_first.push(one);
        }
        heap_sort(inner_first.data(), roots, [&](Sized const& a, Sized const& b) {
            if (a.bytes != b.bytes) return a.bytes < b.bytes;
            return a.group != b.group ? a.group > b.group : is_around(b.number, a.number);
        });
        rank.assign(roots, 0);
        for (std::size_t i = 0; i != roots; ++i) {
            rank[inner_first[i].number] = roots - i;
            look_into(set, inner_first[i].number);
        }
        constexpr std::size_t ahead = 16;
        for (std::size_t i = roots; i != objects.size(); ++i) {
            if (i + ahead < objects.size()) prefetch_at(objects[i + ahead].address);
            look_into(set, i);
        }
    }
    /// Finds the parts of an object.
    void look_into(AddressSet const& set, std::size_t owner) {
        if (objects[owner].type->gives_way) return;
        each_interval(objects[owner], [&](std::uintptr_t begin, std::uintptr_t end) {
            set.each_between(begin & ~std::uintptr_t{7}, (end + 7) & ~std::uintptr_t{7},
                             [&](std::size_t slot) {
                                 for (std::size_t i = rows[slot]; i != rows[slot + 1]; ++i) {
                                     std::size_t const part = at[i];
                                     std::uintptr_t const first = begin_of(objects[part]);
                                     if (part != owner && up[part] == none && first - begin < end - begin &&
                                         (first != begin_of(objects[owner]) || is_around(owner, part)) &&
                                         outermost(owner) != part)
                                         up[part] = top[part] = owner;
                                 }
                             });
        });
    }
    std::size_t outermost(std::size_t i) {
        while (top[i] != i) i = top[i] = top[top[i]];
        return i;
    }
    /// Of two objects at one address: whether `a` is the outer one.
    bool is_around(std::size_t a, std::size_t b) const {
        auto const reach = [](Object const& o) {
            std::size_t bytes = o.type->size;
            if (bytes == 0)  // an array
                each_interval(o, [&](std::uintptr_t, std::uintptr_t end) {
                    if (end - begin_of(o) > bytes && end > begin_of(o)) bytes = end - begin_of(o);
                });
            return bytes;
        };
        Object const &one = objects[a], &other = objects[b];
        std::size_t const mine = reach(one), its = reach(other);
        if (is_filled(one, mine, other)) return false;
        if (is_filled(other, its, one)) return true;
        if (mine != its) return mine > its;
        if ((one.type->size == 0) != (other.type->size == 0)) return one.type->size == 0;
        if (has_part(one, other)) return true;
        return !has_part(other, one) && a < b;
    }
    /// Whether the object is an array by itself. It may have the size of malloc's block.
    static bool is_array(Object const& o) { return o.type->size == 0 && o.type->spelled.ends_with("[]"); }
    /// Whether an object fills the block of an array of another type, but for malloc's rounding. A pointer to
    /// characters may lead there by accident, or the array was its memory.
    static bool is_filled(Object const& array, std::size_t bytes, Object const& object) {
        if (!is_array(array) || object.type->size == 0) return false;
        std::string_view element = array.type->spelled;
        element = element.substr(0, element.find_last_not_of(" []") + 1);
        return element != object.type->spelled && bytes - object.type->size <= most_rounding(bytes);
    }
    static bool has_part(Object const& owner, Object const& part) {
        bool found = false;
        auto const compare = [&](NamedEdge const& edge) { found = found || edge.to == part; };
        EdgeLister lister(owner, compare, EdgeLister::Of::parts);
        if (owner.type->edges) owner.type->edges(owner.address, lister);
        return found;
    }
};

}  // namespace trav::detail
