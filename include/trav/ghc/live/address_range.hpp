// trav/ghc/live/address_range.hpp: finds the address range of a running GHC program's heap.
//
//     std::ifstream maps("/proc/self/maps");
//     trav::AddressRange const heap = trav::ghc::mapped_around(maps, address_of_an_object);
//
// On 64 bits the runtime reserves one range of addresses for its heap at startup (1 TB by default). Every
// object outside of it is static: part of the program. The kernel lists the used pages and the reserved pages
// of the range as neighbours. Reads the list once.
#pragma once

#include "../layout/pointer.hpp"

#include <charconv>
#include <istream>
#include <string>
#include <string_view>
#include <system_error>

namespace trav::ghc {

/// Addresses from `begin` up to `end`.
struct AddressRange {
    Word begin = 0, end = 0;

    bool contains(void const* p) const { return address(p) - begin < end - begin; }
    bool empty() const { return begin == end; }
};

namespace detail {

/// The range in a line of /proc/PID/maps if no file is mapped there; otherwise an empty range.
inline AddressRange anonymous_mapping(std::string const& line) {
    AddressRange range;
    char const* const last = line.data() + line.size();
    auto const begin = std::from_chars(line.data(), last, range.begin, 16);
    if (begin.ec != std::errc() || begin.ptr == last || *begin.ptr != '-') return {};
    auto const end = std::from_chars(begin.ptr + 1, last, range.end, 16);
    bool const has_name =
        line.find_first_of("/[", static_cast<std::size_t>(end.ptr - line.data())) != line.npos;
    return end.ec != std::errc() || has_name ? AddressRange{} : range;
}

}  // namespace detail

/// The range around `inside` that mappings without a file cover without gaps; empty if there is none. `maps`
/// is text in the format of /proc/self/maps, with ascending addresses.
inline AddressRange mapped_around(std::istream& maps, Word inside) {
    AddressRange found;
    for (std::string line; std::getline(maps, line);) {
        AddressRange const range = detail::anonymous_mapping(line);
        if (range.begin == found.end && !range.empty()) {
            found.end = range.end;
            continue;
        }
        if (found.begin <= inside && inside < found.end) return found;
        found = range;
    }
    return found.begin <= inside && inside < found.end ? found : AddressRange{};
}

}  // namespace trav::ghc
