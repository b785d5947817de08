// Parses GHC's reports, so that tests can write them again.
#pragma once

#include <trav/report/prof/report.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

inline std::vector<std::string> words_of(std::string const& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

// Parses a report with amounts (-P, -pa). The ids of cost centres are not in the report; they are made up.
inline trav::ProfReport parse_prof(std::string const& text) {
    std::istringstream in(text);
    std::string line;
    auto const next = [&]() -> std::string& {
        if (!std::getline(in, line)) throw std::runtime_error("the report ends early");
        return line;
    };
    trav::ProfReport report;
    next();
    report.date = line.substr(1, line.find(" Time and") - 1);
    next();
    auto command = words_of(next());
    report.job = trav::job(command);
    next();
    std::string const head = next();
    report.tick_interval = std::stoull(head.substr(head.find("ticks @ ") + 8));
    next(), next();
    auto const centre = [&](std::string const& label, std::string const& module, std::string const& source) {
        for (std::size_t i = 0; i != report.centres.size(); ++i) {
            auto const& known = report.centres[i];
            if (known.label == label && known.module == module && known.source == source) return i;
        }
        bool const overhead = source == "<built-in>" && label != "MAIN" && label != "PINNED";
        report.centres.push_back({static_cast<std::int64_t>(report.centres.size() + 1), label, module, source,
                                  label == "CAF", overhead});
        return report.centres.size() - 1;
    };
    while (next().find("COST CENTRE") != 0) {}
    for (next(); !next().empty();) {
        auto const words = words_of(line);
        centre(words[0], words[1], words[2]);
    }
    while (next().find("COST CENTRE") != 0) {}
    next();
    std::vector<std::size_t> path;
    while (std::getline(in, line)) {
        auto const words = words_of(line);
        std::size_t const depth = line.find_first_not_of(' ');
        path.resize(depth);
        report.stacks.push_back({std::stoll(words.at(3)), centre(words[0], words[1], words[2]),
                                 depth == 0 ? 0 : path.at(depth - 1), std::stoull(words.at(4)),
                                 std::stoull(words.at(9)), std::stoull(words.at(10))});
        path.push_back(report.stacks.size() - 1);
    }
    return report;
}
