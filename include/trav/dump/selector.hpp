// trav/dump/selector.hpp: selects objects of a dump in a programmer's notation.
//
//     app.cache      app["user list"][3]      a path
//     variable:cache      variable:cache[3]   a path that begins at all variables of this name, in any scope
//     class:Session      class:shop.Session   every object of a type
//     class:*Login       *Login               of all types that match; * and ? are wildcards
//     @83981                                  the object with this id
//
// If no type has the name of the class, it may be the last part of one: Session of shop.Session,
// shop$Session or shop::Session. A path begins with a field of a global object. Its name may contain dots,
// like a Java class's; the last part of a class is enough if it is the only one. If no field has the name,
// the path begins with the name of a root, of an object below the runtime's own node, or of a variable. It
// may also begin with an object's id, as in [@83981].user. The other steps are as in named_path.hpp. If an
// object lacks a step, the path goes through a nameless reference, such as that to the dictionary of a
// Python object, unless several lead to such a step; or, in a map, to the value of this key
// (map_entries.hpp). Several global objects, or several roots of one name, are followed each. Costs a look
// at each edge of the objects on the path; class: and @ look at every object once, variables at every
// edge. A selector without a match throws an Error with the part that matched.
#pragma once

#include "../text/wildcards.hpp"
#include "detail/follow_loosely.hpp"
#include "detail/nothing_selected.hpp"
#include "dump.hpp"
#include "named_path.hpp"
#include "selector_syntax.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// A parsed selector.
class Selector {
  public:
    /// Throws Error if the text is not a selector.
    explicit Selector(std::string text) : parsed_(std::move(text)) {}

    std::string const& text() const { return parsed_.text(); }

    /// A short name: the last step of the path, the class, or the text.
    std::string name() const {
        if (parsed_.path.empty()) return parsed_.of_class.value_or(parsed_.text());
        return (parsed_.path.back().is_id ? "@" : "") + parsed_.path.back().name;
    }

    /// Returns the objects in this dump. Throws Error if there are none.
    template <Dump D>
    std::vector<Node> find(D const& dump) const {
        return find(dump, starts(dump, 0, dump.node_count()));
    }

    /// The first of two steps of find(), so that several programs can share the work: returns the matches of
    /// a search through the objects from `first` to before `last`. Returns nothing if the selector needs no
    /// such search.
    template <Dump D>
    std::vector<Node> starts(D const& dump, Node first, Node last) const {
        if (parsed_.of_class)
            return of_types(dump, first, last, [&](auto const& name) { return name == *parsed_.of_class; });
        if (parsed_.is_variable) return variables(dump, first, last);
        if (begins_at_id()) return with_id(dump, first, last);
        return {};
    }
    /// Whether the matches of the first step are the result.
    bool ends_there() const { return parsed_.of_class.has_value(); }
    /// The second step: follows the path from the matches. `starts` must be the matches among all objects, in
    /// ascending order, each of them once.
    template <Dump D>
    std::vector<Node> find(D const& dump, std::vector<Node> const& starts) const {
        if (parsed_.of_class) { return starts.empty() ? of_unqualified_class(dump) : starts; }
        if (parsed_.is_variable && starts.empty()) no_variable(dump);
        if (begins_at_id() && starts.empty())
            detail::nothing_selected(dump, parsed_, "there is no node with this id");
        if (parsed_.path.empty()) return {starts.front()};
        Walk const way = walk(dump, starts);
        if (way.found.empty()) no_end(dump, way);
        return way.found;
    }
    /// Whether this object is the only one that find() returns. If there is none, does not look for
    /// alternatives to suggest, unlike find().
    template <Dump D>
    bool finds_only(D const& dump, Node n) const {
        auto const begin = starts(dump, 0, dump.node_count());
        if (parsed_.path.empty()) return begin == std::vector{n};
        return (!begins_at_id() || !begin.empty()) && walk(dump, begin).found == std::vector{n};
    }

    /// The object with the id at the beginning of the selector, if it begins with an id.
    template <Dump D>
    std::optional<Node> by_id(D const& dump) const {
        if (!begins_at_id()) return {};
        auto const starts = with_id(dump, 0, dump.node_count());
        if (starts.empty()) detail::nothing_selected(dump, parsed_, "there is no node with this id");
        return starts.front();
    }

  private:
    // The objects from `first` to before `last` whose type has a wanted name. Asks once for each type.
    template <Dump D>
    static std::vector<Node> of_types(D const& dump, Node first, Node last, auto const& wanted) {
        std::vector<Node> found;
        std::map<decltype(dump.type(Node{})), bool> known;
        for (Node n = first; n != last; ++n) {
            auto const [at, fresh] = known.try_emplace(dump.type(n), false);
            if (fresh) at->second = wanted(std::string(type_name(dump, n)));
            if (at->second) found.push_back(n);
        }
        return found;
    }
    // The objects of the only type whose name ends with the class, or of all types that match a pattern.
    // Throws Error if there are none, or several without a pattern.
    template <Dump D>
    std::vector<Node> of_unqualified_class(D const& dump) const {
        std::string const& its = *parsed_.of_class;
        bool const is_pattern = has_wildcards(its);
        std::vector<std::string> names, ending;
        std::vector<Node> found = of_types(dump, 0, dump.node_count(), [&](std::string const& name) {
            names.push_back(name);
            if (is_pattern ? !matches_last_part(its, name) : !detail::is_last_part(its, name)) return false;
            ending.push_back(name);
            return true;
        });
        if (ending.size() > 1 && !is_pattern)
            detail::nothing_selected(dump, parsed_,
                                     "several classes are called " + its + ": " + detail::alike(ending, its));
        if (found.empty())
            detail::nothing_selected(dump, parsed_,
                                     "there is no object of class " + its + "; there is " +
                                         detail::alike(names, its, 3));
        return found;
    }

    bool begins_at_id() const { return parsed_.path.empty() ? !parsed_.of_class : parsed_.path[0].is_id; }

    template <Dump D>
    std::vector<Node> with_id(D const& dump, Node first, Node last) const {
        std::string const& wanted = parsed_.path.empty() ? parsed_.id : parsed_.path[0].name;
        if (ids_are_numbers(dump) && !as_number(wanted))
            parsed_.malformed(parsed_.text().find('@') + 1, "the number of a node");
        auto const found = find_id(dump, wanted, first, last);
        return found ? std::vector<Node>{*found} : std::vector<Node>();
    }

    // The result of following a path from some objects, with its steps from `first` on.
    struct Walk {
        std::vector<Node> found;
        std::vector<Node> furthest;
        std::size_t first, steps;  // steps of the path that lead to the furthest
    };

    // Follows a name with dots at the beginning of a path: moves `at`, and returns the next step. Does
    // nothing if the first step alone leads on.
    template <Dump D>
    std::size_t first_name(D const& dump, Node& at, std::size_t first) const {
        if (first != 0 || parsed_.path[0].is_id || follow(dump, at, parsed_.path[0])) return first;
        NamedStep joined = parsed_.path[0];
        for (std::size_t i = 1; i != parsed_.path.size() && !parsed_.path[i].is_id; ++i) {
            (joined.name += '.') += parsed_.path[i].name;
            if (auto const next = follow(dump, at, joined)) return at = *next, i + 1;
        }
        joined.name.clear();
        for (std::size_t i = 0; i != parsed_.path.size() && !parsed_.path[i].is_id; ++i) {
            joined.name += (i == 0 ? "" : ".") + parsed_.path[i].name;
            if (auto const next = detail::follow_last_part(dump, at, joined.name)) return at = *next, i + 1;
        }
        return first;
    }
    template <Dump D>
    Walk walk(D const& dump, std::vector<Node> const& starts, std::size_t first) const {
        Walk result{{}, {}, first, first};
        for (Node at : starts) {
            std::size_t i = first_name(dump, at, first);
            for (std::optional<Node> next;
                 i < parsed_.path.size() && (next = detail::follow_through(dump, at, parsed_.path[i])); ++i)
                at = *next;
            if (i == parsed_.path.size()) result.found.push_back(at);
            if (result.furthest.empty() || i > result.steps) result.furthest.clear(), result.steps = i;
            if (i == result.steps) result.furthest.push_back(at);
        }
        return result;
    }

    // Follows the whole path, from the result of starts() or from names.
    template <Dump D>
    Walk walk(D const& dump, std::vector<Node> const& starts) const {
        if (parsed_.is_variable) return walk(dump, starts, 1);
        if (begins_at_id()) return walk(dump, {starts.front()}, 1);
        if (!has_globals(dump)) return walk_from_root(dump);
        Walk global{};
        if constexpr (requires { dump.globals(); }) {
            // The path may omit the global object's own name.
            auto const& names = dump.global_names;
            bool const named = std::ranges::find(names, parsed_.path[0].name) != std::end(names);
            global = walk(dump, dump.globals(), parsed_.path.size() > 1 && named ? 1 : 0);
            if (!global.found.empty()) return global;
            Walk root = walk(dump, roots(dump), 0);
            if (!root.found.empty()) return root;
            Walk of_variables = walk(dump, variables(dump, 0, dump.node_count()), 1);
            of_variables.first = 0;  // the name of the variable is part of the path
            if (!of_variables.found.empty()) return of_variables;
            if (global.furthest.empty()) global.steps = 0;
            for (Walk* const each : {&root, &of_variables})
                if (!each->furthest.empty() && each->steps > global.steps) global = std::move(*each);
        }
        return global;
    }

    // Follows the path from the roots with the name of its beginning, which may contain dots: main().cache.
    template <Dump D>
    Walk walk_from_root(D const& dump) const {
        Walk result{};
        std::string beginning;
        for (std::size_t i = 0; i != parsed_.path.size() && !parsed_.path[i].is_id; ++i) {
            beginning += (i == 0 ? "" : ".") + parsed_.path[i].name;
            std::vector<Node> named;
            dump.for_each_root([&](Node n, std::string_view name) {
                if (name == beginning) named.push_back(n);
            });
            Walk const from = walk(dump, named, i + 1);
            if (!from.found.empty()) return from;
            if (result.furthest.empty()) result = from;
        }
        return result;
    }

    // Calls f(name, object) for all variables of the objects from `first` to before `last`.
    template <Dump D>
    static void each_variable(D const& dump, Node first, Node last, auto const& f) {
        for (Node n = first; n != last; ++n)
            dump.for_each_edge(n, [&](typename D::Edge const& edge) {
                if (strong(dump, edge) && name_kind(dump, edge) == NameKind::variable)
                    f(trav::dump::name(dump, edge), edge.to);
            });
    }
    // The objects in variables with the name of the first step.
    template <Dump D>
    std::vector<Node> variables(D const& dump, Node first, Node last) const {
        std::vector<Node> result;
        each_variable(dump, first, last, [&](auto const& name, Node to) {
            if (name == parsed_.path[0].name) result.push_back(to);
        });
        std::ranges::sort(result);
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }
    template <Dump D>
    [[noreturn]] void no_variable(D const& dump) const {
        std::set<std::string> names;
        each_variable(dump, 0, dump.node_count(), [&](auto const& name, Node) { names.emplace(name); });
        detail::nothing_selected(dump, parsed_,
                                 names.empty()
                                     ? "the dump has no variables"
                                     : "there is no variable '" + parsed_.path[0].name + "'; there is " +
                                           detail::alike({names.begin(), names.end()}, parsed_.path[0].name));
    }

    // Throws an Error that names the alternatives.
    template <Dump D>
    [[noreturn]] void no_end(D const& dump, Walk const& walk) const {
        if (walk.furthest.empty() && !has_globals(dump)) detail::no_root(dump, parsed_);
        if (walk.furthest.empty()) detail::nothing_selected(dump, parsed_, "there is no global object");
        bool const from_global = has_globals(dump) && !parsed_.path[0].is_id && !parsed_.is_variable;
        NamedPath const passed(parsed_.path.begin() + (from_global ? as_offset(walk.first) : 0),
                               parsed_.path.begin() + as_offset(walk.steps));
        std::string const place =
            passed.empty()
                ? "the global object"
                : (parsed_.is_variable ? std::string(parsed_.variable) : "") + trav::dump::text(passed);
        detail::no_step(dump, parsed_, place, walk.furthest, parsed_.path[walk.steps]);
    }
    static std::ptrdiff_t as_offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    SelectorSyntax parsed_;
};

}  // namespace trav::dump
