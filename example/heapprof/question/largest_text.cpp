#include "largest.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

namespace heapprof {

std::string largest_text(Largest const& largest, std::size_t columns) {
    trav::TextTable text({"largest", "own", "retained", "%", "objects"});
    for (LargeObject const& object : largest.objects) {
        text.row({object_text(object.object, 40), trav::humanised(object.own.bytes),
                  trav::humanised(object.retained.bytes), trav::percent(object.retained.bytes, largest.total),
                  trav::grouped(object.retained.objects)});
        text.line("  " + object.path);
    }
    return text.fitting(columns) + "(retained: freed if the object were gone" +
           (largest.note.empty() ? "" : "; " + largest.note) + ")\n";
}

nlohmann::ordered_json largest_json(Largest const& largest) {
    auto result = nlohmann::ordered_json::array();
    for (LargeObject const& object : largest.objects) {
        result.push_back({{"type", object.object.type},
                          {"name", object.object.name},
                          {"id", id_json(object.object)},
                          {"own", object.own.bytes},
                          {"retained", object.retained.bytes},
                          {"objects", object.retained.objects},
                          {"path", object.path}});
    }
    return result;
}

}  // namespace heapprof
