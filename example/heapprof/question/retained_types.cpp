#include "retained_types.hpp"

#include <trav/profile/by.hpp>
#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace heapprof {

RetainedTypes retained_types(RetainedHeap const& heap, std::size_t n, std::vector<bool> const& wanted) {
    AnyDump const& dump = heap.dump;
    constexpr std::uint64_t none = ~std::uint64_t{0};  // the key of other objects
    auto const by_type = trav::by(
        "type", [&](Node each) { return wanted.empty() || wanted[each] ? dump.type(each) : none; },
        [&](std::uint64_t type) { return type == none ? "" : dump.type_name(type); });
    RetainedTypes result{heap.total.bytes, trav::retained_by_band(heap.tree, by_type)};
    if (!wanted.empty()) std::erase_if(result.types, [](auto const& type) { return type.text.empty(); });
    result.types.resize(std::min(n, result.types.size()));
    return result;
}

std::string retained_types_text(RetainedTypes const& retained, std::size_t columns) {
    trav::TextTable text({"all of a type", "own", "retained", "%", "objects"});
    for (auto const& type : retained.types)
        text.row({type.text, trav::humanised(type.own.bytes), trav::humanised(type.retained.bytes),
                  trav::percent(type.retained.bytes, retained.total), trav::grouped(type.own.objects)});
    return text.fitting(columns) + "(retained: freed at least if all objects of the type were gone)\n";
}

nlohmann::ordered_json retained_types_json(RetainedTypes const& retained) {
    auto result = nlohmann::ordered_json::array();
    for (auto const& type : retained.types)
        result.push_back({{"type", type.text},
                          {"own", type.own.bytes},
                          {"retained", type.retained.bytes},
                          {"objects", type.own.objects},
                          {"objects_retained", type.retained.objects}});
    return result;
}

}  // namespace heapprof
