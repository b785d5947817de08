// trav/graph/detail/parts.hpp: Parts, which finds the objects of a walk that lie by value in others, so that
// each byte counts once.
//
// An object occupies its own bytes and the blocks that it owns. An object that begins there is a part, and
// the object around it is its owner, except for roots of the walk: a root remains an object of its own, with
// its bytes, and its owner has an edge to it. Members that a description leaves out may be parts, too: the
// owner then also has their edges and bytes. Memory that several objects own is the first one's.
//
// Takes a table entry per part, and while it searches the memory of nesting.hpp.
#pragma once

#include "../../detail/growing_array.hpp"
#include "../../detail/heap_sort.hpp"
#include "child_list.hpp"
#include "nesting.hpp"
#include "object_marks.hpp"
#include "object_table.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace trav::detail {

class Parts {
  public:
    /// The differences of an owner from its type.
    struct Owner {
        std::size_t bytes = 0;
        std::span<Object const> roots{};     // roots of the walk in it, by address
        std::span<Object const> left_out{};  // parts with edges or memory that its description leaves out
    };

    /// `objects` are all objects of a walk that may have the same memory, each once, the roots first.
    /// `kinds` are the edges it followed.
    template <class = void>
    Parts(std::span<Object const> objects, std::size_t roots, EdgeKinds kinds) {
        Search<> search{{objects, roots}, kinds};
        search.run();
        search.store(*this);
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
        std::size_t rank = 0;  // an inner owner has a larger one; 0: gives way to all others
    };

    /// Finds the owners of parts, and the bytes of owners.
    template <class = void>
    struct Search : Nesting<> {
        EdgeKinds kinds;

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
        void sort(GrowingArray<Pair> const& pairs) const {
            heap_sort(pairs.data(), pairs.size(), [&](Pair const& a, Pair const& b) {
                return a.owner != b.owner ? a.owner < b.owner
                                          : begin_of(objects[a.part]) < begin_of(objects[b.part]);
            });
        }
        /// Calls f for each owner, with its pairs by address.
        void each_owner(GrowingArray<Pair> const& pairs, auto const& f) const {
            sort(pairs);
            for (std::size_t begin = 0, end; begin != pairs.size(); begin = end) {
                for (end = begin; end != pairs.size() && pairs[end].owner == pairs[begin].owner;) ++end;
                f(std::span<Pair const>(&pairs[begin], end - begin));
            }
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
            each_owner(parts, [&](std::span<Pair const> its) { find_left_out(its, left_out); });
            to.lists_.room(left_out.size() + inner_roots.size());  // it does not move any more
            auto const list = [&](GrowingArray<Pair> const& pairs, std::span<Object const> Owner::* as) {
                each_owner(pairs, [&](std::span<Pair const> its) {
                    Object const* const first = to.lists_.end();
                    for (Pair const& pair : its) to.lists_.push(objects[pair.part]);
                    to.owner_at(objects[its[0].owner]).*as = {first, its.size()};
                });
            };
            list(left_out, &Owner::left_out);
            list(inner_roots, &Owner::roots);
            for (Pair const& pair : inner_roots) to.owner_at(objects[pair.part]);
            find_shared(to, left_out);
            measure(to, left_out);
        }
        /// Finds objects that share memory without being parts, also with parts of others that are left out.
        void find_shared(Parts& to, GrowingArray<Pair> const& left_out) const {
            ObjectMarks marks;
            for (std::size_t i = 0; i != objects.size(); ++i)
                if (top[i] == i) marks.cover(objects[i], static_cast<Place>(i));
            for (Pair const& pair : left_out) marks.cover(objects[pair.part], static_cast<Place>(pair.part));
            AddressSet shared;
            for (std::size_t i = 0; i != objects.size(); ++i)
                if (top[i] == i && marks.is_covered(objects[i]))
                    shared.add(begin_of(objects[i]) & ~std::uintptr_t{7});
            for (Place const i : marks.again()) marks.add_begins(objects[i], shared);
            for (std::size_t i = 0; i != objects.size(); ++i)
                if (top[i] == i && contains_any(objects[i], shared)) to.owner_at(objects[i]);
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
                each_interval(part, [&](std::uintptr_t begin, std::uintptr_t end) {
                    std::size_t const rounding = is_array(part) ? most_rounding(end - begin) : 0;
                    known = known && is_inside(begin, end - begin > rounding ? end - rounding : begin);
                });
                if (!known) left_out.push(pair);
            }
        }
        /// Gives each byte of these owners to the innermost one.
        void measure(Parts& to, GrowingArray<Pair> const& left_out) const {
            GrowingArray<Interval> memory;
            auto const add = [&](std::size_t owner, std::size_t part) {
                std::size_t const inner = objects[owner].type->gives_way ? 0
                                          : owner < roots                ? 1 + rank[owner]
                                                                         : 1;
                each_interval(objects[part], [&](std::uintptr_t begin, std::uintptr_t end) {
                    memory.push({begin, end, to.number_of(objects[owner]), inner});
                });
            };
            for (std::size_t i = 0; i != objects.size(); ++i)
                if (to.find(objects[i])) add(i, i);
            for (Pair const& pair : left_out) add(pair.owner, pair.part);
            heap_sort(memory.data(), memory.size(), [](Interval const& a, Interval const& b) {
                return a.begin != b.begin ? a.begin < b.begin
                       : a.end != b.end   ? a.end > b.end
                       : a.rank != b.rank ? a.rank < b.rank
                                          : a.owner > b.owner;
            });
            GrowingArray<Interval> open[2];  // those that give way, and others
            std::uintptr_t done = 0;
            auto const advance = [&](std::uintptr_t end) {
                while (done < end && !(open[0].empty() && open[1].empty())) {
                    auto& all = open[!open[1].empty()];
                    Interval const& inner = all[all.size() - 1];
                    std::uintptr_t const until = inner.end < end ? inner.end : end;
                    if (until > done) to.owners_[inner.owner].bytes += until - done, done = until;
                    if (inner.end <= done) all.pop();
                }
                done = end;
            };
            for (Interval const& one : memory) {
                advance(one.begin);
                open[one.rank != 0].push(one);
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
