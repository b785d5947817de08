// held_by: the objects that refer to given objects, and the fields that do.
//
// For one object, each referrer is listed with a selector; for many objects, referrers are counted by type
// and field. The program's own references come first, then links of the runtime, then weak ones. Takes one
// pass over all edges.
#pragma once

#include "../heap/object_text.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// The maker of a reference, or weak.
enum class ReferenceKind : unsigned char { program, runtime, weak };

/// Of one edge.
ReferenceKind reference_kind(AnyDump const& dump, EdgeSet const& machinery, AnyDump::Edge const& edge);

/// Calls f(edge, kind) for each reference of an object. Skips a reference without a name if a named one of
/// the same or a stronger kind leads to the same object: Bun writes many references twice, with and without a
/// name.
void for_each_reference(AnyDump const& dump, EdgeSet const& machinery, Node n,
                        std::function<void(AnyDump::Edge const&, ReferenceKind)> const& f);

/// The referrers of some objects.
struct HeldBy {
    /// An object, or all of a type.
    struct Referrer {
        std::uint64_t references;
        std::string type;
        std::optional<ObjectName> object;
        std::string field;  ///< ".sessions", "[3]"
        ReferenceKind kind;
    };
    std::vector<Referrer> referrers;
    std::size_t more = 0;  ///< referrers omitted, and their references
    std::uint64_t more_references = 0;
    std::vector<std::string> roots;  ///< root names of the objects, each once
};

/// The referrers of the `wanted` nodes: at most `top`; 0: all. `each`: lists every referrer separately.
HeldBy held_by(AnyDump const& dump, EdgeSet const& machinery, std::vector<bool> const& wanted, bool each,
               std::size_t top);

/// The same as lines, and as JSON.
std::string held_by_text(HeldBy const& found);
nlohmann::ordered_json held_by_json(HeldBy const& found);
/// Returns ", weak", and "weak".
std::string_view kind_note(ReferenceKind kind);
std::string_view kind_name(ReferenceKind kind);

}  // namespace heapprof
