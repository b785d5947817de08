// show: one object of a dump: its type and name, its values, its fields, and its referrers.
#pragma once

#include "../heap/object_text.hpp"
#include "held_by.hpp"

#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The answer. Fields have the order of the dump, with links of the runtime after the program's.
struct ShowAnswer {
    struct Value {
        std::string field;  ///< ".capacity"
        trav::dump::ValueKind kind;
        std::string text;
    };
    struct Field {
        std::string field;  ///< ".sessions", "[3]"
        ObjectName object;
        ReferenceKind kind;
        std::uint64_t retained;
        std::optional<Value> value;  ///< if the object is only a value, such as a number
    };
    ObjectName object;
    std::string name, place;  ///< the full name; the file and line of origin, if known
    std::uint64_t own = 0;
    std::optional<trav::Amount> retained;  ///< nullopt: no root reaches it
    std::optional<ObjectName> dominator;
    std::optional<Value> value;  ///< if the object is only a value
    std::vector<Value> values;   ///< in the object
    std::vector<Field> fields;
    std::size_t more_values = 0, more_fields = 0;
    HeldBy held_by;
};

/// At most `top` values, fields and referrers; 0: all.
ShowAnswer show(AnyDump const& dump, Node n, std::size_t top);

/// The answer as lines, and as JSON.
std::string show_text(ShowAnswer const& answer);
void add_json(nlohmann::ordered_json& all, ShowAnswer const& answer);

}  // namespace heapprof
