#include "show.hpp"

#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>
#include <trav/text/in_quotes.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

namespace heapprof {

namespace {

// " = 52428800", or ` = "A"`
std::string equals(ShowAnswer::Value const& value) {
    std::string const text = shortened(value.text, 60);
    return " = " + (value.kind == trav::dump::ValueKind::text ? trav::in_quotes(text) : text);
}

}  // namespace

std::string show_text(ShowAnswer const& answer) {
    std::string text = object_text(answer.object) + (answer.value ? equals(*answer.value) : "") + ", own " +
                       trav::humanised(answer.own);
    if (answer.retained)
        text += ", retains " + trav::humanised(answer.retained->bytes) + " in " +
                trav::grouped(answer.retained->objects) +
                (answer.retained->objects == 1 ? " object\n" : " objects\n");
    else text += ", which no root reaches\n";
    if (answer.name.size() > 60) text += "name: " + trav::one_line(answer.name) + '\n';
    if (!answer.place.empty()) text += "from " + answer.place + '\n';
    if (answer.dominator) text += "dominated by " + object_text(*answer.dominator) + '\n';
    TextLast rows({"retained", "field"});
    for (auto const& value : answer.values) rows.add({"", value.field + equals(value)});
    if (answer.more_values != 0) rows.add({"", "... " + trav::grouped(answer.more_values) + " more values"});
    for (auto const& [field, object, kind, retained, value] : answer.fields)
        rows.add({trav::humanised(retained), field + (value ? equals(*value) : " -> " + object_text(object)) +
                                                 std::string(kind_note(kind))});
    if (answer.more_fields != 0) rows.add({"", "... " + trav::grouped(answer.more_fields) + " more"});
    return text + '\n' + (answer.fields.empty() && answer.values.empty() ? "no fields\n" : rows.str()) +
           '\n' + held_by_text(answer.held_by);
}

namespace {

nlohmann::ordered_json value_json(ShowAnswer::Value const& value) {
    using trav::dump::ValueKind;
    if (value.kind == ValueKind::nothing) return nullptr;
    if (value.kind == ValueKind::text) return value.text;
    auto parsed = nlohmann::ordered_json::parse(value.text, nullptr, false);
    if (parsed.is_discarded()) return value.text;  // NaN is no JSON
    return parsed;
}

nlohmann::ordered_json show_json(ShowAnswer const& answer) {
    using Json = nlohmann::ordered_json;
    Json values = Json::array(), fields = Json::array();
    for (auto const& value : answer.values)
        values.push_back({{"field", value.field}, {"value", value_json(value)}});
    for (auto const& [field, object, kind, retained, value] : answer.fields) {
        Json line{{"field", field}};
        line.update(object_json(object));
        line["link"] = kind_name(kind);
        line["retained"] = retained;
        if (value) line["value"] = value_json(*value);
        fields.push_back(std::move(line));
    }
    return {{"object", object_json(answer.object)},
            {"place", answer.place},
            {"own", answer.own},
            {"retained", answer.retained ? amount_json(*answer.retained) : Json()},
            {"dominator", answer.dominator ? object_json(*answer.dominator) : Json()},
            {"values", std::move(values)},
            {"more_values", answer.more_values},
            {"fields", std::move(fields)},
            {"more_fields", answer.more_fields},
            {"held_by", held_by_json(answer.held_by)}};
}

}  // namespace

void add_json(nlohmann::ordered_json& all, ShowAnswer const& answer) { all.update(show_json(answer)); }

}  // namespace heapprof
