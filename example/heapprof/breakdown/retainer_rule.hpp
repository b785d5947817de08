// Which objects are retainers, and what they are called: the rule of --retainer.
//
// A rule is a list of terms. An object is a retainer if one of them says so:
//
//   closure, Session, ...             all objects of a group: see trav/dump/groups.hpp
//   closure:on*                       those whose name matches; * and ? stand for anything
//   roots                             the roots of the dump
//   app.orders, class:Session, @123   the objects of a selector, known by it
//   default                           what the dump's format takes for retainers
//
// A root is known by its name as a root, others by their own name. An object without a name is known by the
// field or variable that refers to it, as in LazyReport.thunk; what has no name at all, by its group.
#pragma once

#include <trav/dump/error.hpp>
#include <trav/dump/groups.hpp>
#include <trav/dump/selector.hpp>
#include <trav/store/hashed.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heapprof {

using trav::dump::Node;

/// The retainers of one dump, each with the number of its name. A bit for each object, and 20 bytes or so for
/// each retainer.
struct RetainerNames {
    std::vector<bool> is_retainer;
    trav::Hashed<Node, std::uint32_t> numbers;
    std::vector<std::string> names;

    std::uint32_t number(Node n) const { return is_retainer[n] ? *numbers.find(n) : 0; }
};

/// Whether the text matches a pattern with * and ?.
bool matches(std::string_view pattern, std::string_view text);

/// The parts of a list that commas separate, empty ones included. A comma in braces is a shape's: {a, b}.
std::vector<std::string> split_list(std::string_view list);

/// The terms of a rule. A comma in brackets is a part of a selector, as in app["a,b"].
std::vector<std::string> split_rule(std::string_view rule);

/// All objects of a dump, as those that one program looks at. What several programs share, each with some of
/// the objects, is mpi/dump_part.hpp.
template <trav::dump::Dump D>
class AllObjects {
  public:
    using Names = std::unordered_map<Node, std::string>;

    explicit AllObjects(D const& dump) : dump_(&dump) {}
    Node first() const { return 0; }
    Node last() const { return dump_->node_count(); }
    bool owns(Node) const { return true; }
    /// What a selector finds, here and elsewhere.
    std::vector<Node> find(trav::dump::Selector const& selector) const { return selector.find(*dump_); }
    /// Whether a condition holds here or elsewhere.
    bool any(bool here) const { return here; }
    /// What of(n) is of objects here, for those as well that they refer to.
    auto ask(auto of) const { return of; }
    /// The names of objects here, of which each program has found some: those that the first one has found.
    Names first_names(Names names) const { return names; }

  private:
    D const* dump_;
};

/// What the objects of a dump are called as retainers.
template <trav::dump::Dump D>
class RetainerNamer {
  public:
    /// Of the objects in some groups, and of roots.
    RetainerNamer(D const& dump, auto const& objects, trav::dump::Groups<D> const& groups,
                  std::vector<bool> const& of_groups)
        : dump_(dump), groups_(groups) {
        dump.for_each_root([&](Node n, std::string_view name) { names_.try_emplace(n, name); });
        if (std::ranges::find(of_groups, true) == of_groups.end()) return;
        auto const of_group = [&](std::size_t group) { return group < of_groups.size() && of_groups[group]; };
        auto const lacks_name = objects.ask(
            [&](Node n) { return of_group(groups.of(n)) && name(dump, n).empty() && !names_.contains(n); });
        // The first field or variable that refers to an object without a name.
        std::unordered_map<Node, std::string> found;
        for (Node n = objects.first(); n != objects.last(); ++n) {
            dump.for_each_edge(n, [&](typename D::Edge const& edge) {
                auto const kind = trav::dump::kind(dump, edge);
                bool const variable = kind == trav::dump::EdgeKind::variable;
                if (!variable && kind != trav::dump::EdgeKind::field) return;
                if (!lacks_name(edge.to) || found.count(edge.to) != 0) return;
                found.emplace(edge.to, (variable ? "" : type_name(dump, n) + ".") += name(dump, edge));
            });
        }
        names_.merge(objects.first_names(std::move(found)));
    }

    std::string operator()(Node n) const {
        if (auto const found = names_.find(n); found != names_.end()) return found->second;
        if (auto const own = name(dump_, n); !own.empty()) return std::string(own);
        return '(' + groups_.name(groups_.of(n)) + ')';
    }

  private:
    D const& dump_;
    trav::dump::Groups<D> const& groups_;
    std::unordered_map<Node, std::string> names_;  // of roots, and of what has none of its own
};

/// The retainers of one dump, found by a rule; of those objects that `Objects` has.
template <trav::dump::Dump D, class Objects>
class RetainerFinder {
  public:
    RetainerFinder(D const& dump, Objects const& objects)
        : dump_(dump),
          objects_(objects),
          groups_(dump),
          found_{std::vector<bool>(dump.node_count()), {}, {""}} {}

    /// Throws dump::Error for a term that matches nothing.
    RetainerNames find(std::vector<std::string> const& rule) {
        name_.emplace(dump_, objects_, groups_, groups_of(rule));
        // Selectors first: whoever points at certain objects wants to see them by that name.
        for (std::string const& term : rule) {
            if (term == "default" || term == "roots" || groups_.find(group_of(term))) continue;
            trav::dump::Selector const selector(term);
            std::string known_by = selector.text();
            std::ranges::replace(known_by, ',', ';');  // commas separate the retainers of a set
            for (Node const n : objects_.find(selector)) add(n, known_by);
        }
        for (std::string const& term : rule) {
            if (term == "default") {
                for (std::string const& each : split_list(trav::dump::retainer_rule(dump_))) add_all(each);
            } else if (!add_all(term) && groups_.find(group_of(term))) {
                throw trav::dump::Error(dump_.source(), "the retainer rule '" + term + "' matches nothing");
            }
        }
        return std::move(found_);
    }

  private:
    static std::string group_of(std::string const& term) { return term.substr(0, term.find(':')); }

    // By number, whether a term names it.
    std::vector<bool> groups_of(std::vector<std::string> const& rule) const {
        std::vector<bool> found;
        auto const find = [&](std::string const& term) {
            auto const group = groups_.find(group_of(term));
            if (!group) return;
            if (found.size() <= *group) found.resize(*group + 1);
            found[*group] = true;
        };
        for (std::string const& term : rule) {
            if (term != "default") find(term);
            else
                for (std::string const& each : split_list(trav::dump::retainer_rule(dump_))) find(each);
        }
        return found;
    }

    void add(Node n, std::string const& name) {
        if (!objects_.owns(n) || found_.is_retainer[n]) return;  // the first term to say so names it
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(found_.names.size()));
        if (fresh) found_.names.push_back(name);
        found_.is_retainer[n] = true;
        found_.numbers.touch(n).data() = at->second;
    }

    // Adds what a term that is no selector says; false if that is nothing.
    bool add_all(std::string const& term) {
        bool any = false;
        if (term == "roots") {
            for (Node const n : trav::dump::roots(dump_)) {
                if (objects_.owns(n)) add(n, (*name_)(n));
                any = true;
            }
            return any;
        }
        auto const group = groups_.find(group_of(term));
        std::size_t const colon = term.find(':');
        std::string const pattern = colon == std::string::npos ? "*" : term.substr(colon + 1);
        for (Node n = objects_.first(); group && n != objects_.last(); ++n) {
            if (groups_.of(n) != *group) continue;
            std::string const name = (*name_)(n);
            if (!matches(pattern, name)) continue;
            add(n, name);
            any = true;
        }
        return objects_.any(any);
    }

    D const& dump_;
    Objects const& objects_;
    trav::dump::Groups<D> groups_;
    std::optional<RetainerNamer<D>> name_;
    RetainerNames found_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

/// Throws dump::Error for a term that matches nothing, or is none.
template <trav::dump::Dump D, class Objects>
RetainerNames apply_rule(std::vector<std::string> const& rule, D const& dump, Objects const& objects) {
    return RetainerFinder(dump, objects).find(rule);
}
template <trav::dump::Dump D>
RetainerNames apply_rule(std::vector<std::string> const& rule, D const& dump) {
    return apply_rule(rule, dump, AllObjects(dump));
}

}  // namespace heapprof
