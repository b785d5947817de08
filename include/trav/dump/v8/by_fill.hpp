// by_fill: splits the Maps, Sets and Arrays of a snapshot by the number of objects that they hold, and by the
// share of their room that these take: "Map of 1-3 objects (in 0-25 % of its room)", "Set without objects". A
// collection is in one band with its table, unless that is the table of the literal that it was made from.
//
// The room follows from the size of the table. V8 writes only the elements that are objects or strings.
// Numbers, true, false, null and undefined are missing, so a collection that has only such elements counts as
// one without objects.
#pragma once

#include "../detail/collections.hpp"
#include "../grouping.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trav::dump {

namespace detail {

/// Finds the collections of one snapshot.
class V8Collections {
  public:
    explicit V8Collections(V8Snapshot const& snapshot) : snapshot_(snapshot), all_(snapshot.node_count()) {
        std::size_t const object = snapshot.type_named("object");
        for (Node n = 0; n != snapshot.node_count(); ++n) {
            if (snapshot.node_type[n] != object) continue;
            std::string_view const name = snapshot.name(n);
            if (name == "Map") table(n, 3);
            else if (name == "Set") table(n, 2);
            else if (name == "Array") array(n);
        }
    }
    Collections all() && { return std::move(all_); }

  private:
    /// The layout of a table is: three numbers, a number for each two entries, and the entries, with `fields`
    /// fields each.
    void table(Node n, std::uint64_t fields) {
        auto const table = snapshot_.part(n, "table");
        if (!table) return;
        if (all_.contains(*table)) return all_.add_sharing(n, snapshot_.type(n), *table);
        for (std::uint64_t const field_size : {std::uint64_t{8}, std::uint64_t{4}}) {
            std::uint64_t const size = snapshot_.size(*table), head = 5 * field_size,
                                two = (1 + 2 * fields) * field_size;
            if (size <= head || (size - head) % two != 0) continue;
            std::uint64_t const room = (size - head) / two * 2;
            if (!std::has_single_bit(room)) continue;
            put(n, table, entries(*table, 3 + room / 2, fields), room);
            return;
        }
    }
    /// V8 numbers the fields of a table from 0.
    std::uint64_t entries(Node table, std::uint64_t first, std::uint64_t fields) const {
        std::uint64_t count = 0, last = 0;
        snapshot_.for_each_edge(table, [&](V8Edge const& edge) {
            if (edge.kind != V8EdgeKind::internal) return;
            std::string_view const name = snapshot_.strings[edge.name_or_index];
            std::uint64_t at = 0;
            auto const [end, bad] = std::from_chars(name.data(), name.data() + name.size(), at);
            if (bad != std::errc{} || end != name.data() + name.size() || at < first) return;
            std::uint64_t const entry = (at - first) / fields + 1;
            count += entry != last;
            last = entry;
        });
        return count;
    }
    void array(Node n) {
        std::uint64_t const field_size = snapshot_.size(n) / 4;  // the object has four fields
        auto const store = snapshot_.part(n, "elements");
        if (field_size != 4 && field_size != 8) return;
        std::uint64_t const slots = store ? snapshot_.size(*store) / field_size : 0;
        std::uint64_t count = 0;
        snapshot_.for_each_edge(n, [&](V8Edge const& edge) { count += edge.kind == V8EdgeKind::element; });
        put(n, store, count, slots < 2 ? 0 : slots - 2);
    }
    void put(Node n, std::optional<Node> part, std::uint64_t entries, std::uint64_t room) {
        all_.add(n, snapshot_.type(n), entries, room);
        if (part && snapshot_.node_type_name(*part) == "array") all_.add_part(*part, n);
    }

    V8Snapshot const& snapshot_;
    Collections all_;
};

}  // namespace detail

/// The breakdown "fill" of V8Dump.
inline Grouping by_fill(V8Snapshot const& snapshot) {
    return detail::V8Collections(snapshot).all().grouping([&](std::uint64_t type, detail::Fill const& fill) {
        std::string const name = snapshot.type_name(type);
        if (fill.size == 0) return name + " without objects";
        return name + " of " + fill.size_text() + " objects (in " + fill.quarter_text() + " of its room)";
    });
}

}  // namespace trav::dump
