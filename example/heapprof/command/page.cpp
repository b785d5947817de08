#include "../page/page.hpp"
#include "../breakdown/root_summary.hpp"
#include "../command.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../page/packed.hpp"
#include "../page/page_parts.hpp"
#include "dump_options.hpp"
#include "only.hpp"

#include <trav/report/json.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

using Json = nlohmann::ordered_json;

constexpr char const* examples = R"(Examples:
  heapprof page app.dump
      heap.html: the dominator tree, and the heap by type
  heapprof page 1.dump.gz 2.dump.gz 3.dump.gz -o growth.html
      the same, with their growth
  heapprof page app.dump --root app.cache --root app.sessions
      the same, with the bytes that these roots share)";

std::string lines(std::vector<std::string> const& texts) {
    std::string all;
    for (std::string const& text : texts) all += text + '\n';
    return all;
}

// The boxes as columns; page/tree.js reads them.
Packed packed(Outline const& outline) {
    Packed result;
    result.column("below", outline.boxes, [](Outline::Box const& box) { return box.below; });
    result.column("type", outline.boxes, [](Outline::Box const& box) { return box.type; });
    result.column("name", outline.boxes, [](Outline::Box const& box) { return box.name; });
    result.column("own", outline.boxes, [](Outline::Box const& box) { return box.own; });
    result.column("group", outline.boxes, [](Outline::Box const& box) { return box.group; });
    result.column("objects", outline.boxes, [](Outline::Box const& box) { return box.objects; });
    result.column("before", outline.paths, [](SelectorPath const& path) { return path.before; });
    result.column("step", outline.paths, [](SelectorPath const& path) { return path.step; });
    result.text("ids", outline.ids);
    result.text("texts", lines(outline.texts));
    result.text("steps", lines(outline.steps));
    return result;
}

Json types_json(Outline const& outline) {
    Json result = Json::array();
    for (Outline::OfType const& type : outline.types) {
        Json largest = Json::array();
        for (Outline::Object const& object : type.largest)
            largest.push_back({{"at", object.box == Outline::none ? Json(-1) : Json(object.box)},
                               {"id", object.id},
                               {"name", object.name},
                               {"retained", object.retained.bytes},
                               {"objects", object.retained.objects},
                               {"path", object.path}});
        result.push_back({{"type", type.type}, {"largest", std::move(largest)}});
    }
    return result;
}

Json page_json(Answer const& answer, DumpOptions const& options, std::string const& command_line,
               Packed const& tree) {
    trav::Profile const& profile = answer.profile;
    Json result{{"job", command_line}, {"dumps", Json::array()}, {"tables", Json::array()}};
    for (DumpFacts const& dump : answer.dumps)
        result["dumps"].push_back(
            {{"file", dump.file}, {"nodes", dump.nodes}, {"edges", dump.edges}, {"bytes", dump.bytes}});
    for (auto const& breakdowns : options.by)
        result["tables"].push_back(trav::json(profile.by_names(breakdowns)));
    if (options.question.breakdowns.contains("root")) {
        std::vector<std::string> roots;
        for (NamedRoot const& root : options.question.roots) roots.push_back(root.name);
        result["roots"] = root_summary_json(profile, roots);
    }
    result["tree"] = tree.layout();
    result["tree"]["boxes"] = answer.outline.boxes.size();
    result["tree"]["note"] = answer.outline.note;
    result["types"] = types_json(answer.outline);
    return result;
}

void require_d3() {
    if (page_before_data.empty())
        throw std::runtime_error("page: this heapprof was built without D3 (on Debian: node-d3)");
}

// Escapes '<' in JSON, so that no text of the heap becomes a tag.
std::string within_html(std::string const& json) {
    std::string result;
    result.reserve(json.size());
    for (char const c : json)
        if (c == '<') result += "\\u003c";
        else result += c;
    return result;
}

void page(DumpOptions const& options, std::string const& command_line) {
    std::vector<std::string> inputs = options.question.files, outputs{options.page_file};
    std::ranges::replace(inputs, std::string("-"), std::string("/dev/stdin"));
    std::erase(outputs, "-");
    refuse_same_file(inputs, outputs);
    require_d3();
    Answer answer = profile_dumps(options.question);
    answer.profile = restricted(std::move(answer.profile), options);
    std::string const text = page_text(answer, options, command_line);
    if (options.page_file == "-") {
        std::cout << text;
        return;
    }
    OutputFile file(options.page_file);
    file.stream() << text;
    publish({&file}, trav::one_line(options.page_file) + '\n');
}

}  // namespace

std::string reload_tag(unsigned seconds) {
    return seconds == 0 ? "" : "<meta http-equiv=\"refresh\" content=\"" + std::to_string(seconds) + "\">\n";
}

std::string page_text(Answer const& answer, DumpOptions const& options, std::string const& command_line,
                      unsigned reload) {
    require_d3();
    std::string head(page_before_data);
    constexpr std::string_view charset = "<meta charset=\"utf-8\">\n";
    head.insert(head.find(charset) + charset.size(), reload_tag(reload));
    Packed const tree = packed(answer.outline);
    head += within_html(trav::json_text(page_json(answer, options, command_line, tree)));
    return head.append(page_before_tree).append(tree.base64()).append(page_after_tree);
}

void add_page(Command const& app, std::string const& command_line, Action& chosen) {
    Command const command =
        app.add_subcommand("page", "Writes an interactive page for a browser, in one file");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<DumpOptionParser>(command, Outputs::page);
    command->callback([options, command_line, &chosen] {
        DumpOptions asked = options->complete();
        asked.question.outline = true;
        chosen = [command_line, asked] { page(asked, command_line); };
    });
}

}  // namespace heapprof
