// Beginnings: how selectors of a dump begin that select one object: with the name of a root, or of what leads
// from a global object or a root, where nothing else has that name; otherwise with an id.
//
//     Beginnings const beginnings(dump);
//     beginnings.text(object)             // "app" or, if that is no root's name, "@83"
//     beginnings.path(root, step)         // app.users, users or [@83].users
//
// Costs the edges of the global objects and of the roots, and a text for each name there.
#pragma once

#include <trav/dump/path.hpp>
#include <trav/dump/selector.hpp>

#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// Where follow() leads from an object, by those names that are wanted.
template <trav::dump::Dump D>
std::unordered_map<std::string, trav::dump::Node> leads(D const& dump, trav::dump::Node from,
                                                        auto const& wanted) {
    std::unordered_map<std::string, trav::dump::Node> fields, others;
    dump.for_each_edge(from, [&](typename D::Edge const& edge) {
        using enum trav::dump::EdgeKind;
        auto const is = kind(dump, edge);
        if (is == weak || is == unnamed) return;
        std::string called(name(dump, edge));
        if (!wanted(called)) return;
        if (is == field || is == element) fields.try_emplace(std::move(called), edge.to);
        else others.insert_or_assign(std::move(called), edge.to);
    });
    fields.merge(others);
    return fields;
}

/// A selector of one object without the id that it begins with, if what is left selects that object alone.
template <trav::dump::Dump D>
std::string without_id(D const& dump, std::string const& selector, trav::dump::Node n) {
    trav::dump::Path path = trav::dump::detail::SelectorSyntax(selector).path;
    if (path.size() < 2 || !path[0].is_id || path[1].is_id) return selector;
    path.erase(path.begin());
    std::string shorter = trav::dump::text(path);
    try {
        if (trav::dump::Selector(shorter).finds_only(dump, n)) return shorter;
    } catch (trav::dump::Error const&) { return selector; }
    return selector;
}

/// The dump must outlive it.
template <trav::dump::Dump D>
class Beginnings {
    using Node = trav::dump::Node;
    using Step = trav::dump::Step;

  public:
    explicit Beginnings(D const& dump) : dump_(dump) {
        Firsts of_roots;
        dump.for_each_root([&](Node n, auto const& name) {
            root_names_[n] = name;
            if (has_globals(dump)) add_leads(of_roots, n);
            else add(first_, std::string(name), {none, n});
        });
        if constexpr (requires { dump.globals(); }) {
            if (!has_globals(dump)) return;
            for (Node const global : dump.globals()) add_leads(first_, global);
            for (auto const& name : dump.global_names) first_.insert_or_assign(std::string(name), First());
            first_.merge(of_roots);
        }
    }

    /// A selector of an object by the name of a root, or by its id.
    std::string text(Node n) const {
        auto const name = root_name(n);
        return name ? trav::dump::text({*name}) : '@' + trav::dump::id_text(dump_, n);
    }
    /// How a path begins that goes on from an object with this step.
    trav::dump::Path path(Node from, Step const& step) const {
        if (auto const name = root_name(from)) return {*name, step};
        auto const at = first_.find(step.name);
        if (has_globals(dump_) && (step.is_id || (at != first_.end() && at->second.from == from)))
            return {step};
        return {{trav::dump::id_text(dump_, from), true}, step};
    }

  private:
    static constexpr Node none = std::numeric_limits<Node>::max();

    // What the first step of a path is, if it is that for no other objects.
    struct First {
        Node from = none, to = none;
    };
    using Firsts = std::unordered_map<std::string, First>;

    static void add(Firsts& firsts, std::string const& name, First first) {
        auto const [at, is_new] = firsts.try_emplace(name, first);
        if (!is_new) at->second = First();
    }
    void add_leads(Firsts& firsts, Node from) {
        for (auto const& [name, to] : leads(dump_, from, [](auto const&) { return true; }))
            add(firsts, name, {from, to});
    }
    // If a selector of that name selects nothing else.
    std::optional<Step> root_name(Node n) const {
        auto const name = root_names_.find(n);
        if (name == root_names_.end() || !trav::dump::can_be_written(name->second)) return {};
        auto const at = first_.find(name->second);
        if (at == first_.end() || at->second.to != n) return {};
        return Step{name->second};
    }

    D const& dump_;
    Firsts first_;  // by the name of the step
    std::unordered_map<Node, std::string> root_names_;
};

}  // namespace heapprof
