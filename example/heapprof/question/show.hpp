// show: one object of a dump: its type and name, its fields, and its referrers.
#pragma once

#include "held_by.hpp"
#include "object_text.hpp"

#include <trav/profile/amount.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The answer. Fields have the order of the dump, with links of the runtime after the program's.
struct ShowAnswer {
    struct Field {
        std::string field;  ///< ".sessions", "[3]"
        ObjectName object;
        ReferenceKind kind;
        std::uint64_t retained;
    };
    ObjectName object;
    std::string name, place;  ///< the full name; the file and line of origin, if known
    std::uint64_t own = 0;
    std::optional<trav::Amount> retained;  ///< nullopt: no root reaches it
    std::optional<ObjectName> dominator;
    std::vector<Field> fields;
    std::size_t more_fields = 0;
    HeldBy held_by;
};

/// At most `top` fields and referrers; 0: all.
ShowAnswer show(AnyDump const& dump, Node n, std::size_t top);

/// The answer as lines, and as JSON.
std::string show_text(ShowAnswer const& answer);
void add_json(nlohmann::ordered_json& all, ShowAnswer const& answer);

}  // namespace heapprof
