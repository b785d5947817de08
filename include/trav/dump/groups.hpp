// trav/dump/groups.hpp: the groups of a dump: kinds of objects that are coarser than types, such as V8's
// "object", "closure" and "string".
//
// Rules name groups. If a dump has no groups, each type is a group of its own, which costs 4 bytes per
// object.
#pragma once

#include "dump.hpp"
#include "grouping.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// The groups of a dump. The dump must outlive this object.
template <Dump D>
class Groups {
    static constexpr bool of_dump = requires(D const& dump) { dump.group(Node{}); };

  public:
    explicit Groups(D const& dump) : dump_(&dump) {
        if constexpr (of_dump) {
            for (std::size_t i = 0; i != dump.group_count(); ++i) names_.emplace_back(dump.group_name(i));
        } else {
            Grouping types = grouping_by_type(dump);
            names_ = std::move(types.bands);
            of_node_ = std::move(types.band_of);
        }
    }

    /// The number of the group with this name, if there is one.
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i != names_.size(); ++i) {
            if (names_[i] == name) return i;
        }
        return {};
    }
    /// The number of the group of an object.
    std::size_t of(Node n) const {
        if constexpr (of_dump) return static_cast<std::size_t>(dump_->group(n));
        else return of_node_[n];
    }
    std::string const& name(std::size_t group) const { return names_[group]; }
    std::size_t count() const { return names_.size(); }

  private:
    D const* dump_;
    std::vector<std::string> names_;
    std::vector<std::uint32_t> of_node_;
};

}  // namespace trav::dump
