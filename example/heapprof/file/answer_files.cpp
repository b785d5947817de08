#include "answer_files.hpp"

#include "output_file.hpp"
#include "same_file.hpp"

#include <trav/report/json.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <deque>
#include <iostream>
#include <utility>

namespace heapprof {

void refuse_inputs(std::vector<std::string> inputs, std::vector<AnswerFile> const& files) {
    std::ranges::replace(inputs, std::string("-"), std::string("/dev/stdin"));
    std::vector<std::string> names;
    for (AnswerFile const& each : files)
        if (!each.file.empty() && each.file != "-") names.push_back(each.file);
    refuse_same_file(inputs, names);
}

void write_answer(std::vector<AnswerFile> const& files, std::function<std::string()> const& text) {
    std::deque<OutputFile> open;
    std::vector<OutputFile*> all;
    bool alone = false;
    for (AnswerFile const& each : files) {
        if (each.file.empty()) continue;
        alone = alone || each.file == "-";
        if (each.file != "-") all.push_back(&open.emplace_back(each.file));
        each.write(each.file == "-" ? std::cout : all.back()->stream());
    }
    publish(all, alone ? "" : text());
}

nlohmann::ordered_json begin_json(std::string const& command) {
    return {{"schema", "heapprof " + command}, {"version", 1}};
}

AnswerFile json_file(std::string const& file, std::string const& command,
                     std::vector<std::string> const& inputs,
                     std::function<void(nlohmann::ordered_json&)> add) {
    return {file, [command, inputs, add = std::move(add)](std::ostream& out) {
                nlohmann::ordered_json all = begin_json(command);
                all["files"] = inputs;
                add(all);
                out << trav::json_text(all);
            }};
}

}  // namespace heapprof
