#include "../page/page.hpp"
#include "../breakdown/root_summary.hpp"
#include "../command.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../page/packed.hpp"
#include "../page/page_parts.hpp"
#include "../question/compare.hpp"
#include "../question/leaks.hpp"
#include "dump_options.hpp"
#include "only.hpp"

#include <trav/report/json.hpp>
#include <trav/text/one_line.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
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

// The box that dominates each box.
std::vector<std::size_t> dominators(Outline const& outline) {
    std::vector<std::size_t> above(outline.boxes.size());
    for (std::size_t i = 0, child = 1; i != above.size(); ++i)
        for (std::size_t const end = child + outline.boxes[i].below; child != end; ++child) above[child] = i;
    return above;
}

// An id as a number below 2^48, decimal or after "0x"; nullopt if it is not written like that.
std::optional<std::uint64_t> number(std::string_view id, int base) {
    std::uint64_t number = 0;
    if (base == 16 && !id.starts_with("0x")) return std::nullopt;
    std::string_view const digits = id.substr(base == 16 ? 2 : 0);
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
    bool const whole = error == std::errc() && end == digits.data() + digits.size() && number >> 48 == 0;
    std::string written(20, ' ');
    written.resize(static_cast<std::size_t>(
        std::to_chars(written.data(), written.data() + 20, number, base).ptr - written.data()));
    return whole && written == digits ? std::optional(number) : std::nullopt;
}

// The step from each id to the next among siblings, or from the one above to the first: 2 * n forwards,
// 2 * n - 1 backwards. Few bits differ, for the objects were made one after another. A group has the id of
// the box before. Empty if an id is no number.
std::vector<std::uint64_t> id_steps(Outline const& outline, std::vector<std::size_t> const& above, int base) {
    std::vector<std::uint64_t> ids, steps;
    std::string_view left = outline.ids;
    for (std::size_t i = 0; i != outline.boxes.size(); ++i) {
        std::size_t const end = left.find('\n');
        std::uint64_t const from = i == 0 ? 0 : ids[above[i - 1] == above[i] ? i - 1 : above[i]];
        bool const is_object = i != 0 && outline.boxes[i].group == 0;
        std::optional<std::uint64_t> const id = is_object ? number(left.substr(0, end), base) : from;
        if (!id) return {};
        ids.push_back(*id);
        steps.push_back(*id >= from ? 2 * (*id - from) : 2 * (from - *id) - 1);
        left.remove_prefix(end + 1);
    }
    return steps;
}

// The names: 0 for none; from the largest number so far, 2 * n - 1 forwards, 2 * n + 2 backwards. New names
// have ascending numbers.
std::vector<std::uint64_t> name_steps(Outline const& outline) {
    std::vector<std::uint64_t> steps;
    std::uint64_t most = 0;
    for (Outline::Box const& box : outline.boxes) {
        if (box.name == 0) steps.push_back(0);
        else steps.push_back(box.name > most ? 2 * (box.name - most) - 1 : 2 * (most - box.name) + 2);
        most = std::max<std::uint64_t>(most, box.name);
    }
    return steps;
}

// The path before each path: 0 if it is that to the dominator, otherwise one more than its number.
std::vector<std::uint64_t> paths_before(Outline const& outline, std::vector<std::size_t> const& above) {
    std::vector<std::uint64_t> before;
    for (SelectorPath const& path : outline.paths) {
        bool const is_dominator = before.size() < above.size() && path.before == above[before.size()];
        before.push_back(is_dominator ? 0 : std::uint64_t{path.before} + 1);
    }
    return before;
}

// What each box retained in the first dump, in few bytes: 0: not known; 1: nothing, it is new; 2: as much as
// now; else three more than the bytes.
std::vector<std::uint64_t> retained_then(Outline const& outline, std::vector<std::size_t> const& above) {
    std::vector<std::uint64_t> then(outline.boxes.size()), now(outline.boxes.size());
    for (std::size_t i = now.size(); i-- != 0;) {
        now[i] += outline.boxes[i].own;
        if (i != 0) now[above[i]] += now[i];
        std::uint64_t const before = outline.before[i];
        if (before == not_known) then[i] = 0;
        else then[i] = before == 0 ? 1 : before == now[i] ? 2 : before + 3;
    }
    return then;
}

// The boxes as columns; page/tree.js reads them.
Packed packed(Outline const& outline) {
    Packed result;
    result.column("below", outline.boxes, [](Outline::Box const& box) { return box.below; });
    result.column("type", outline.boxes, [](Outline::Box const& box) { return box.type; });
    result.column("name", name_steps(outline), std::identity{});
    result.column("place", outline.boxes, [](Outline::Box const& box) { return box.place; });
    result.column("own", outline.boxes, [](Outline::Box const& box) { return box.own; });
    result.column("group", outline.boxes, [](Outline::Box const& box) { return box.group; });
    result.column("objects", outline.boxes, [](Outline::Box const& box) { return box.objects; });
    auto const above = dominators(outline);
    result.column("before", paths_before(outline, above), std::identity{});
    // If a path begins with several steps, the box before it; otherwise 0.
    std::vector<std::uint64_t> from;
    for (std::uint32_t const each : outline.from)
        from.push_back(outline.paths[from.size()].before == 0 ? std::uint64_t{each} : 0);
    result.column("from", from, std::identity{});
    result.column("step", outline.paths, [](SelectorPath const& path) { return path.step; });
    if (!outline.before.empty()) result.column("then", retained_then(outline, above), std::identity{});
    auto const decimal = id_steps(outline, above, 10);
    auto const hexadecimal = decimal.empty() ? id_steps(outline, above, 16) : decimal;
    if (!decimal.empty()) result.column("id10", decimal, std::identity{});
    else if (!hexadecimal.empty()) result.column("id16", hexadecimal, std::identity{});
    else result.text("ids", outline.ids);
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

// The box of the object with each id.
std::map<std::string, std::size_t> boxes_of(Outline const& outline,
                                            std::map<std::string, std::size_t> boxes) {
    std::istringstream lines(outline.ids);
    std::size_t box = 0;
    for (std::string line; std::getline(lines, line); ++box)
        if (auto const at = boxes.find(line); at != boxes.end() && !line.empty()) at->second = box;
    return boxes;
}

// What the findings and the owners are, and the boxes of their objects; -1: the object is not in the page.
void add_names(Json& result, Answer const& answer) {
    std::map<std::string, std::size_t> boxes;
    auto const line = [](std::string const& id) { return trav::one_line(id); };
    for (auto const& finding : answer.leaks.findings) boxes.emplace(line(finding.object.id), 0);
    for (auto const& [name, id] : answer.owners) boxes.emplace(line(id), 0);
    boxes = boxes_of(answer.outline, std::move(boxes));
    auto const at = [&](std::string const& id) {
        std::size_t const box = boxes.at(line(id));
        return box == 0 ? Json(-1) : Json(box);
    };
    if (!answer.leaks.dumps.empty()) {
        Json leaks;
        add_json(leaks, answer.leaks);
        for (std::size_t i = 0; i != answer.leaks.findings.size(); ++i)
            leaks["findings"][i]["at"] = at(answer.leaks.findings[i].object.id);
        result["leaks"] = std::move(leaks);
    }
    result["owners"] = Json::array();
    for (auto const& [name, id] : answer.owners) result["owners"].push_back(Json::array({name, at(id)}));
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
    std::uint64_t nameless = 0;  // 1: the runtime itself
    for (Outline::Box const& box : answer.outline.boxes) nameless += box.group == 0 ? 0 : box.objects;
    result["tree"]["nameless"] = nameless;
    result["tree"]["note"] = answer.outline.note;
    result["tree"]["not_compared"] = answer.outline.not_compared;
    result["types"] = types_json(answer.outline);
    add_names(result, answer);
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
    return head.append(page_before_tree).append(tree.deflated()).append(page_after_tree);
}

void add_page(Command const& app, std::string const& command_line, Action& chosen) {
    Command const command =
        app.add_subcommand("page", "Writes an interactive page for a browser, in one file");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<DumpOptionParser>(command, Outputs::page);
    command->callback([options, command_line, &chosen] {
        DumpOptions asked = options->complete();
        asked.question.outline = asked.question.leaks = true;
        chosen = [command_line, asked] { page(asked, command_line); };
    });
}

}  // namespace heapprof
