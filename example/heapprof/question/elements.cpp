#include "elements.hpp"

#include "../heap/entries.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace heapprof {

namespace {

constexpr std::size_t many = 10;

// Whether objects of the type are parts of a table, or of an object.
bool is_inside(std::string const& type, Rules const& rules) {
    constexpr std::array<std::string_view, 8> parts{
        "(array)",  "(object shape)",     "(code)", "(hidden)", "(number)",
        "(symbol)", "java.lang.Object[]", "ICLASS"};
    bool const in_java = type.starts_with("java.util.") && type.find_first_of("$[") != type.npos;
    bool const of_v8 = type.starts_with("system / ") && type != "system / JSArrayBufferData";
    return in_java || of_v8 || std::ranges::find(parts, type) != parts.end() || rules.is("inside", type);
}

struct Group {
    std::string type;
    std::vector<Node> nodes;
    std::uint64_t retained = 0;
};

// Some objects by type, the largest retained size first.
std::vector<Group> by_type(RetainedHeap const& heap, std::vector<Node> const& nodes) {
    std::map<std::uint64_t, Group> groups;
    for (Node const n : nodes) {
        auto const [at, fresh] = groups.try_emplace(heap.dump.type(n));
        if (fresh) at->second.type = type_name(heap.dump, n);
        at->second.nodes.push_back(n);
        at->second.retained += heap.tree.retained(n).bytes;
    }
    std::vector<Group> sorted;
    for (auto& [type, group] : groups) sorted.push_back(std::move(group));
    std::ranges::sort(sorted, [](Group const& a, Group const& b) {
        return a.retained != b.retained ? a.retained > b.retained : a.type < b.type;
    });
    return sorted;
}

// The objects immediately below some. Parts of a table, such as the entries of a chain, are replaced by the
// objects below them.
std::vector<Node> below(RetainedHeap const& heap, std::vector<Node> nodes, Rules const& rules,
                        std::function<bool(Node)> const& is_part) {
    std::vector<Node> found;
    while (!nodes.empty()) {
        Node const n = nodes.back();
        nodes.pop_back();
        for (Node const child : heap.tree.children(n)) {
            if (!is_part(child)) continue;
            (is_inside(type_name(heap.dump, child), rules) ? nodes : found).push_back(child);
        }
    }
    return found;
}

// How little a type says: 0 for a class of the program.
int little_said(std::string const& type, Rules const& rules) {
    return rules.is("plain", type) ? 2 : rules.is("general", type) || rules.is("collection", type) ? 1 : 0;
}

// The group of the elements: of the wanted type, or with at least so many retained bytes; the end if there is
// none.
std::vector<Group>::iterator best(std::vector<Group>& groups, std::uint64_t least, std::string const& wanted,
                                  Rules const& rules) {
    std::size_t most = 0;
    for (Group const& each : groups) most = std::max(most, each.nodes.size());
    auto found = groups.end();
    for (auto at = groups.begin(); at != groups.end(); ++at) {
        if (at->nodes.size() < many) continue;
        if (at->type == wanted) return at;
        if (at->nodes.size() * 4 < most || at->retained < least) continue;
        if (found == groups.end() || little_said(at->type, rules) < little_said(found->type, rules))
            found = at;
    }
    return found;
}

}  // namespace

Elements elements_of(RetainedHeap const& heap, std::vector<Node> const& top, std::string const& wanted,
                     Rules const& rules, std::function<bool(Node)> const& is_part) {
    constexpr std::uint64_t share = 50;
    std::map<std::string, std::vector<Node>> list;  // on the way down
    std::uint64_t least = 0;
    for (Node const n : top) least += heap.tree.retained(n).bytes / share;
    // Parts of a table are replaced by the objects in it.
    auto const is_table = [&](Node n) {
        return top.size() == 1 || is_inside(type_name(heap.dump, n), rules);
    };
    std::vector<Node> level, tables;
    for (Node const n : top) (is_table(n) ? tables : level).push_back(n);
    std::vector<Node> const in_tables = below(heap, tables, rules, is_part);
    level.insert(level.end(), in_tables.begin(), in_tables.end());
    std::size_t levels = 0;
    for (; !level.empty(); ++levels) {
        std::vector<Group> groups = by_type(heap, level);
        if (auto const found = best(groups, least, wanted, rules); found != groups.end()) {
            bool const collections =
                rules.is("collection", found->type) || found->type.starts_with("java.util.");
            if (!collections) return {found->type, std::move(found->nodes)};
            std::vector<Group> inner = by_type(heap, below(heap, found->nodes, rules, is_part));
            auto const in = best(inner, least, wanted, rules);
            bool const of_program = in != inner.end() && little_said(in->type, rules) == 0;
            auto& group = of_program ? *in : *found;
            return {group.type, std::move(group.nodes)};
        }
        Group const& largest = groups.front();
        auto& seen = list[largest.type];
        seen.insert(seen.end(), largest.nodes.begin(), largest.nodes.end());
        level = below(heap, largest.nodes, rules, is_part);
    }
    std::vector<Group> lists;
    for (auto& [type, nodes] : list) lists.push_back({type, std::move(nodes)});
    auto const found = best(lists, 0, wanted, rules);
    if (found == lists.end() || found->nodes.size() * 4 < levels) return {};
    if (top.size() == 1 && type_name(heap.dump, top[0]) == found->type)
        found->nodes.push_back(top[0]);  // its head
    return {found->type, std::move(found->nodes)};
}

bool is_instance(AnyDump const& dump, Node n, Rules const& rules) {
    std::string const type = type_name(dump, n);
    return !is_code(type) && !type.ends_with(']') && !type.starts_with("system / ") &&
           little_said(type, rules) == 0 && !lists_roots(dump, n);
}

std::vector<Node> some_of(std::vector<Node> const& objects, std::size_t most) {
    std::vector<Node> some;
    std::size_t const step = std::max<std::size_t>(1, (objects.size() + most - 1) / most);
    for (std::size_t i = 0; i < objects.size(); i += step) some.push_back(objects[i]);
    return some;
}

std::string common_fields(AnyDump const& dump, std::vector<Node> const& objects) {
    constexpr std::size_t most_looked_at = 30, most_named = 4;
    std::vector<std::string> common;
    bool first = true;
    for (Node const n : some_of(objects, most_looked_at)) {
        std::vector<std::string> fields;
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
            std::string const field(name(dump, edge));
            if (edge.strong && edge.name_kind == trav::dump::NameKind::field && !field.empty() &&
                !field.starts_with("__") && std::ranges::find(fields, field) == fields.end())
                fields.push_back(field);
        });
        if (std::exchange(first, false)) common = fields;
        else
            std::erase_if(common,
                          [&](auto const& f) { return std::ranges::find(fields, f) == fields.end(); });
    }
    std::string text;
    for (std::size_t i = 0; i != std::min(common.size(), most_named); ++i)
        text += (i == 0 ? "{" : ", ") + common[i];
    return text.empty() ? text : text + (common.size() > most_named ? ", ..}" : "}");
}

}  // namespace heapprof
