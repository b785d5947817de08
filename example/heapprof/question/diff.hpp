// diff: the answer of `heapprof diff`, what became of the objects of a heap over two dumps or more.
#pragma once

#include "compare.hpp"
#include "object_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace heapprof {

/// The answer: what became of each type, what was left behind, and which objects grew.
struct DiffAnswer {
    struct Type {
        std::string type;
        TypeChange change;
    };
    struct Left {
        std::string type;
        trav::Amount amount;
    };
    struct LeftObject {
        ObjectName object;
        std::uint64_t retained;
    };
    struct GrowingObject {
        ObjectName object;
        std::vector<std::uint64_t> retained;  ///< in each dump
    };

    std::vector<std::string> files;
    std::vector<Type> types;  ///< what grew most first
    std::size_t more_types = 0;
    TypeChange rest, total;  ///< of the others, and of all types
    /// What was made between the first two of three dumps or more, and is still in the last.
    std::vector<Left> left;
    std::size_t more_left = 0;
    trav::Amount rest_left;
    std::vector<LeftObject> left_objects;  ///< those of these that retain most
    std::vector<GrowingObject> growing;    ///< those that retain more in every step
    std::size_t more_growing = 0;
};

/// The answer: at most `top` lines of each part, or all if that is 0. `last` is the last of the dumps.
template <trav::dump::Dump D>
DiffAnswer diff(D const& last, std::vector<Census> const& dumps, TypeNumbers const& types, std::size_t top) {
    DiffAnswer answer;
    auto const shown = [&](auto const& list) { return top == 0 || list.size() < top; };
    for (Census const& each : dumps) answer.files.push_back(each.file);
    answer.rest.bytes = answer.total.bytes = std::vector<std::uint64_t>(dumps.size());
    auto const add = [](TypeChange& sum, TypeChange const& one) {
        sum.created += one.created, sum.gone += one.gone, sum.survived += one.survived;
        for (std::size_t i = 0; i != sum.bytes.size(); ++i) sum.bytes[i] += one.bytes[i];
    };
    for (TypeChange const& change : changes(dumps, types)) {
        add(answer.total, change);
        if (shown(answer.types)) answer.types.push_back({types[change.type], change});
        else ++answer.more_types, add(answer.rest, change);
    }
    if (dumps.size() > 2) {
        auto const left = left_behind(dumps);
        std::vector<trav::Amount> of_type(types.size());
        for (Counted const& object : left) of_type[object.type] += {object.bytes, 1};
        std::vector<DiffAnswer::Left> all;
        for (std::uint32_t i = 0; i != of_type.size(); ++i)
            if (of_type[i].objects != 0) all.push_back({types[i], of_type[i]});
        std::ranges::sort(all, [&](auto const& a, auto const& b) {
            return a.amount.bytes != b.amount.bytes ? a.amount.bytes > b.amount.bytes : a.type < b.type;
        });
        for (auto const& each : all) {
            if (shown(answer.left)) answer.left.push_back(each);
            else ++answer.more_left, answer.rest_left += each.amount;
        }
        for (Counted const& object : left) {
            if (!shown(answer.left_objects)) break;
            answer.left_objects.push_back({object_name(last, object.node), object.retained});
        }
    }
    for (Growing const& each : growing(dumps)) {
        if (shown(answer.growing))
            answer.growing.push_back({object_name(last, each.last.node), each.retained});
        else ++answer.more_growing;
    }
    return answer;
}

/// The answer as lines, and as JSON; what became of each type as CSV.
std::string diff_text(DiffAnswer const& answer);
nlohmann::ordered_json diff_json(DiffAnswer const& answer);
void write_diff_csv(std::ostream& out, DiffAnswer const& answer);

}  // namespace heapprof
