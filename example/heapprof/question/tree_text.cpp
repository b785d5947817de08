#include "tree.hpp"

#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

namespace heapprof {

std::string tree_text(TreeAnswer const& answer) {
    TextLast rows({"retained", "%", "objects", "object"});
    for (auto const& [depth, retained, field, object, more] : answer.lines) {
        std::string const what = more != 0 ? "... " + trav::grouped(more) + " more"
                                           : field + (field.empty() ? "" : " -> ") + object_text(object);
        rows.add({trav::humanised(retained.bytes), trav::percent(retained.bytes, answer.total.bytes),
                  trav::grouped(retained.objects), std::string(2 * depth, ' ') + what});
    }
    return rows.str();
}

namespace {

nlohmann::ordered_json tree_json(TreeAnswer const& answer) {
    using Json = nlohmann::ordered_json;
    Json lines = Json::array();
    for (auto const& [depth, retained, field, object, more] : answer.lines) {
        Json line{{"depth", depth}, {"retained", amount_json(retained)}};
        if (more != 0) {
            line["more"] = more;
        } else {
            line["field"] = field;
            line.update(object_json(object));
        }
        lines.push_back(std::move(line));
    }
    return {{"total", amount_json(answer.total)}, {"tree", std::move(lines)}};
}

}  // namespace

void add_json(nlohmann::ordered_json& all, TreeAnswer const& answer) { all.update(tree_json(answer)); }

}  // namespace heapprof
