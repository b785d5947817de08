// trav/text/from_chars.hpp: std::from_chars, including floating-point numbers if the library supports
// only integers (libc++ before 20).
#pragma once

#include "../detail/compiler.hpp"

#include <charconv>
#include <concepts>
#include <cstddef>
#include <locale>
#include <sstream>
#include <string>
#include <system_error>

namespace trav {

namespace detail {

/// The end of the longest prefix that std::from_chars would accept as a decimal number; `first` if there is
/// none.
inline char const* end_of_number(char const* const first, char const* const last, bool exponent) {
    auto const digits = [last](char const* at) {
        while (at != last && *at >= '0' && *at <= '9') ++at;
        return at;
    };
    char const* const sign = first != last && *first == '-' ? first + 1 : first;
    char const* end = digits(sign);
    std::ptrdiff_t count = end - sign;
    if (end != last && *end == '.') {
        char const* const fraction = end + 1;
        end = digits(fraction);
        count += end - fraction;
    }
    if (count == 0) return first;
    if (exponent && end != last && (*end == 'e' || *end == 'E')) {
        char const* at = end + 1;
        if (at != last && (*at == '-' || *at == '+')) ++at;
        if (digits(at) != at) end = digits(at);
    }
    return end;
}

/// from_chars through a stream. Reads a number too small for T as 0; rejects infinity and NaN.
template <std::floating_point T>
std::from_chars_result from_chars_by_stream(char const* first, char const* last, T& value,
                                            std::chars_format format = std::chars_format::general) {
    char const* const end = end_of_number(first, last, format != std::chars_format::fixed);
    if (end == first) return {first, std::errc::invalid_argument};
    std::istringstream in{std::string(first, end)};
    in.imbue(std::locale::classic());
    T read = 0;
    in >> read;
    if (in.fail()) return {end, std::errc::result_out_of_range};
    value = read;
    return {end, std::errc{}};
}

}  // namespace detail

/// std::from_chars.
template <class T, class... Format>
std::from_chars_result from_chars(char const* first, char const* last, T& value, Format... format) {
    if constexpr (requires { std::from_chars(first, last, value, format...); })
        return std::from_chars(first, last, value, format...);
    else return detail::from_chars_by_stream(first, last, value, format...);
}

}  // namespace trav
