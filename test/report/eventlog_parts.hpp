// Parts of eventlogs as bytes, and the errors in reading them.
#pragma once

#include <trav/report/eventlog/detail/bytes.hpp>

#include <cstdint>
#include <string>

/// A big-endian number with this many bytes.
template <int Bytes>
std::string number(std::uint64_t value) {
    std::string text;
    for (int i = Bytes; i-- != 0;) text += static_cast<char>(value >> (8 * i));
    return text;
}
/// The mark of these letters, at most four.
inline std::string mark(std::string letters) {
    letters.resize(4);
    return letters;
}

/// The declaration of a type of events. Later versions may add something.
inline std::string declared(std::uint64_t type, std::uint64_t size, std::string const& description = "",
                            std::string const& more = "") {
    return mark("etb") + number<2>(type) + number<2>(size) + number<4>(description.size()) + description +
           number<4>(more.size()) + more + mark("ete");
}
/// The head of an eventlog before these declarations, and behind them.
inline std::string const head_begin = "hdrbhetb", head_end = "hetehdredatb";

/// The message of the error in reading an eventlog; "the end" if it ends too early.
std::string error_of(auto const& action) {
    try {
        action();
    } catch (trav::Unreadable const& e) { return e.what(); } catch (trav::detail::EventlogBytes::End const&) {
        return "the end";
    }
    return "no error";
}
