#include "only.hpp"

#include <trav/dump/nearest.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

// Whether `name` is the band's text or a member of its set.
bool is(trav::Band const& band, std::string const& name) {
    return band.text == name || std::ranges::find(band.members, name) != band.members.end();
}

}  // namespace

trav::Profile restricted(trav::Profile profile, DumpOptions const& options) {
    if (options.question.where)
        profile = profile.where(
            {nullptr, "where", [](trav::Band const& band, auto const&) { return band.text == "yes"; }});
    for (auto const& only : options.only) {
        auto const& names = only.second;
        trav::Restriction const restriction{nullptr, only.first, [&](trav::Band const& band, auto const&) {
                                                return std::ranges::any_of(
                                                    names, [&](auto const& name) { return is(band, name); });
                                            }};
        auto const column = std::ranges::find(profile.columns, only.first, &trav::Profile::Column::name);
        for (std::string const& name : names) {
            bool const there = std::any_of(column->bands.begin(), column->bands.end(),
                                           [&](auto const& band) { return is(band, name); });
            if (there) continue;
            std::vector<std::string> texts;
            for (auto const& band : column->bands) texts.push_back(band.text);
            throw std::runtime_error("--only " + only.first + "=" + name +
                                     ": there is no such band; there is " +
                                     fmt::format("{}", fmt::join(trav::dump::nearest(texts, name, 3), ", ")));
        }
        profile = profile.where(restriction);
    }
    return profile;
}

}  // namespace heapprof
