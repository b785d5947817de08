// trav/ghc/live/address_range.hpp: where the heap of a running GHC program lies.
//
//     std::ifstream maps("/proc/self/maps");
//     trav::AddressRange const heap = trav::ghc::mapped_around(maps, address_of_an_object);
//
// On 64 bits the runtime reserves one range of addresses for its heap when it starts (1 TB, unless told
// otherwise), and every object outside of it is static: part of the program. The kernel lists the pages in
// use and those that are only reserved as neighbours. Costs one look at the list.
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

/// The range of a line of /proc/PID/maps, if no file is mapped there; else an empty one.
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

/// The range around `inside` that mappings without a file cover without a gap; empty if there is none. `maps`
/// is text as in /proc/self/maps, where addresses ascend.
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
