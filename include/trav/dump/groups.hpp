// trav/dump/groups.hpp: what kind of thing each object of a dump is, coarser than its type: in V8 "object",
// "closure", "string" ...
//
// Rules name groups. In a dump that has none, each type is a group of its own; that costs 4 bytes for each
// object.
#pragma once

#include "dump.hpp"
#include "split.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// The groups of a dump, which must outlive this.
template <Dump D>
class Groups {
    static constexpr bool of_dump = requires(D const& dump) { dump.group(Node{}); };

  public:
    explicit Groups(D const& dump) : dump_(&dump) {
        if constexpr (of_dump) {
            for (std::size_t i = 0; i != dump.group_count(); ++i) names_.emplace_back(dump.group_name(i));
        } else {
            Split types = split_by_type(dump);
            names_ = std::move(types.bands);
            of_node_ = std::move(types.band_of);
        }
    }

    /// The number of the group of this name, if there is one.
    std::optional<std::size_t> find(std::string_view name) const {
        for (std::size_t i = 0; i != names_.size(); ++i) {
            if (names_[i] == name) return i;
        }
        return {};
    }
    /// The number of the object's group.
    std::size_t of(Node n) const {
        if constexpr (of_dump) return static_cast<std::size_t>(dump_->group(n));
        else return of_node_[n];
    }
    std::string const& name(std::size_t group) const { return names_[group]; }

  private:
    D const* dump_;
    std::vector<std::string> names_;
    std::vector<std::uint32_t> of_node_;
};

}  // namespace trav::dump
