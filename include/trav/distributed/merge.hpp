// trav/distributed/merge.hpp: merges the profiles of all ranks into one, at rank 0.
//
//     if (auto const all = trav::distributed::merged(comm, std::move(profile))) ...  // called by all ranks
//
// For a fleet of heaps: each rank profiles its own heap with trav::Profiler, and equal bands are added up.
// All profiles must have the same breakdowns and the same number of samples. Bands are equal if they look the
// same, so a band should be self-explanatory: types and roots should appear by name, not by a number of one
// heap.
#pragma once

#include "../profile/in_order.hpp"
#include "../profile/listed_sets.hpp"
#include "communicator.hpp"
#include "detail/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav::distributed {

namespace detail {

template <>
struct Wire<Band> {
    static constexpr bool possible = true;
    static void put(Message& to, Band const& band) {
        detail::put(to, band.text);
        detail::put(to, band.members);
        detail::put(to, band.details);
        detail::put(to, band.identity.number);
        detail::put(to, band.identity.members);
        detail::put(to, band.identity.unreached);
    }
    static Band take(Reader& from) {
        Band band;
        band.text = from.take<std::string>();
        band.members = from.take<std::vector<std::string>>();
        band.details = from.take<std::vector<std::string>>();
        band.identity.number = from.take<std::uint64_t>();
        band.identity.members = from.take<std::vector<std::uint32_t>>();
        band.identity.unreached = from.take<unsigned char>() != 0;
        return band;
    }
};

/// Serialises the bands and samples of a profile.
inline Message as_message(Profile const& profile) {
    Message to;
    put(to, std::uint64_t{profile.columns.size()});
    for (auto const& column : profile.columns) {
        put(to, column.name);
        put(to, column.bands);
    }
    put(to, std::uint64_t{profile.samples.size()});
    for (auto const& sample : profile.samples) {
        put(to, std::uint64_t{sample.entries.size()});
        for (auto const& entry : sample.entries) {
            for (auto const band : entry.bands) put(to, band);
            put(to, entry.amount.bytes);
            put(to, entry.amount.objects);
        }
    }
    return to;
}

/// Adds the counts of another rank. Its bands are numbered after the existing bands.
inline void add_message(Profile& profile, Message const& message) {
    auto const differ = [] {
        throw std::invalid_argument(
            "trav: profiles of several ranks are one only if they have the same breakdowns "
            "and as many samples");
    };
    Reader from(message);
    std::vector<std::uint32_t> before;
    if (from.take<std::uint64_t>() != profile.columns.size()) differ();
    for (auto& column : profile.columns) {
        if (from.take<std::string>() != column.name) differ();
        before.push_back(static_cast<std::uint32_t>(column.bands.size()));
        for (Band& band : from.take<std::vector<Band>>()) column.bands.push_back(std::move(band));
    }
    if (from.take<std::uint64_t>() != profile.samples.size()) differ();
    for (auto& sample : profile.samples)
        for (auto left = from.take<std::uint64_t>(); left != 0; --left) {
            Profile::Entry entry;
            for (auto const first : before) entry.bands.push_back(first + from.take<std::uint32_t>());
            entry.amount.bytes = from.take<std::uint64_t>();
            entry.amount.objects = from.take<std::uint64_t>();
            sample.entries.push_back(std::move(entry));
        }
}

/// Limits the listed members of sets to the same number as for one rank.
inline void limit_listed(Profile& profile) {
    bool any = false;
    for (auto& column : profile.columns) {
        std::vector<std::size_t> sizes;
        for (Band const& band : column.bands) sizes.push_back(band.members.size());
        std::size_t const largest = trav::detail::largest_listed_set(sizes);
        for (Band& band : column.bands)
            if (band.members.size() > largest) band = trav::detail::band_of_many(), any = true;
    }
    if (any) profile = in_order(std::move(profile));
}

}  // namespace detail

/// Merges the profiles of all ranks; the result is empty except at rank 0. Must be called by all ranks.
/// Throws std::invalid_argument if the profiles do not match.
template <Communicator Comm>
std::optional<Profile> merged(Comm& comm, Profile profile) {
    Messages messages(comm.size());
    if (comm.rank() != 0) messages[0] = detail::as_message(profile);
    Messages const received = comm.exchange(std::move(messages));
    if (comm.rank() != 0) return {};
    for (std::size_t rank = 1; rank < received.size(); ++rank) detail::add_message(profile, received[rank]);
    profile = in_order(std::move(profile));
    detail::limit_listed(profile);
    return profile;
}

}  // namespace trav::distributed
