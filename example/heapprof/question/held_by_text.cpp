#include "held_by.hpp"

#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace heapprof {

namespace {

// At most three names.
std::string roots_text(std::vector<std::string> const& names) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i != std::min(most, names.size()); ++i)
        text += (text.empty() ? "" : ", ") + trav::one_line(names[i]);
    return names.size() <= most ? text : text + " ... " + trav::grouped(names.size() - most) + " more";
}

}  // namespace

std::string_view kind_note(ReferenceKind kind) {
    static constexpr std::string_view notes[] = {"", ", a link of the runtime", ", weak"};
    return notes[static_cast<std::size_t>(kind)];
}

std::string_view kind_name(ReferenceKind kind) {
    static constexpr std::string_view names[] = {"program", "runtime", "weak"};
    return names[static_cast<std::size_t>(kind)];
}

std::string held_by_text(HeldBy const& found) {
    std::string const roots = roots_text(found.roots);
    if (found.referrers.empty())
        return "held by nothing" + (roots.empty() ? "" : ": a root, " + roots) + '\n';
    TextLast rows({"references", "held by"});
    for (auto const& each : found.referrers)
        rows.add({trav::grouped(each.references), (each.object ? object_text(*each.object) : each.type) +
                                                      ' ' + each.field + std::string(kind_note(each.kind))});
    if (found.more != 0)
        rows.add({trav::grouped(found.more_references), "... " + trav::grouped(found.more) + " more"});
    return rows.str() + (roots.empty() ? "" : "and as a root, " + roots + '\n');
}

nlohmann::ordered_json held_by_json(HeldBy const& found) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (auto const& each : found.referrers) {
        nlohmann::ordered_json line{{"references", each.references}, {"type", each.type}};
        if (each.object) line["name"] = each.object->name, line["id"] = id_json(*each.object);
        line["field"] = each.field;
        line["link"] = kind_name(each.kind);
        list.push_back(std::move(line));
    }
    return {{"list", std::move(list)},
            {"more", found.more},
            {"more_references", found.more_references},
            {"roots", found.roots}};
}

}  // namespace heapprof
