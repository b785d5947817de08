// by_fill: splits the collections of a Java heap by their number of elements and by how full they are:
// "java.util.HashMap of 1-3 (0-25 % full)", "java.util.ArrayList (empty)".
//
// A collection is an instance of a java.util class that has its elements in an array, or of a subclass,
// together with that array; or an array of references that belongs to no collection. A set counts as the map
// that it consists of. Elements are references that are not null; in a map, the entries, including entries
// that share a bucket.
#pragma once

#include "../detail/fill.hpp"
#include "../detail/part_of_name.hpp"
#include "../grouping.hpp"
#include "heap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Finds the collections of one heap.
class JavaCollections {
  public:
    using Key = std::pair<std::uint32_t, Fill>;  // the type, 0: no collection

    explicit JavaCollections(JvmHeap const& heap)
        : heap_(heap), of_node_(heap.node_count()), counted_(heap.node_count()) {
        for (Kind const& kind : known) arrays_.emplace_back(heap, kind.array);
        std::vector<Kind const*> kinds;
        for (JvmShape const& shape : heap.shapes) kinds.push_back(kind(shape));
        for (Node n = 0; n != heap.node_count(); ++n)
            if (Kind const* const its = kinds[heap.shape_of[n]]) add(n, *its);
        for (Node n = 0; n != heap.node_count(); ++n)
            if (is_array(n) && of_node_[n].first == 0)
                of_node_[n] = {heap.type(n), Fill(elements(n, 1), heap.length[n])};
    }
    Key const& operator()(Node n) const { return of_node_[n]; }

  private:
    enum class Elements { slots, pairs, chains };
    struct Kind {
        std::string_view base, array;  // the class, and its field
        Elements elements;
    };
    static constexpr std::array<Kind, 10> known{
        {{"java.util.HashMap", "table", Elements::chains},
         {"java.util.Hashtable", "table", Elements::chains},
         {"java.util.WeakHashMap", "table", Elements::chains},
         {"java.util.concurrent.ConcurrentHashMap", "table", Elements::chains},
         {"java.util.IdentityHashMap", "table", Elements::pairs},
         {"java.util.ArrayList", "elementData", Elements::slots},
         {"java.util.Vector", "elementData", Elements::slots},
         {"java.util.ArrayDeque", "elements", Elements::slots},
         {"java.util.PriorityQueue", "queue", Elements::slots},
         {"java.util.concurrent.ArrayBlockingQueue", "items", Elements::slots}}};

    /// A field of objects of any class, found once for each class.
    class Field {
      public:
        Field(JvmHeap const& heap, std::string_view name)
            : heap_(heap), name_(name), index_(heap.shapes.size(), unknown) {}
        /// The object that the field of `n` refers to.
        Node operator()(Node n) {
            std::uint32_t const number = heap_.shape_of[n];
            JvmShape const& shape = heap_.shapes[number];
            if (index_[number] == unknown) index_[number] = heap_.find_field(shape, name_);
            return index_[number] == shape.references ? jvm_null
                                                      : heap_.slots[heap_.first_slot[n] + index_[number]];
        }

      private:
        static constexpr std::uint32_t unknown = ~std::uint32_t{0};
        JvmHeap const& heap_;
        std::string_view name_;
        std::vector<std::uint32_t> index_;  // by shape
    };

    /// The known class that the class of a shape is or extends.
    Kind const* kind(JvmShape const& shape) {
        std::vector<Node> line;
        Kind const* its = nullptr;
        for (Node at = shape.elements_refer ? jvm_null : shape.of_class; at != jvm_null; at = super_(at)) {
            auto const [known_kind, fresh] = kinds_.try_emplace(at, nullptr);
            if (!fresh) {
                its = known_kind->second;
                break;
            }
            line.push_back(at);
            auto const* const found = std::ranges::find(known, heap_.name(at), &Kind::base);
            if (found != known.end()) {
                its = found;
                break;
            }
        }
        for (Node const of_class : line) kinds_[of_class] = its;
        return its;
    }
    bool is_array(Node n) const { return heap_.shapes[heap_.shape_of[n]].elements_refer; }
    void add(Node n, Kind const& its) {
        Node const array = arrays_[static_cast<std::size_t>(&its - known.data())](n);
        bool const any = array != jvm_null && is_array(array);
        std::uint64_t room = any ? heap_.length[array] : 0, count = 0;
        if (its.elements == Elements::pairs) room /= 2;
        if (any && of_node_[array].first != 0) {  // another collection has the same array
            of_node_[n] = {heap_.type(n), of_node_[array].second};
            return;
        }
        if (any)
            count = its.elements == Elements::chains
                        ? entries(array)
                        : elements(array, its.elements == Elements::pairs ? 2 : 1);
        of_node_[n] = {heap_.type(n), Fill(count, room)};
        // All empty lists may share one array without elements.
        if (any && room != 0 && of_node_[array].first == 0) of_node_[array] = of_node_[n];
    }
    std::uint64_t elements(Node array, std::uint32_t step) const {
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i < heap_.length[array]; i += step)
            count += heap_.slots[heap_.first_slot[array] + i] != jvm_null;
        return count;
    }
    /// Counts the entries of a table. Each entry is in one table only.
    std::uint64_t entries(Node table) {
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i != heap_.length[table]; ++i) {
            Node at = heap_.slots[heap_.first_slot[table] + i];
            if (at == jvm_null) continue;
            if (Node const first = first_(at); first != jvm_null) at = first;  // a tree of entries
            for (; at != jvm_null && !counted_[at]; at = next_(at), ++count) counted_[at] = true;
        }
        return count;
    }

    JvmHeap const& heap_;
    std::vector<Key> of_node_;
    std::vector<bool> counted_;
    Field first_{heap_, "first"}, next_{heap_, "next"}, super_{heap_, "<super>"};
    std::vector<Field> arrays_;                    // by kind
    std::unordered_map<Node, Kind const*> kinds_;  // by class
};

}  // namespace detail

/// The breakdown "fill" of JvmDump.
inline Grouping by_java_fill(JvmHeap const& heap) {
    using Key = detail::JavaCollections::Key;
    detail::JavaCollections const collections(heap);
    return grouping_by(
        heap, [&](Node n) { return collections(n); },
        [&](Key const& key) {
            auto const& [type, fill] = key;
            if (type == 0) return std::string("(no collection)");
            std::string const name = detail::part_of_name(heap.strings[type]);
            if (fill.size == 0) return name + " (empty)";
            return name + " of " + fill.size_text() + " (" + fill.quarter_text() + " full)";
        });
}

}  // namespace trav::dump
