// Collections: the collections of a heap, each with its type, its number of entries and its room, as a
// Grouping by type and fill.
//
//     Collections collections(dump.node_count());
//     collections.add(map, dump.type(map), 3, 16);        // 3 entries, room for 16
//     collections.add_part(table, map);                   // the table is counted with its map
//     std::move(collections).grouping([&](std::uint64_t type, Fill fill) { ... });
//
// The capacity of a collection must be in the dump: V8 and Java have it, Ruby and Python do not. Costs 4
// bytes per object.
#pragma once

#include "../dump.hpp"
#include "../grouping.hpp"
#include "fill.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class Collections {
  public:
    explicit Collections(std::uint32_t node_count) : number_of_(node_count) {}

    /// Adds a collection with `entries` in a `room` for more.
    void add(Node n, std::uint64_t type, std::uint64_t entries, std::uint64_t room) {
        number_of_[n] = number({type, Fill(entries, room)});
    }
    /// Gives the part of a collection the band of the collection.
    void add_part(Node part, Node collection) { number_of_[part] = number_of_[collection]; }
    /// Adds a collection with the same part as one before.
    void add_sharing(Node n, std::uint64_t type, Node part) {
        number_of_[n] = number({type, keys_[number_of_[part] - 1].second});
    }
    /// Whether the object is a collection or a part of one.
    bool contains(Node n) const { return number_of_[n] != 0; }

    /// `text(type, fill)`: the text of a band. Other objects are in "(no collection)".
    Grouping grouping(auto const& text) && {
        Grouping result{std::move(number_of_), {"(no collection)"}};
        for (auto const& [type, fill] : keys_) result.bands.push_back(text(type, fill));
        return result;
    }

  private:
    using Key = std::pair<std::uint64_t, Fill>;

    std::uint32_t number(Key const& key) {
        auto const [at, fresh] = numbers_.try_emplace(key, 0);
        if (fresh) {
            keys_.push_back(key);
            at->second = static_cast<std::uint32_t>(keys_.size());
        }
        return at->second;
    }

    std::vector<std::uint32_t> number_of_;  // per node: 1 + the index of its key; 0: no collection
    std::map<Key, std::uint32_t> numbers_;
    std::vector<Key> keys_;
};

}  // namespace trav::dump::detail
