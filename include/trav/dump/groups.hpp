// trav/dump/groups.hpp: the groups of a dump: kinds of objects that are coarser than types, such as V8's
// "object", "closure" and "string".
//
// Rules name groups. If a dump has no groups, each type is a group of its own, which costs 4 bytes per
// object.
#pragma once

#include "dump.hpp"
#include "grouping.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace trav::dump {

/// The groups of a dump. The dump must outlive this object.
template <Dump D>
class Groups {
    static constexpr bool of_dump = requires(D const& dump) { dump.group(Node{}); };

  public:
    explicit Groups(D const& dump) : dump_(&dump) {
        if constexpr (of_dump) {
            for (std::size_t i = 0; i != dump.group_count(); ++i)
                groups_.bands.emplace_back(dump.group_name(i));
        } else {
            groups_ = grouping_by_type(dump);
        }
    }

    /// The number of the group with this name, if there is one.
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i != groups_.bands.size(); ++i) {
            if (groups_.bands[i] == name) return i;
        }
        return {};
    }
    /// The number of the group of an object.
    std::size_t of(Node n) const {
        if constexpr (of_dump) return static_cast<std::size_t>(dump_->group(n));
        else return groups_.band_of[n];
    }
    std::string const& name(std::size_t group) const { return groups_.bands[group]; }
    std::size_t count() const { return groups_.bands.size(); }

  private:
    D const* dump_;
    Grouping groups_;  // without the table, if the dump has one
};

}  // namespace trav::dump
