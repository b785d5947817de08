#include "diff.hpp"

#include "../breakdown/owner_names.hpp"

#include <algorithm>

namespace heapprof {

namespace {

// The owners' names of the paths to these objects.
std::vector<std::string> paths_to(RetainedHeap const& heap, std::vector<Node> const& nodes) {
    EdgeSet const machinery = heap.dump.machinery();
    OwnerNames names(heap, machinery);
    names.add(nodes);
    std::vector<std::string> paths;
    for (Node const n : nodes) paths.push_back(names.path(n));
    return paths;
}

}  // namespace

DiffAnswer diff(RetainedHeap const& last, std::vector<DumpObjects> const& dumps, TypeNumbers const& types,
                std::size_t top) {
    DiffAnswer answer;
    auto const shown = [&](auto const& list) { return top == 0 || list.size() < top; };
    for (DumpObjects const& each : dumps) answer.files.push_back(each.file);
    answer.ids = dumps.front().ids;
    for (TypeChange* const sum : {&answer.rest, &answer.total})
        sum->bytes.resize(dumps.size()), sum->objects.resize(dumps.size());
    auto const add = [](TypeChange& sum, TypeChange const& one) {
        sum.created += one.created, sum.gone += one.gone, sum.survived += one.survived;
        for (std::size_t i = 0; i != sum.bytes.size(); ++i)
            sum.bytes[i] += one.bytes[i], sum.objects[i] += one.objects[i];
    };
    for (TypeChange const& change : changes(dumps, types)) {
        add(answer.total, change);
        if (shown(answer.types)) answer.types.push_back({types[change.type], change});
        else ++answer.more_types, add(answer.rest, change);
    }
    std::vector<Node> shown_nodes;
    if (dumps.size() > 2 && !answer.by_path()) {
        auto const left = left_behind(dumps);
        std::vector<trav::Amount> of_type(types.size());
        for (DumpObject const& object : left) of_type[object.type] += {object.bytes, 1};
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
        for (DumpObject const& object : left) {
            if (!shown(answer.left_objects)) break;
            answer.left_objects.push_back({object_name(last.dump, object.node), "", object.retained});
            shown_nodes.push_back(object.node);
        }
    }
    for (Growing const& each : growing(dumps)) {
        if (!shown(answer.growing)) {
            ++answer.more_growing;
            continue;
        }
        answer.growing.push_back({object_name(last.dump, each.last.node),
                                  answer.by_path() ? dumps.back().paths.at(each.last.node) : "",
                                  each.retained});
        if (!answer.by_path()) shown_nodes.push_back(each.last.node);
    }
    if (shown_nodes.empty()) return answer;
    std::vector<std::string> const paths = paths_to(last, shown_nodes);
    std::size_t next = 0;
    for (auto& each : answer.left_objects) each.path = paths[next++];
    if (!answer.by_path())
        for (auto& each : answer.growing) each.path = paths[next++];
    return answer;
}

}  // namespace heapprof
