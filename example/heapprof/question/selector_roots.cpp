#include "selector_roots.hpp"

#include "../heap/starts.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/selector.hpp>

#include <string_view>
#include <utility>

namespace heapprof {

std::unordered_map<std::string, Node> leads(AnyDump const& dump, Node from,
                                            std::function<bool(std::string const&)> const& wanted) {
    std::unordered_map<std::string, Node> fields, others;
    dump.for_each_edge(from, [&](AnyDump::Edge const& edge) {
        using enum trav::dump::NameKind;
        auto const is = edge.name_kind;
        if (!edge.strong || is == unnamed) return;
        std::string called(name(dump, edge));
        if (!wanted(called)) return;
        if (is == field || is == element) fields.try_emplace(std::move(called), edge.to);
        else others.insert_or_assign(std::move(called), edge.to);
    });
    fields.merge(others);
    return fields;
}

std::string without_id(AnyDump const& dump, std::string const& selector, Node n) {
    trav::dump::NamedPath path = trav::dump::SelectorSyntax(selector).path;
    if (path.size() < 2 || !path[0].is_id || path[1].is_id) return selector;
    path.erase(path.begin());
    std::string shorter = trav::dump::text(path);
    try {
        if (trav::dump::Selector(shorter).finds_only(dump, n)) return shorter;
    } catch (trav::dump::Error const&) { return selector; }
    return selector;
}

namespace {

// Whether all variables of a name have this object.
bool only_in_variables(AnyDump const& dump, std::string_view called, Node n) {
    bool only = true;
    dump.for_each_edge(0, dump.node_count(), [&](AnyDump::Edge const& edge) {
        if (edge.name_kind == trav::dump::NameKind::variable && edge.to != n)
            only = only && name(dump, edge) != called;
    });
    return only;
}

}  // namespace

SelectorRoots::SelectorRoots(AnyDump const& dump) : dump_(dump) {
    Firsts of_roots;
    dump.for_each_root([&](Node n, auto const& name) {
        root_names_[n] = name;
        if (has_globals(dump)) add_leads(of_roots, n);
        else add(first_, std::string(name), {none, n});
    });
    for (Node const global : dump.globals()) add_leads(first_, global);
    for (std::string const& name : dump.global_names) first_.insert_or_assign(name, First());
    first_.merge(of_roots);
    auto const process = process_of_node(dump);
    if (process && only_in_variables(dump, "process", *process)) process_ = process;
}

std::string SelectorRoots::text(Node n) const {
    auto const name = root_name(n);
    return name ? trav::dump::text({*name}) : '@' + trav::dump::id_text(dump_, n);
}

trav::dump::NamedPath SelectorRoots::path(Node from, Step const& step) const {
    if (auto const name = root_name(from)) return {*name, step};
    if (from == process_) return {Step{"process"}, step};
    auto const at = first_.find(step.name);
    if (has_globals(dump_) && (step.is_id || (at != first_.end() && at->second.from == from))) return {step};
    return {{trav::dump::id_text(dump_, from), true}, step};
}

void SelectorRoots::add(Firsts& firsts, std::string const& name, First first) {
    auto const [at, is_new] = firsts.try_emplace(name, first);
    if (!is_new) at->second = First();
}

void SelectorRoots::add_leads(Firsts& firsts, Node from) {
    for (auto const& [name, to] : leads(dump_, from, [](auto const&) { return true; }))
        add(firsts, name, {from, to});
}

std::optional<trav::dump::NamedStep> SelectorRoots::root_name(Node n) const {
    auto const name = root_names_.find(n);
    if (name == root_names_.end() || name->second.empty()) return {};
    auto const at = first_.find(name->second);
    if (at == first_.end() || at->second.to != n) return {};
    return Step{name->second};
}

}  // namespace heapprof
