#include "strategies.hpp"

#include "advice.hpp"
#include "results.hpp"

#include <trav/report/text.hpp>
#include <trav/text/one_line.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace contest {

StrategiesAnswer strategies(HeapArrays const& heap, std::vector<Contest> const& contests, unsigned rounds,
                            std::function<void(std::string const&)> begins) {
    StrategiesAnswer answer{.file = heap.name,
                            .objects = heap.size(),
                            .references = heap.targets.size(),
                            .roots = heap.roots.size(),
                            .reached = reached(heap),
                            .roots_named = heap.roots_named};
    Terms held = terms(answer.reached, rounds);
    held.begins = std::move(begins);
    for (auto const& [suite, purpose, methods] : contests) {
        if (methods.empty()) continue;
        bool const alone = methods.size() == 1;
        std::vector<std::string> const peers(alone ? 0 : 1, methods.front().name);
        answer.results.push_back(hold(suite, heap.name, held, methods, peers));
        if (!alone) answer.advice.push_back(advice(purpose, answer.results.back()));
    }
    return answer;
}

std::string strategies_text(StrategiesAnswer const& answer) {
    std::string text = fmt::format(
        "{}: {} objects, {} references; {} objects reached from {}{}\n", trav::one_line(answer.file),
        trav::grouped(answer.objects), trav::grouped(answer.references), trav::grouped(answer.reached),
        trav::grouped(answer.roots) + (answer.roots == 1 ? " root" : " roots"),
        answer.roots_named ? "" : "; the file names none, so these are the objects without referrers");
    for (auto const& results : answer.results) text += '\n' + table(results);
    text += '\n';
    for (auto const& each : answer.advice) text += each + '\n';
    return text;
}

nlohmann::ordered_json strategies_json(StrategiesAnswer const& answer) {
    auto results = nlohmann::ordered_json::array();
    for (auto const& contest : answer.results)
        for (auto& each : results_json(contest)) results.push_back(std::move(each));
    return {{"objects", answer.objects}, {"references", answer.references}, {"roots", answer.roots},
            {"reached", answer.reached}, {"results", std::move(results)},   {"advice", answer.advice}};
}

}  // namespace contest
