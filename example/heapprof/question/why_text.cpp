#include "why.hpp"

#include "../terminal/text_last.hpp"
#include "merged_paths.hpp"

#include <trav/report/text.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace heapprof {

namespace {

std::string heading(WhyAnswer const& answer, std::string const& selector) {
    auto const& [bytes, objects] = answer.retained;
    return (answer.object ? object_text(*answer.object)
                          : selector + ": " + trav::grouped(answer.own.objects) + " objects") +
           ", own " + trav::humanised(answer.own.bytes) + (answer.object ? ", retains " : ", retain ") +
           trav::humanised(bytes) + " (" + trav::percent(bytes, answer.total.bytes) + ") in " +
           trav::grouped(objects) + (objects == 1 ? " object" : " objects") + "\n";
}

std::string path_text(WhyAnswer::Path const& path, std::string const& title) {
    std::size_t const before = path.begins_after;
    TextLast rows({"retained", title + (before == 0 ? "" : ", after " + trav::grouped(before) + " steps") +
                                   ": " + path.selector});
    auto const alike = [&](std::size_t i, std::size_t j) {
        return path.steps[i].field == path.steps[j].field &&
               path.steps[i].object.type == path.steps[j].object.type;
    };
    std::size_t const middle = path.left_out == 0 ? path.steps.size() : path.steps.size() / 2;
    std::size_t left_out = path.left_out;  // and not yet in a line
    for (std::size_t i = 0; i != path.steps.size(); ++i) {
        WhyAnswer::Step const& step = path.steps[i];
        if (i == middle && left_out != 0)
            rows.add(
                {"", "  ... " + trav::grouped(left_out) + (left_out == 1 ? " more step" : " more steps")});
        std::size_t end = i;  // of equal steps, as along a list
        while (i != 0 && end != path.steps.size() && alike(i, end) &&
               (end != middle || end == i || path.repeats))
            ++end;
        if (end > i + 4) {
            std::size_t const between = i < middle && middle < end ? std::exchange(left_out, 0) : 0;
            rows.add({"", "  " + step.field + " x " + trav::grouped(end - i - 1 + between) + " ..."});
            i = end - 2;
            continue;
        }
        rows.add({trav::humanised(step.retained),
                  (i == 0 ? "" : "  " + step.field + " -> ") + object_text(step.object) +
                      (step.key.empty() ? "" : ", of the key " + step.key) +
                      (i == 0 && !path.root.empty() ? ", a root: " + path.root : "")});
    }
    return rows.str();
}

std::string paths_text(WhyAnswer const& answer, WhyOptions const& options) {
    std::vector<std::string> parts;
    auto const along = [](bool runtime) { return runtime ? ", through links of the runtime" : ""; };
    std::size_t const all = answer.paths_in_all;
    for (std::size_t i = 0; i != answer.paths.size(); ++i)
        parts.push_back(
            path_text(answer.paths[i], options.each_root
                                           ? "path " + std::to_string(i + 1) + " of " + trav::grouped(all)
                                           : std::string("shortest path") + along(answer.paths[i].runtime)));
    for (auto const& [runtime, paths] : answer.merged)
        parts.push_back(
            merged_paths_text(paths, std::string("shortest paths") + along(runtime), options.top));
    if (answer.unreached != 0)
        parts.push_back("no root leads to " +
                        (answer.object ? "it" : trav::grouped(answer.unreached) + " of them") +
                        " along strong references: only weak ones keep " + (answer.object ? "it" : "them") +
                        ", or " + (answer.object ? "it is" : "they are") + " garbage\n");
    if (options.each_root && all == 0)
        parts.emplace_back("no root leads to it along the program's references\n");
    std::string text;
    for (std::string const& part : parts) text += (text.empty() ? "" : "\n") + part;
    if (all > answer.paths.size()) text += "... " + trav::grouped(all - answer.paths.size()) + " more\n";
    return text;
}

std::string dominators_text(WhyAnswer const& answer) {
    if (answer.dominators.empty()) return "";
    TextLast rows(
        {"retained", "%", "objects", answer.object ? "dominated by" : "dominated, all of them, by"});
    for (auto const& [object, retained] : answer.dominators)
        rows.add({trav::humanised(retained.bytes), trav::percent(retained.bytes, answer.total.bytes),
                  trav::grouped(retained.objects), object_text(object)});
    std::size_t const more = answer.more_dominators;
    return '\n' + rows.str() + (more == 0 ? "" : "... " + trav::grouped(more) + " more\n");
}

}  // namespace

std::string why_text(WhyAnswer const& answer, std::string const& selector, WhyOptions const& options) {
    return heading(answer, selector) + '\n' + paths_text(answer, options) + '\n' +
           held_by_text(answer.held_by) + dominators_text(answer);
}

namespace {

nlohmann::ordered_json why_json(WhyAnswer const& answer) {
    using Json = nlohmann::ordered_json;
    Json result{{"object", answer.object ? object_json(*answer.object) : Json()},
                {"objects", answer.own.objects},
                {"own", answer.own.bytes},
                {"retained", amount_json(answer.retained)},
                {"total", amount_json(answer.total)},
                {"paths", Json::array()},
                {"more_paths", answer.paths_in_all - answer.paths.size()},
                {"merged", Json::array()},
                {"unreached", answer.unreached},
                {"held_by", held_by_json(answer.held_by)},
                {"dominators", Json::array()},
                {"more_dominators", answer.more_dominators}};
    for (auto const& path : answer.paths) {
        Json steps = Json::array();
        for (auto const& [field, object, retained, key] : path.steps) {
            Json step{{"field", field}};
            step.update(object_json(object));
            step["retained"] = retained;
            if (!key.empty()) step["key"] = key;
            steps.push_back(std::move(step));
        }
        result["paths"].push_back({{"selector", path.selector},
                                   {"begins_after", path.begins_after},
                                   {"runtime", path.runtime},
                                   {"steps", std::move(steps)},
                                   {"left_out", path.left_out}});
        if (!path.root.empty()) result["paths"].back()["root"] = path.root;
    }
    for (auto const& [runtime, paths] : answer.merged) {
        Json steps = Json::array();
        for (auto const& line : paths)
            steps.push_back({{"depth", line.depth},
                             {"step", line.text},
                             {"repeated", line.repeated},
                             {"bytes", line.amount.bytes},
                             {"objects", line.amount.objects}});
        result["merged"].push_back({{"runtime", runtime}, {"steps", std::move(steps)}});
    }
    for (auto const& [object, retained] : answer.dominators) {
        result["dominators"].push_back(object_json(object));
        result["dominators"].back()["retained"] = amount_json(retained);
    }
    return result;
}

}  // namespace

void add_json(nlohmann::ordered_json& all, std::string const& selector, WhyAnswer const& answer) {
    all["selector"] = selector;
    all.update(why_json(answer));
}

}  // namespace heapprof
