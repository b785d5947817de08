// trav/graph/detail/parts.hpp: Parts, which finds the objects of a walk that lie by value in others, so that
// each byte counts once.
//
// An object occupies its own bytes and the blocks that it owns. An object that begins there is a part, and
// the object around it is its owner, except for roots of the walk: a root remains an object of its own, with
// its bytes, and its owner has an edge to it. Members that a description leaves out may be parts, too: the
// owner then also has their edges and bytes.
//
// Takes a bit for each 8 bytes of memory with objects, 4 words per object while it searches, and afterwards a
// table entry per part. O(objects + blocks + bytes of large blocks / 512).
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../../detail/heap_sort.hpp"
#include "../address_set.hpp"
#include "../owned_bytes.hpp"
#include "child_list.hpp"
#include "edge_lister.hpp"
#include "object_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav::detail {

class Parts {
    static constexpr std::size_t none = ~std::size_t{0};

  public:
    /// What an owner has beside what its type tells.
    struct Owner {
        std::size_t bytes = 0;
        std::span<Object const> roots{};     // roots of the walk in it, by address
        std::span<Object const> left_out{};  // parts with edges or memory that its description leaves out
    };

    /// `objects` are all objects of a walk, each once, the roots first. `kinds` are the edges it followed.
    Parts(std::span<Object const> objects, std::size_t roots, EdgeKinds kinds) {
        Search search{objects, roots, kinds};
        if (search.run()) search.store(*this);
    }

    bool empty() const { return entries_.size() == 0; }
    /// The owner of a part; any other object itself.
    Object owner(Object const& o) const {
        Entry const* const entry = entries_.find(o);
        return entry && entry->is_part ? entry->around : o;
    }
    /// Null if its type tells everything about the object.
    Owner const* find(Object const& o) const {
        Entry const* const entry = entries_.find(o);
        return entry && !entry->is_part ? &owners_[entry->number] : nullptr;
    }

  private:
    struct Entry {
        Object around{};
        std::size_t number = 0;
        bool is_part = false;
    };
    struct Interval {
        std::uintptr_t begin, end;
        std::size_t owner = 0;
        std::size_t rank = 0;  // an inner owner has a larger one
    };

    static std::uintptr_t begin_of(Object const& o) { return reinterpret_cast<std::uintptr_t>(o.address); }
    /// Calls f(begin, end) for all memory of an object.
    static void each_interval(Object const& o, auto&& f) {
        if (o.type->size != 0) f(begin_of(o), begin_of(o) + o.type->size);
        if (o.type->owned == nullptr) return;
        auto const pass = [&](void const* block, std::size_t bytes, bool) {
            auto const begin = reinterpret_cast<std::uintptr_t>(block);
            if (bytes != 0) f(begin, begin + bytes);
        };
        BlocksTo<decltype(pass)> list(pass);
        o.type->owned(o.address, &list);
    }
    static std::size_t all_bytes(Object const& o) {
        return o.type->size + (o.type->owned ? o.type->owned(o.address, nullptr) : 0);
    }

    struct Search {
        std::span<Object const> objects;
        std::size_t roots;
        EdgeKinds kinds;
        GrowingArray<std::size_t> up{};    // the object directly around each object, or `none`
        GrowingArray<std::size_t> top{};   // an object further out; its own number if there is none
        GrowingArray<std::size_t> rows{};  // begin of the objects of each slot
        GrowingArray<std::size_t> at{};    // the objects by slot
        GrowingArray<std::size_t> rank{};  // of roots: outer ones first
        bool found = false;

        /// Returns whether any object lies in another.
        bool run() {
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
                std::size_t bytes, number;
            };
            GrowingArray<Sized> inner_first;
            for (std::size_t i = 0; i != roots; ++i) inner_first.push({all_bytes(objects[i]), i});
            heap_sort(inner_first.data(), roots, [](Sized const& a, Sized const& b) {
                return a.bytes != b.bytes ? a.bytes < b.bytes : a.number > b.number;
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
            return found;
        }
        /// Finds the parts of an object.
        void look_into(AddressSet const& set, std::size_t owner) {
            each_interval(objects[owner], [&](std::uintptr_t begin, std::uintptr_t end) {
                set.each_between(
                    begin & ~std::uintptr_t{7}, (end + 7) & ~std::uintptr_t{7}, [&](std::size_t slot) {
                        for (std::size_t i = rows[slot]; i != rows[slot + 1]; ++i) {
                            std::size_t const part = at[i];
                            std::uintptr_t const first = begin_of(objects[part]);
                            if (part != owner && up[part] == none && first - begin < end - begin &&
                                (first != begin_of(objects[owner]) || is_around(owner, part)) &&
                                outermost(owner) != part)
                                up[part] = top[part] = owner, found = true;
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
            if (mine != its) return mine > its;
            if ((one.type->size == 0) != (other.type->size == 0)) return one.type->size == 0;
            if (has_part(one, other)) return true;
            return !has_part(other, one) && a < b;
        }
        static bool has_part(Object const& owner, Object const& part) {
            bool found = false;
            auto const compare = [&](NamedEdge const& edge) { found = found || edge.to == part; };
            EdgeLister lister(owner, compare, EdgeLister::Of::parts);
            if (owner.type->edges) owner.type->edges(owner.address, lister);
            return found;
        }

        /// The object that a part belongs to: the next root, or the outermost object. Takes over `top`.
        void find_owners() {
            GrowingArray<std::size_t> chain;
            for (std::size_t i = 0; i != objects.size(); ++i) top[i] = i < roots || up[i] == none ? i : none;
            for (std::size_t i = 0; i != objects.size(); ++i) {
                std::size_t outer = i;
                for (; top[outer] == none; outer = up[outer]) chain.push(outer);
                while (!chain.empty()) top[chain.pop()] = top[outer];
            }
        }
        struct Pair {
            std::size_t owner, part;
        };
        static void sort(GrowingArray<Pair>& pairs, auto const& order) {
            heap_sort(pairs.data(), pairs.size(), [&](Pair const& a, Pair const& b) {
                return a.owner != b.owner ? a.owner < b.owner : order(a.part) < order(b.part);
            });
        }
        void store(Parts& to) {
            find_owners();
            GrowingArray<Pair> parts, inner_roots, left_out;
            for (std::size_t i = 0; i != objects.size(); ++i) {
                if (top[i] != i) {
                    to.entries_.add(objects[i]).first->data = {objects[top[i]], 0, true};
                    if (objects[i].type->children || objects[i].type->owned) parts.push({top[i], i});
                } else if (up[i] != none) {
                    inner_roots.push({top[up[i]], i});
                }
            }
            sort(parts, [](std::size_t i) { return i; });
            sort(inner_roots, [&](std::size_t i) { return begin_of(objects[i]); });
            for (std::size_t i = 0, next; i != parts.size(); i = next) {
                for (next = i; next != parts.size() && parts[next].owner == parts[i].owner;) ++next;
                find_left_out({&parts[i], next - i}, left_out);
            }
            to.lists_.room(left_out.size() + inner_roots.size());  // it does not move any more
            auto const list = [&](GrowingArray<Pair> const& pairs, auto const& put) {
                for (std::size_t i = 0, next; i != pairs.size(); i = next) {
                    Object const* const first = to.lists_.end();
                    for (next = i; next != pairs.size() && pairs[next].owner == pairs[i].owner; ++next)
                        to.lists_.push(objects[pairs[next].part]);
                    put(to.owner_at(objects[pairs[i].owner]), std::span<Object const>(first, next - i));
                }
            };
            list(left_out, [](Owner& owner, std::span<Object const> all) { owner.left_out = all; });
            list(inner_roots, [](Owner& owner, std::span<Object const> all) { owner.roots = all; });
            for (Pair const& pair : inner_roots) to.owner_at(objects[pair.part]);
            measure(to, left_out);
        }
        /// Adds those parts of one owner that have an edge or a block which the owner has not.
        void find_left_out(std::span<Pair const> parts, GrowingArray<Pair>& left_out) const {
            Object const& owner = objects[parts[0].owner];
            ObjectTable<> targets;
            if (owner.type->children) {
                ChildList list(kinds);
                owner.type->children(owner.address, list);
                for (Object const* child = list.begin(); child != list.end(); ++child) targets.add(*child);
            }
            GrowingArray<Interval> memory;
            each_interval(owner,
                          [&](std::uintptr_t begin, std::uintptr_t end) { memory.push({begin, end}); });
            heap_sort(memory.data(), memory.size(),
                      [](Interval const& a, Interval const& b) { return a.begin < b.begin; });
            auto const is_inside = [&](std::uintptr_t begin, std::uintptr_t end) {
                std::size_t low = 0, high = memory.size();
                while (low != high) {
                    std::size_t const middle = (low + high) / 2;
                    if (memory[middle].begin <= begin) low = middle + 1;
                    else high = middle;
                }
                return low != 0 && end <= memory[low - 1].end;
            };
            for (Pair const& pair : parts) {
                Object const& part = objects[pair.part];
                bool known = true;
                if (part.type->children) {
                    ChildList list(kinds);
                    part.type->children(part.address, list);
                    for (Object const* child = list.begin(); known && child != list.end(); ++child)
                        known = targets.find(*child) != nullptr;
                }
                if (known)
                    each_interval(part, [&](std::uintptr_t begin, std::uintptr_t end) {
                        known = known && is_inside(begin, end);
                    });
                if (!known) left_out.push(pair);
            }
        }
        /// Gives each byte of these owners to the innermost one.
        void measure(Parts& to, GrowingArray<Pair> const& left_out) const {
            GrowingArray<Interval> memory;
            auto const add = [&](std::size_t owner, std::size_t part) {
                std::size_t const inner = owner < roots ? rank[owner] : 0;
                each_interval(objects[part], [&](std::uintptr_t begin, std::uintptr_t end) {
                    memory.push({begin, end, to.number_of(objects[owner]), inner});
                });
            };
            for (std::size_t i = 0; i != objects.size(); ++i)
                if (top[i] == i && to.find(objects[i])) add(i, i);
            for (Pair const& pair : left_out) add(pair.owner, pair.part);
            heap_sort(memory.data(), memory.size(), [](Interval const& a, Interval const& b) {
                return a.begin != b.begin ? a.begin < b.begin
                       : a.end != b.end   ? a.end > b.end
                                          : a.rank < b.rank;
            });
            GrowingArray<Interval> open;
            std::uintptr_t done = 0;
            auto const advance = [&](std::uintptr_t end) {
                for (; !open.empty() && done < end;) {
                    Interval const& inner = open[open.size() - 1];
                    std::uintptr_t const until = inner.end < end ? inner.end : end;
                    if (until > done) to.owners_[inner.owner].bytes += until - done, done = until;
                    if (inner.end <= done) open.pop();
                }
                done = end;
            };
            for (Interval const& one : memory) {
                advance(one.begin);
                open.push(one);
            }
            advance(~std::uintptr_t{0});
        }
    };

    std::size_t number_of(Object const& o) const { return entries_.find(o)->number; }
    Owner& owner_at(Object const& o) {
        auto const [entry, fresh] = entries_.add(o);
        if (fresh) {
            entry->data = {{}, owners_.size(), false};
            owners_.push({});
        }
        return owners_[entry->data.number];
    }

    ObjectTable<Entry> entries_;  // of parts, and of owners that differ from what their types tell
    GrowingArray<Owner> owners_;
    GrowingArray<Object> lists_;
};

}  // namespace trav::detail
