// parse_size: parses numbers of bytes with units.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace heapprof {

/// Parses a size such as "512M" or "2G" to bytes, from 0 to 2^63; nullopt if it is invalid.
inline std::optional<std::uint64_t> parse_size(std::string const& text) {
    std::uint64_t number = 0;
    char const* const end = text.data() + text.size();
    auto const [behind, error] = std::from_chars(text.data(), end, number);
    std::string_view const unit(behind, static_cast<std::size_t>(end - behind));
    if (error != std::errc{} || unit.size() > 1) return {};
    std::size_t const power = unit.empty() ? 0 : std::string_view("kmgtKMGT").find(unit[0]) % 4 + 1;
    if (!unit.empty() && std::string_view("kmgtKMGT").find(unit[0]) == std::string_view::npos) return {};
    if (number > (std::uint64_t{1} << 63) >> (10 * power)) return {};
    return number << (10 * power);
}

}  // namespace heapprof
