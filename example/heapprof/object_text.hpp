// object_text: what an object is called on the terminal, with a selector of it that can be pasted back.
//
//     object_text(dump, node)        // "Map @115907", "(closure) onClick @83", `(string) "Ann" @5`
#pragma once

#include <trav/detail/one_line.hpp>
#include <trav/dump/path.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace heapprof {

/// At most so many characters, which are UTF-8.
inline std::string shortened(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    text.resize(most - 2);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0) text.pop_back();
    return text + "..";
}

/// The object's name, if it is not in its type.
template <trav::dump::Dump D>
std::string own_name(D const& dump, trav::dump::Node n) {
    std::string found(name(dump, n));
    return type_name(dump, n).ends_with(found) ? "" : found;
}

/// The type, the name if it is not in the type, both of at most `longest` characters, and @ID.
template <trav::dump::Dump D>
std::string object_text(D const& dump, trav::dump::Node n, std::size_t longest = 60) {
    std::string text = type_name(dump, n);
    if (std::string const own = own_name(dump, n); !own.empty()) (text += ' ') += own;
    return shortened(trav::detail::one_line(text), longest) + " @" + trav::dump::id_text(dump, n);
}

}  // namespace heapprof
