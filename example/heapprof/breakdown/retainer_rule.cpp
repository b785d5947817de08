#include "retainer_rule.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/groups.hpp>
#include <trav/text/wildcards.hpp>

#include <algorithm>
#include <optional>

namespace heapprof {

namespace {

// Names the objects of a dump as retainers.
class RetainerNamer {
  public:
    /// Names the objects of some groups, and the roots.
    RetainerNamer(Place const& place, trav::dump::Groups<AnyDump> const& groups,
                  std::vector<bool> const& of_groups)
        : dump_(place.dump()), groups_(groups) {
        AnyDump const& dump = dump_;
        dump.for_each_root([&](Node n, std::string_view name) { names_.try_emplace(n, name); });
        if (std::ranges::find(of_groups, true) == of_groups.end()) return;
        auto const lacks_name =
            place.ask([&](Node n) { return of_groups[groups.of(n)] && name(dump, n).empty(); });
        // The first field or variable that refers to an object without a name.
        std::unordered_map<Node, std::string> found;
        auto const name_fields = [&](AnyDump::Edge const& edge) {
            bool const variable = edge.name_kind == trav::dump::NameKind::variable;
            if (!variable && edge.name_kind != trav::dump::NameKind::field) return;
            if (!edge.strong || !lacks_name(edge.to) || found.contains(edge.to)) return;
            found.emplace(edge.to, (variable ? "" : type_name(dump, edge.from) + ".") += name(dump, edge));
        };
        Node next = place.first();  // few objects refer to one without a name
        dump.for_each_link(place.first(), place.last(), [&](AnyDump::Link const& link) {
            if (link.from < next || !lacks_name(link.to)) return;
            dump.for_each_edge(link.from, name_fields);
            next = link.from + 1;
        });
        names_.merge(place.first_names(std::move(found)));  // roots keep theirs
    }

    std::string operator()(Node n) const {
        if (auto const found = names_.find(n); found != names_.end()) return found->second;
        if (auto const own = name(dump_, n); !own.empty()) return std::string(own);
        return '(' + groups_.name(groups_.of(n)) + ')';
    }

  private:
    AnyDump const& dump_;
    trav::dump::Groups<AnyDump> const& groups_;
    std::unordered_map<Node, std::string> names_;  // of roots, and of objects without a name
};

// Finds the retainers of one dump by a rule, among the objects of a place.
class RetainerFinder {
  public:
    explicit RetainerFinder(Place const& place)
        : dump_(place.dump()),
          place_(place),
          groups_(dump_),
          found_{std::vector<bool>(dump_.node_count()), {}, {""}} {}

    /// Throws dump::Error for a term that matches nothing.
    RetainerNames find(std::vector<std::string> const& rule) {
        name_.emplace(place_, groups_, groups_of(rule));
        // Selectors first: objects that a selector matches are known by its text.
        for (std::string const& term : rule) {
            if (term == "default" || term == "roots" || groups_.find(group_of(term))) continue;
            ObjectSelector const selector(term);
            std::string known_by = selector.text();
            std::ranges::replace(known_by, ',', ';');  // commas separate the retainers of a set
            for (Node const n : place_.find(selector)) add(n, known_by);
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

    // By group number: whether a term names the group.
    std::vector<bool> groups_of(std::vector<std::string> const& rule) const {
        std::vector<bool> found(groups_.count());
        auto const find = [&](std::string const& term) {
            if (auto const group = groups_.find(group_of(term))) found[*group] = true;
        };
        for (std::string const& term : rule) {
            if (term != "default") find(term);
            else
                for (std::string const& each : split_list(trav::dump::retainer_rule(dump_))) find(each);
        }
        return found;
    }

    void add(Node n, std::string const& name) {
        if (!place_.owns(n) || found_.is_retainer[n]) return;  // the first term that matches names it
        auto const [at, fresh] = numbers_.try_emplace(name, static_cast<std::uint32_t>(found_.names.size()));
        if (fresh) found_.names.push_back(name);
        found_.is_retainer[n] = true;
        found_.numbers.touch(n).data() = at->second;
    }

    // Adds the retainers of a term that is no selector; returns false if it matches nothing.
    bool add_all(std::string const& term) {
        if (term == "roots") {
            for (Node const n : place_.roots()) add(n, (*name_)(n));
            return true;
        }
        bool any = false;
        auto const group = groups_.find(group_of(term));
        std::size_t const colon = term.find(':');
        std::string const pattern = colon == std::string::npos ? "*" : term.substr(colon + 1);
        for (Node n = place_.first(); group && n != place_.last(); ++n) {
            if (groups_.of(n) != *group) continue;
            std::string const name = (*name_)(n);
            if (!trav::matches(pattern, name)) continue;
            add(n, name);
            any = true;
        }
        return place_.any(any);
    }

    AnyDump const& dump_;
    Place const& place_;
    trav::dump::Groups<AnyDump> groups_;
    std::optional<RetainerNamer> name_;
    RetainerNames found_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace

std::vector<std::string> split_list(std::string_view list) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= list.size();) {
        std::size_t end = std::min(list.find_first_of(",{", begin), list.size());
        while (end != list.size() && list[end] == '{') {
            std::size_t const close = list.find('}', end);
            end = std::min(list.find_first_of(",{", close == list.npos ? end + 1 : close), list.size());
        }
        parts.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::vector<std::string> split_rule(std::string_view rule) {
    std::vector<std::string> terms{""};
    bool in_brackets = false;
    char quote = '\0';
    for (std::size_t i = 0; i != rule.size(); ++i) {
        char const c = rule[i], before = i == 0 ? '\0' : rule[i - 1];
        if (quote != '\0') {
            if (c == quote) quote = '\0';
            if (c == '\\' && i + 1 != rule.size()) terms.back() += rule[i++];  // and the escaped one, below
        } else if (in_brackets && (before == '[' || before == '@') && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == '[' || c == ']') {
            in_brackets = c == '[';
        } else if (c == ',' && !in_brackets) {
            terms.emplace_back();
            continue;
        }
        terms.back() += rule[i];
    }
    return terms;
}

RetainerNames apply_rule(std::vector<std::string> const& rule, Place const& place) {
    return RetainerFinder(place).find(rule);
}

}  // namespace heapprof
