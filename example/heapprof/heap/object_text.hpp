// ObjectName: the name of an object in answers; and object_text(), the name on the terminal, with a selector
// that can be pasted into another command.
//
//     object_text(dump, node)        // "Map @115907", "(closure) onClick @83", `(string) "Ann" @5`
#pragma once

#include "../file/any_dump.hpp"

#include <trav/profile/amount.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>

namespace heapprof {

/// Shortens a text to at most `most` bytes without splitting a UTF-8 character.
std::string shortened(std::string text, std::size_t most);

/// The end of a text, at most `most` bytes: the end of the name of a class or a file says most.
std::string ending(std::string text, std::size_t most);

/// The object's name, unless its type ends with it.
std::string own_name(AnyDump const& dump, Node n);

/// The name of an object in an answer.
struct ObjectName {
    std::string type, name;  ///< `name` is empty if the type ends with it
    std::string id;
    bool number_id = false;  ///< whether the id is a number in the dump
};

/// The name of an object.
ObjectName object_name(AnyDump const& dump, Node n);

/// The type, the name unless the type ends with it, and @ID. The name is shortened if both have more than
/// `longest` bytes, but has 20; of a type, the last 100 bytes remain.
std::string object_text(ObjectName const& object, std::size_t longest = 60);
std::string object_text(AnyDump const& dump, Node n);

/// An id, an object, and an amount as JSON, for answers.
nlohmann::ordered_json id_json(ObjectName const& object);
nlohmann::ordered_json object_json(ObjectName const& object);
nlohmann::ordered_json amount_json(trav::Amount const& amount);

}  // namespace heapprof
