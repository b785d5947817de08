// trav/report/stacks/speedscope.hpp: stacks as a file for speedscope (https://www.speedscope.app), with a
// profile of bytes and a profile of objects. Use the views "Left Heavy" and "Sandwich": a heap has no order
// in time.
#pragma once

#include "../../text/json_string.hpp"
#include "stacks.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trav {

/// Writes the stacks; `name` is the title. Check the stream for errors.
inline void write_speedscope(std::ostream& out, Stacks const& stacks, std::string_view name) {
    auto const frames = stacks.frames();
    std::unordered_map<std::string_view, std::size_t> numbers;
    std::vector<std::string_view> names;
    std::vector<std::size_t> number_of(frames.size());
    for (std::size_t i = 1; i != frames.size(); ++i) {
        auto const [at, is_new] = numbers.try_emplace(frames[i].name, names.size());
        if (is_new) names.push_back(at->first);
        number_of[i] = at->second;
    }
    out << R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"trav","name":)"
        << detail::json_string(name) << R"(,"shared":{"frames":[)";
    for (std::size_t i = 0; i != names.size(); ++i)
        out << (i == 0 ? "\n" : ",\n") << R"({"name":)" << detail::json_string(names[i]) << '}';
    out << "]},\n\"profiles\":[";
    auto const profile = [&](char const* title, char const* unit, auto amount) {
        std::uint64_t total = 0;
        std::string samples, weights;
        for (std::size_t i = 0; i != frames.size(); ++i) {
            std::uint64_t const weight = amount(frames[i].own);
            if (weight == 0) continue;
            total += weight;
            samples += samples.empty() ? "\n[" : ",\n[";
            bool first = true;
            for (std::size_t const each : stacks.stack(i)) {
                if (!first) samples += ',';
                first = false;
                samples += std::to_string(number_of[each]);
            }
            samples += ']';
            weights += (weights.empty() ? "" : ",") + std::to_string(weight);
        }
        out << R"({"type":"sampled","name":")" << title << R"(","unit":")" << unit
            << R"(","startValue":0,"endValue":)" << total << R"(,"samples":[)" << samples
            << "],\n\"weights\":[" << weights << "]}";
    };
    profile("bytes", "bytes", [](Amount const& own) { return own.bytes; });
    out << ",\n";
    profile("objects", "none", [](Amount const& own) { return own.objects; });
    out << "]}\n";
}

}  // namespace trav
