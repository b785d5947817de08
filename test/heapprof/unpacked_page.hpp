// UnpackedPage: the data of a page, for tests.
#pragma once

#include "heapprof/unpacked.hpp"

#include <heapprof/page/page.hpp>
#include <heapprof/page/page_parts.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct UnpackedPage {
    explicit UnpackedPage(heapprof::Answer const& answer, heapprof::DumpOptions const& options = {},
                          std::string const& job = "job") {
        std::string const all = heapprof::page_text(answer, options, job);
        std::size_t const begin = heapprof::page_before_data.size(),
                          end = all.find(heapprof::page_before_tree, begin),
                          tree = end + heapprof::page_before_tree.size();
        REQUIRE(all.starts_with(heapprof::page_before_data));
        REQUIRE(all.ends_with(heapprof::page_after_tree));
        text = all.substr(begin, end - begin);
        data = nlohmann::json::parse(text);
        std::string const bytes =
            unpacked(all.substr(tree, all.size() - heapprof::page_after_tree.size() - tree),
                     data["tree"]["bytes"].get<std::size_t>());
        std::size_t at = 0;
        for (auto const& part : data["tree"]["parts"]) {
            std::string const name = part[0];
            std::size_t const size = part[1], planes = part[2];
            if (name == "ids" || name == "texts" || name == "steps") {
                texts[name] = bytes.substr(at, size), at += size;
                continue;
            }
            auto& numbers = columns[name];
            numbers.resize(size);
            for (std::size_t plane = 0; plane != planes; ++plane)
                for (auto& each : numbers)
                    each |= std::uint64_t{static_cast<unsigned char>(bytes[at++])} << (8 * plane);
        }
        CHECK(at == bytes.size());
    }
    std::string text;
    nlohmann::json data;
    std::map<std::string, std::vector<std::uint64_t>> columns;
    std::map<std::string, std::string> texts;
};

// An answer without a profile, with a box for each id; an empty id stands for a group.
inline heapprof::Answer with_ids(std::vector<std::string> const& ids) {
    heapprof::Answer answer;
    answer.outline.boxes.push_back({0, 0, 0, 0});
    answer.outline.boxes[0].below = static_cast<std::uint32_t>(ids.size());
    answer.outline.ids = "\n";
    for (std::string const& id : ids) {
        answer.outline.boxes.push_back({0, 0, 0, 1, id.empty() ? 3U : 0U});
        answer.outline.ids += id + '\n';
    }
    answer.outline.paths.resize(answer.outline.boxes.size());
    answer.outline.from.resize(answer.outline.boxes.size());
    return answer;
}

// Skips a test if heapprof has no pages.
#define D3_OR_SKIP()                                                                                         \
    if (heapprof::page_before_data.empty()) {                                                                \
        WARN("skipped: heapprof was built without D3");                                                      \
        return;                                                                                              \
    }
