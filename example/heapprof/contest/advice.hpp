// Recommends a method from measurements.
#pragma once

#include "contest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace contest {

/// "For walks: Prefetch<>; 3.10 times as fast as DepthFirst." Takes the results of one contest, ordered by
/// their demands on the user, least first. The winner is the first method within the spread of the fastest.
/// Methods with several threads are compared with it.
inline std::string advice(std::string const& purpose, std::vector<Result> const& results) {
    std::vector<Result const*> alone, winners;  // with one thread
    for (Result const& each : results)
        if (each.threads == 1) alone.push_back(&each);
    if (alone.empty()) return "";
    Result const& first = *alone.front();
    Result const& fastest = **std::ranges::min_element(alone, {}, &Result::ns_per_object);
    for (Result const* const each : alone)
        if (each->lowest <= fastest.highest) winners.push_back(each);
    Result const& winner = *winners.front();
    auto const times_as_fast = [](Result const& as, Result const& than) {
        return fmt::format("{:.2f} times as fast", than.ns_per_object / as.ns_per_object);
    };

    std::string text = fmt::format("For {}: {}", purpose, winner.method);
    std::ranges::sort(alone, {}, &Result::ns_per_object);
    if (&winner != &first) text += fmt::format("; {} as {}", times_as_fast(winner, first), first.method);
    else if (winners.size() == 1 && alone.size() > 1)
        text += fmt::format("; {} as the next, {}", times_as_fast(winner, *alone[1]), alone[1]->method);
    for (std::size_t i = 1; i != winners.size(); ++i) {
        std::string const& name = winners[i]->method;
        text += i == 1 ? "; as fast within the spread: " : ", ";
        text += name.find(',') == std::string::npos ? name : '\'' + name + '\'';
    }
    text += '.';
    for (Result const& each : results) {
        if (each.threads == 1) continue;
        if (each.highest < fastest.lowest)
            text += fmt::format(" {} on {} threads is {}.", each.method, each.threads,
                                times_as_fast(each, winner));
        else text += fmt::format(" {} on {} threads is no faster.", each.method, each.threads);
    }
    if (fastest.rounds < 2 && results.size() > 1) text += " Only one round was timed: the spread is unknown.";
    return text;
}

}  // namespace contest
