// trav/profile/set_table.hpp: SetTable, the sets of a breakdown by sets, numbered once for the whole profile.
//
//     trav::SetTable sets{profile, retainers};
//     sets.numbered(band)                            // "(2)SYSTEM", as GHC labels the bands of -hr
//     for (auto const& [number, elements] : sets.sets) ...              // SET 2 = {<SYSTEM.SYSTEM>}
//
// Only sets of counted objects are listed, in the order of their first samples. Numbers begin at 2, as in
// GHC; unlike in GHC, a number means the same set in every sample. MANY and other bands without listed
// elements have no number.
#pragma once

#include "profile.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace trav {

struct SetTable {
    struct Set {
        std::uint64_t number;
        std::vector<std::string> elements;  ///< full forms, in the order of the band's members
    };
    std::vector<Set> sets;  ///< ascending

    template <class = void>
    explicit SetTable(Profile::Column const& column) {
        for (auto const& band : column.bands) {
            if (band.members.empty()) continue;
            std::uint64_t const number = sets.size() + 2;
            sets.push_back({number, band.details.empty() ? band.members : band.details});
            numbers_[band] = number;
        }
    }
    SetTable(Profile const& profile, Named auto const& breakdown)
        : SetTable(profile.columns[profile.column_of(breakdown)]) {}

    /// The band's number and text; only its text if it has no number.
    template <class = void>
    std::string numbered(Band const& band) const {
        auto const at = numbers_.find(band);
        return at == numbers_.end() ? band.text : trav::numbered(at->second, band.text);
    }

  private:
    std::map<Band, std::uint64_t> numbers_;
};

}  // namespace trav
