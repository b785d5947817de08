#include "dump_objects.hpp"

#include "../heap/heap_paths.hpp"
#include "../heap/starts.hpp"
#include "selector_paths.hpp"

#include <trav/dump/named_path.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>

namespace heapprof {

namespace {

// The objects that retain most, with the hash of a shortest path as their id. Leaves out objects whose path
// contains the id of an object, is too long, or leads to another of them as well.
void place(DumpObjects& result, AnyDump const& dump) {
    std::vector<DumpObject> objects = result.objects;
    constexpr std::size_t most = 2000, longest = 100;
    auto const by_retained = [](DumpObject const& a, DumpObject const& b) {
        return a.retained != b.retained ? a.retained > b.retained : a.node < b.node;
    };
    if (objects.size() > most) {
        std::ranges::nth_element(objects, objects.begin() + most, by_retained);
        objects.resize(most);
    }
    EdgeSet const strong = dump.strong();
    HeapPaths const shortest(HeapGraph(dump, without(strong, dump.machinery())), path_starts(dump));
    std::erase_if(objects, [&](DumpObject const& each) {
        std::size_t steps = 0;
        for (std::optional<Node> n = each.node; n && steps <= longest; n = shortest.before(*n)) ++steps;
        return each.retained == 0 || !shortest.reached(each.node) || steps > longest;
    });
    std::vector<Node> nodes;
    for (DumpObject const& each : objects) nodes.push_back(each.node);
    SelectorRoots const roots(dump);
    SelectorPaths const paths(
        dump, roots, strong, [&](Node n) { return shortest.before(n); }, {SelectorPaths::none}, nodes);
    std::erase_if(objects, [&](DumpObject& each) {
        std::string const path = paths.to(each.node);
        each.id = std::hash<std::string>()(path);
        if (path.find('@') != path.npos) return true;
        result.paths.emplace(each.node, path);
        return false;
    });
    std::ranges::sort(objects, {}, &DumpObject::id);
    for (std::size_t i = 0, end = 0; i != objects.size(); i = end) {
        for (end = i; end != objects.size() && objects[end].id == objects[i].id;) ++end;
        if (end == i + 1) result.placed.push_back(objects[i]);
    }
}

// For one `type`, no two ids become the same.
std::uint64_t mixed(std::uint64_t id, std::uint64_t type) {
    id = (id ^ ((type + 1) * 0x9E3779B97F4A7C15u)) * 0xD6E8FEB86659FD93u;
    return id ^ (id >> 32);
}

}  // namespace

std::uint64_t id_of(AnyDump const& dump, Node n) {
    return trav::dump::ids_are_numbers(dump) ? dump.id_number(n) : std::hash<std::string>()(dump.id(n));
}

DumpObjects objects_of(RetainedHeap const& heap, TypeNumbers& types) {
    AnyDump const& dump = heap.dump;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    DumpObjects result{dump.source(), dump.id_life()};
    bool const reused = result.ids == trav::dump::IdLife::object;
    result.objects.reserve(dump.node_count());
    for (Node n = 0; n != dump.node_count(); ++n) {
        auto const [type, fresh] = numbers.try_emplace(dump.type(n), 0);
        if (fresh) type->second = types.number(type_name(dump, n));
        std::uint64_t const id = id_of(dump, n);
        if (std::string_view const own = name(dump, n); reused && !own.empty())
            result.named.emplace_back(mixed(std::hash<std::string_view>()(own), type->second), id);
        result.objects.push_back({reused ? mixed(id, type->second) : id, heap.tree.retained(n).bytes,
                                  type->second, n, dump.size(n)});
    }
    result.own_types = dump.own_types();
    std::ranges::sort(result.own_types);
    std::ranges::sort(result.named);
    if (result.by_path()) place(result, dump);
    else std::ranges::sort(result.objects, {}, &DumpObject::id);
    return result;
}

}  // namespace heapprof
