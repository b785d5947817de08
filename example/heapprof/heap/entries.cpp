#include "entries.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace heapprof {

bool is_code(std::string const& type) {
    constexpr std::array<std::string_view, 8> code{
        "function", "type",   "module", "builtin_function_or_method",
        "Class",    "Module", "ICLASS", "java.lang.Class"};
    return type.starts_with('(') || std::ranges::find(code, type) != code.end();
}

bool has_unnamed_entries(std::string const& type) {
    constexpr std::array<std::string_view, 8> types{"dict",
                                                    "set",
                                                    "frozenset",
                                                    "collections.OrderedDict",
                                                    "collections.defaultdict",
                                                    "collections.deque",
                                                    "OrderedDict",
                                                    "defaultdict"};
    return std::ranges::find(types, type) != types.end();
}

std::unordered_set<std::uint64_t> entry_types(AnyDump const& dump, Node n) {
    constexpr std::size_t most_fields = 64;
    std::unordered_map<std::uint64_t, std::size_t> fields;
    dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
        if (edge.name_kind == trav::dump::NameKind::field && strong(dump, edge)) ++fields[dump.type(edge.to)];
    });
    std::unordered_set<std::uint64_t> found;
    for (auto const& [type, count] : fields)
        if (count > most_fields && !is_code(std::string(dump.type_name(type)))) found.insert(type);
    return found;
}

}  // namespace heapprof
