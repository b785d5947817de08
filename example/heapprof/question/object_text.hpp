// ObjectName: what answers call an object; and object_text(), the same on the terminal, with a selector of it
// that can be pasted back.
//
//     object_text(dump, node)        // "Map @115907", "(closure) onClick @83", `(string) "Ann" @5`
#pragma once

#include <trav/detail/one_line.hpp>
#include <trav/dump/path.hpp>
#include <trav/profile/amount.hpp>

#include <nlohmann/json.hpp>

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

/// What an answer calls an object.
struct ObjectName {
    std::string type, name;     ///< the name if it is not in the type
    nlohmann::ordered_json id;  ///< a number or a text, as in the dump
};

/// The name of an object.
template <trav::dump::Dump D>
ObjectName object_name(D const& dump, trav::dump::Node n) {
    return {type_name(dump, n), own_name(dump, n), trav::dump::id(dump, n)};
}

/// The type, the name if it is not in the type, both of at most `longest` characters, and @ID.
inline std::string object_text(ObjectName const& object, std::size_t longest = 60) {
    std::string const text = object.type + (object.name.empty() ? "" : ' ' + object.name);
    return shortened(trav::detail::one_line(text), longest) + " @" +
           (object.id.is_string() ? object.id.get<std::string>() : object.id.dump());
}
template <trav::dump::Dump D>
std::string object_text(D const& dump, trav::dump::Node n) {
    return object_text(object_name(dump, n));
}

/// An object, and an amount, in answers as JSON.
inline nlohmann::ordered_json object_json(ObjectName const& object) {
    return {{"type", object.type}, {"name", object.name}, {"id", object.id}};
}
inline nlohmann::ordered_json amount_json(trav::Amount const& amount) {
    return {{"bytes", amount.bytes}, {"objects", amount.objects}};
}

}  // namespace heapprof
