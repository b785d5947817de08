// trav/profile/root_names.hpp: names of roots, numbered in order of appearance, and the bands of sets of
// them: shared by breakdowns by roots.
//
//     trav::RootNames names;
//     names.number("cache"), names.number("sessions");      // 0, 1
//     names.band(std::vector{0, 1}).text                    // "cache,sessions"
//     names.band(std::vector<int>{}).text                   // "NOROOT"
#pragma once

#include "band.hpp"
#include "detail/interner.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trav {

/// Numbers names from 0.
class RootNames {
  public:
    /// The number of the name. O(1).
    std::uint32_t number(std::string const& name) { return names_.intern(name); }
    std::string const& operator[](std::uint32_t number) const { return names_[number]; }
    std::size_t size() const { return names_.size(); }

    /// The band of a set of numbers. The band of the empty set, NOROOT, has the objects that no named root
    /// reaches.
    Band band(auto const& set) const {
        Band band;
        for (auto const root : set) {
            band.members.push_back(names_[static_cast<std::size_t>(root)]);
            band.identity.members.push_back(static_cast<std::uint32_t>(root));
        }
        band.identity.unreached = band.members.empty();
        band.text = band.identity.unreached ? "NOROOT" : set_text(band.members);
        return band;
    }

  private:
    detail::Interner<std::string, std::hash<std::string>, std::vector<std::string>> names_;
};

}  // namespace trav
