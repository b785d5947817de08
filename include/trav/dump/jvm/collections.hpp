// trav/dump/jvm/collections.hpp: JavaCollections, the collections of a Java heap and their hash tables.
//
//     trav::dump::JavaCollections const collections(heap);
//     collections.collisions()                  // maps with several entries in a bucket
//
// A collection is an instance of a java.util class that has its elements in an array, or of a subclass,
// together with that array; or an array of references that belongs to no collection. A set counts as the map
// that it consists of. Elements are references that are not null; in a map, the entries, including entries
// that share a bucket. Visits each array of references and each entry once.
#pragma once

#include "../detail/collections.hpp"
#include "field.hpp"
#include "heap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

class JavaCollections {
  public:
    /// A hash table whose buckets are lists or trees.
    struct Table {
        Node map;
        std::uint64_t entries = 0;
        std::uint32_t buckets = 0;
        std::uint64_t longest = 0;  ///< entries in the bucket that has most
    };

    /// Finds the collections of a heap. The heap must outlive this object.
    explicit JavaCollections(JvmHeap const& heap)
        : heap_(heap), all_(heap.node_count()), counted_(heap.node_count()) {
        for (Kind const& kind : known) arrays_.emplace_back(heap, kind.array);
        std::vector<Kind const*> kinds;
        for (JvmShape const& shape : heap.shapes) kinds.push_back(kind(shape));
        for (Node n = 0; n != heap.node_count(); ++n)
            if (Kind const* const its = kinds[heap.shape_of[n]]) add(n, *its);
        for (Node n = 0; n != heap.node_count(); ++n)
            if (is_array(n) && !all_.contains(n)) all_.add(n, heap.type(n), elements(n, 1), heap.length[n]);
    }
    /// The hash tables with a bucket of several entries.
    std::vector<Table> const& collisions() const { return collisions_; }
    detail::Collections all() && { return std::move(all_); }

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
        if (any && all_.contains(array)) return all_.add_sharing(n, heap_.type(n), array);
        if (any)
            count = its.elements == Elements::chains
                        ? entries(n, array)
                        : elements(array, its.elements == Elements::pairs ? 2 : 1);
        all_.add(n, heap_.type(n), count, room);
        // All empty lists may share one array without elements.
        if (any && room != 0) all_.add_part(array, n);
    }
    std::uint64_t elements(Node array, std::uint32_t step) const {
        std::uint64_t count = 0;
        for (std::uint32_t i = 0; i < heap_.length[array]; i += step)
            count += heap_.slots[heap_.first_slot[array] + i] != jvm_null;
        return count;
    }
    /// Counts the entries of a table. Each entry is in one table only.
    std::uint64_t entries(Node map, Node table) {
        Table found{.map = map, .buckets = heap_.length[table]};
        for (std::uint32_t i = 0; i != heap_.length[table]; ++i) {
            Node at = heap_.slots[heap_.first_slot[table] + i];
            if (at == jvm_null) continue;
            if (Node const first = first_(at); first != jvm_null) at = first;  // a tree of entries
            std::uint64_t bucket = 0;
            for (; at != jvm_null && !counted_[at]; at = next_(at), ++bucket) counted_[at] = true;
            found.entries += bucket;
            found.longest = std::max(found.longest, bucket);
        }
        if (found.longest > 1) collisions_.push_back(found);
        return found.entries;
    }

    JvmHeap const& heap_;
    detail::Collections all_;
    std::vector<Table> collisions_;
    std::vector<bool> counted_;
    JvmField first_{heap_, "first"}, next_{heap_, "next"}, super_{heap_, "<super>"};
    std::vector<JvmField> arrays_;                 // by kind
    std::unordered_map<Node, Kind const*> kinds_;  // by class
};

}  // namespace trav::dump
