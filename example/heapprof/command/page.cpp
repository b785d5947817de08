#include "../page/page.hpp"
#include "../breakdown/root_summary.hpp"
#include "../command.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../page/page_parts.hpp"
#include "dump_options.hpp"
#include "only.hpp"

#include <trav/report/json.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

using Json = nlohmann::ordered_json;

constexpr char const* examples = R"(Examples:
  heapprof page app.dump
      heap.html: what retains the heap, and what it is made of
  heapprof page 1.dump.gz 2.dump.gz 3.dump.gz -o growth.html
      and how that grows
  heapprof page app.dump --root app.cache --root app.sessions
      and what these roots share)";

// Texts, each once.
class Texts {
  public:
    std::size_t number(std::string const& text) {
        auto const [at, is_new] = numbers_.try_emplace(text, list_.size());
        if (is_new) list_.push_back(text);
        return at->second;
    }
    Json list() && { return std::move(list_); }

  private:
    std::unordered_map<std::string, std::size_t> numbers_;
    std::vector<std::string> list_;
};

// The boxes as columns, which is shorter; the box above the first is -1, and a name that is empty.
Json tree_json(Outline const& outline) {
    Texts texts;
    Json above = Json::array(), type = Json::array(), name = Json::array(), id = Json::array(),
         group = Json::array(), own = Json::array(), retained = Json::array(), objects = Json::array();
    for (Outline::Box const& box : outline.boxes) {
        above.push_back(box.above == Outline::none ? Json(-1) : Json(box.above));
        type.push_back(texts.number(box.type));
        name.push_back(box.name.empty() ? Json(-1) : Json(texts.number(box.name)));
        id.push_back(box.id);
        group.push_back(box.group);
        own.push_back(box.own);
        retained.push_back(box.retained.bytes);
        objects.push_back(box.retained.objects);
    }
    return {{"note", outline.note},
            {"texts", std::move(texts).list()},
            {"parent", std::move(above)},
            {"type", std::move(type)},
            {"name", std::move(name)},
            {"id", std::move(id)},
            {"group", std::move(group)},
            {"own", std::move(own)},
            {"retained", std::move(retained)},
            {"objects", std::move(objects)}};
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

Json page_json(Answer const& answer, DumpOptions const& options, std::string const& command_line) {
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
    result["tree"] = tree_json(answer.outline);
    result["types"] = types_json(answer.outline);
    return result;
}

void require_d3() {
    if (page_before_data.empty())
        throw std::runtime_error("page: this heapprof was built without D3 (on Debian: node-d3)");
}

// JSON that nothing in it can end: no text of the heap is a tag.
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
    publish({&file}, trav::detail::one_line(options.page_file) + '\n');
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
    return head + within_html(trav::json_text(page_json(answer, options, command_line))) +
           std::string(page_after_data);
}

void add_page(CLI::App& app, std::string const& command_line, Action& chosen) {
    CLI::App* command =
        app.add_subcommand("page", "Writes a page about heaps, to be looked at in a browser: one file");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<DumpOptionParser>(*command, Outputs::page);
    command->callback([options, command_line, &chosen] {
        DumpOptions asked = options->complete();
        asked.question.outline = true;
        chosen = [command_line, asked] { page(asked, command_line); };
    });
}

}  // namespace heapprof
