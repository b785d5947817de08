// FilledHeap: a heap of Java for tests, filled object by object.
#pragma once

#include <trav/dump/detail/interned.hpp>
#include <trav/dump/jvm/heap.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

/// The first text is empty. Tests set the shapes before they add objects.
struct FilledHeap : trav::dump::JvmHeap {
    using Node = trav::dump::Node;

    /// The number of the group of threads.
    static constexpr auto threads =
        static_cast<std::uint8_t>(std::ranges::find(groups, "thread") - groups.begin());

    FilledHeap() { texts(""); }
    FilledHeap(FilledHeap const&) = delete;
    FilledHeap& operator=(FilledHeap const&) = delete;

    /// Adds an object with these fields or elements. Its id is its number.
    void add(std::uint32_t shape, std::vector<Node> const& references) {
        ids.push_back(node_count());
        shape_of.push_back(shape);
        length.push_back(shapes[shape].elements_refer ? static_cast<std::uint32_t>(references.size()) : 0);
        first_slot.push_back(static_cast<std::uint32_t>(slots.size()));
        for (Node const each : references) slots.push_back(each);
    }
    /// Marks the targets of strong references from marked objects, if may_mark(target), in passes over all
    /// references, one for each object.
    void spread(std::vector<bool>& marked, auto const& may_mark) const {
        for (Node passes = 0; passes != node_count(); ++passes)
            for (Node n = 0; n != node_count(); ++n) {
                trav::dump::JvmShape const& shape = shapes[shape_of[n]];
                for (std::uint32_t i = 0; i != shape.references + length[n]; ++i) {
                    Node const to = slots[first_slot[n] + i];
                    bool const strong = i != shape.weak_field && to != trav::dump::jvm_null;
                    if (marked[n] && strong && may_mark(to)) marked[to] = true;
                }
            }
    }

    trav::dump::detail::Interned texts{strings};  ///< numbers them
};
