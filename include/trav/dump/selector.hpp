// trav/dump/selector.hpp: points at objects of a dump the way a programmer would.
//
//     app.cache      app["user list"][3]      a path
//     variable:cache      variable:cache[3]   a path that begins at the variables of a name, in any scope
//     class:Session                           every object of a type
//     @83981                                  the object with this id
//
// A path begins with a field of a global object or, where there is none of that name, with the name of a root
// or what the runtime's own node leads to; or with an object's id, as in [@83981].user. The other steps are
// those of path.hpp. With several global objects, or several roots of one name, it is followed from each.
// Costs the edges of the objects passed; class: and @ look at every object once, variable: at every edge. A
// selector that finds nothing is an Error that says how far it got.
#pragma once

#include "dump.hpp"
#include "error.hpp"
#include "nearest.hpp"
#include "path.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
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

/// A selector, parsed.
class Selector {
  public:
    /// Error if the text is not a selector.
    explicit Selector(std::string text) : text_(std::move(text)) { parse(); }

    std::string const& text() const { return text_; }

    /// A short name: the last step of the path, the class, or the text.
    std::string name() const {
        if (path_.empty()) return class_.value_or(text_);
        return (path_.back().is_id ? "@" : "") + path_.back().name;
    }

    /// The objects in this dump; Error if there are none.
    template <Dump D>
    std::vector<Node> find(D const& dump) const {
        return find(dump, starts(dump, 0, dump.node_count()));
    }

    /// The same in two steps, so that several programs can share the first one: what is found by looking at
    /// each object, done for those from `first` to before `last`; nothing, if nothing is found so.
    template <Dump D>
    std::vector<Node> starts(D const& dump, Node first, Node last) const {
        if (class_) return of_class(dump, first, last);
        if (is_variable_) return variables(dump, first, last);
        if (begins_at_id()) return with_id(dump, first, last);
        return {};
    }
    /// Whether what the first step finds is all there is to find.
    bool ends_there() const { return class_.has_value(); }
    /// And what that leads to: `starts` are those of all objects, in ascending order, each of them once.
    template <Dump D>
    std::vector<Node> find(D const& dump, std::vector<Node> const& starts) const {
        if (class_) {
            if (starts.empty()) no_class(dump);
            return starts;
        }
        if (is_variable_) {
            if (starts.empty()) no_variable(dump);
            return found(dump, walk(dump, starts, 1));
        }
        if (!begins_at_id()) return find_path(dump);
        if (starts.empty()) nothing(dump, "there is no node with this id");
        std::vector<Node> const first{starts.front()};
        return path_.empty() ? first : found(dump, walk(dump, first, 1));
    }

    /// The object that it finds, or begins at, by its id.
    template <Dump D>
    std::optional<Node> by_id(D const& dump) const {
        if (!begins_at_id()) return {};
        auto const starts = with_id(dump, 0, dump.node_count());
        if (starts.empty()) nothing(dump, "there is no node with this id");
        return starts.front();
    }

  private:
    void parse() {
        std::string_view const text = text_;
        is_variable_ = text.starts_with(variable);
        if (text.substr(0, 6) == "class:") {
            class_ = text.substr(6);
            if (class_->empty()) malformed(6, "the name of a class");
        } else if (text.substr(0, 1) == "@") {
            id_ = text.substr(1);
            if (id_.empty()) malformed(1, "the id of a node");
        } else {
            for (std::size_t at = is_variable_ ? variable.size() : 0; at < text.size() || path_.empty();) {
                if (text.substr(at, 1) == "[") at = bracket(at + 1);
                else at = identifier(path_.empty() ? at : at + 1);
                if (at < text.size() && text[at] != '.' && text[at] != '[') malformed(at, "'.' or '['");
            }
        }
    }

    std::size_t identifier(std::size_t begin) {
        std::size_t end = begin;
        while (end < text_.size() && std::string_view(".[]\"' ").find(text_[end]) == std::string_view::npos)
            ++end;
        if (end == begin) malformed(begin, "a name");
        path_.push_back({text_.substr(begin, end - begin)});
        return end;
    }

    std::size_t bracket(std::size_t at) {
        bool const is_id = text_.substr(at, 1) == "@";
        if (is_id && is_variable_ && path_.empty()) malformed(at, "the name of a variable");
        if (is_id) ++at;
        if (at == text_.size()) malformed(at, "an index or a quoted name");
        if (char const quote = text_[at]; quote == '"' || quote == '\'') {
            std::string part;
            for (++at; at < text_.size() && text_[at] != quote; ++at) {
                if (text_[at] == '\\' && at + 1 < text_.size()) ++at;
                part.push_back(text_[at]);
            }
            if (at == text_.size()) malformed(at, "the closing quote");
            path_.push_back({part});
            ++at;
        } else {
            at = identifier(at);
        }
        path_.back().is_id = is_id;
        if (at == text_.size() || text_[at] != ']') malformed(at, "']'");
        return at + 1;
    }

    [[noreturn]] void malformed(std::size_t at, std::string const& due) const {
        throw Error("selector '" + text_ + "'", due + " is due at character " + std::to_string(at + 1));
    }

    template <Dump D>
    [[noreturn]] void nothing(D const& dump, std::string const& why) const {
        throw Error(dump.source(), "selector '" + text_ + "' matches nothing: " + why);
    }

    // By type, whether it is the class; and the names of types as they come.
    template <Dump D>
    auto matching_types(D const& dump, std::vector<std::string>& names) const {
        return [&, wanted = std::map<decltype(dump.type(Node{})), bool>()](Node n) mutable {
            auto const [at, fresh] = wanted.try_emplace(dump.type(n), false);
            if (fresh) at->second = names.emplace_back(type_name(dump, n)) == *class_;
            return at->second;
        };
    }
    template <Dump D>
    std::vector<Node> of_class(D const& dump, Node first, Node last) const {
        std::vector<Node> found;
        std::vector<std::string> names;
        auto matches = matching_types(dump, names);
        for (Node n = first; n != last; ++n)
            if (matches(n)) found.push_back(n);
        return found;
    }
    template <Dump D>
    [[noreturn]] void no_class(D const& dump) const {
        std::vector<std::string> names;
        auto matches = matching_types(dump, names);
        for (Node n = 0; n != dump.node_count(); ++n) matches(n);
        nothing(dump, "there is no object of class " + *class_ + "; there is " + alike(names, *class_, 3));
    }

    bool begins_at_id() const { return path_.empty() ? !class_ : path_[0].is_id; }

    template <Dump D>
    std::vector<Node> with_id(D const& dump, Node first, Node last) const {
        std::string const& wanted = path_.empty() ? id_ : path_[0].name;
        if constexpr (requires { dump.find_id(wanted, first, last); }) {
            auto const found = dump.find_id(wanted, first, last);
            return found ? std::vector<Node>{*found} : std::vector<Node>();
        } else {
            auto const matches = matcher<decltype(id(dump, Node{}))>(wanted);
            for (Node n = first; n != last; ++n)
                if (matches(id(dump, n))) return {n};
            return {};
        }
    }

    // Whether an id is the one that is wanted. Throws if ids are numbers and that is none.
    template <class Id>
    auto matcher(std::string const& text) const {
        if constexpr (std::integral<Id>) {
            Id wanted{};
            auto const* const last = text.data() + text.size();
            auto const [end, bad] = std::from_chars(text.data(), last, wanted);
            if (bad != std::errc{} || end != last) malformed(text_.find('@') + 1, "the number of a node");
            return [wanted](Id found) { return found == wanted; };
        } else {
            return [&text](std::string_view found) { return found == text; };
        }
    }

    // How far the path leads from some objects, with its steps from `first` on.
    struct Walk {
        std::vector<Node> found;
        std::optional<Node> furthest;
        std::size_t first, steps;  // of the path, that lead to the furthest
    };

    template <Dump D>
    Walk walk(D const& dump, std::vector<Node> const& starts, std::size_t first) const {
        Walk result{{}, {}, first, first};
        for (Node at : starts) {
            std::size_t i = first;
            for (std::optional<Node> next; i < path_.size() && (next = follow(dump, at, path_[i])); ++i)
                at = *next;
            if (i == path_.size()) result.found.push_back(at);
            if (!result.furthest || i > result.steps) result.furthest = at, result.steps = i;
        }
        return result;
    }

    template <Dump D>
    std::vector<Node> find_path(D const& dump) const {
        if (!has_globals(dump)) return found(dump, walk(dump, named_roots(dump), 1));
        if constexpr (requires { dump.globals(); }) {
            // The global object's own name may be left out.
            auto const& names = dump.global_names;
            bool const named = std::ranges::find(names, path_[0].name) != std::end(names);
            Walk const global = walk(dump, dump.globals(), path_.size() > 1 && named ? 1 : 0);
            if (global.steps == 0 || !global.furthest) {
                Walk const root = walk(dump, roots(dump), 0);
                if (root.steps > 0) return found(dump, root);
            }
            if (!global.furthest) nothing(dump, "there is no global object");
            return found(dump, global);
        }
        return {};
    }

    template <Dump D>
    std::vector<Node> named_roots(D const& dump) const {
        std::vector<Node> result;
        std::vector<std::string> names;
        dump.for_each_root([&](Node n, std::string_view name) {
            if (name == path_[0].name) result.push_back(n);
            names.emplace_back(name);
        });
        if (result.empty()) {
            nothing(dump, "there is no root '" + path_[0].name + "'; there is " +
                              alike(names, path_[0].name, shown_names));
        }
        return result;
    }

    // Calls f(name, object) for all variables of some objects.
    template <Dump D>
    static void each_variable(D const& dump, Node first, Node last, auto const& f) {
        for (Node n = first; n != last; ++n)
            dump.for_each_edge(n, [&](typename D::Edge const& edge) {
                if (kind(dump, edge) == EdgeKind::variable) f(trav::dump::name(dump, edge), edge.to);
            });
    }
    // What the variables of the first step's name hold.
    template <Dump D>
    std::vector<Node> variables(D const& dump, Node first, Node last) const {
        std::vector<Node> result;
        each_variable(dump, first, last, [&](auto const& name, Node to) {
            if (name == path_[0].name) result.push_back(to);
        });
        std::ranges::sort(result);
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }
    template <Dump D>
    [[noreturn]] void no_variable(D const& dump) const {
        std::set<std::string> names;
        each_variable(dump, 0, dump.node_count(), [&](auto const& name, Node) { names.emplace(name); });
        nothing(dump, names.empty() ? "the dump has no variables"
                                    : "there is no variable '" + path_[0].name + "'; there is " +
                                          alike({names.begin(), names.end()}, path_[0].name, shown_names));
    }

    // The objects at the end, or an Error that says what was there instead.
    template <Dump D>
    std::vector<Node> found(D const& dump, Walk const& walk) const {
        if (!walk.found.empty()) return walk.found;
        bool const from_global = has_globals(dump) && !path_[0].is_id && !is_variable_;
        Path const passed(path_.begin() + (from_global ? as_offset(walk.first) : 0),
                          path_.begin() + as_offset(walk.steps));
        std::string const place =
            passed.empty() ? "the global object"
                           : (is_variable_ ? std::string(variable) : "") + trav::dump::text(passed);
        std::vector<std::string> names;
        dump.for_each_edge(*walk.furthest, [&](typename D::Edge const& edge) {
            EdgeKind const is = kind(dump, edge);
            if (is == EdgeKind::field || is == EdgeKind::element)
                names.emplace_back(trav::dump::name(dump, edge));
        });
        Step const& missing = path_[walk.steps];
        nothing(dump, place + " has no '" + (missing.is_id ? "@" : "") + missing.name + "'; it has " +
                          (names.empty() ? "no properties" : alike(names, missing.name, shown_names)));
    }
    static std::ptrdiff_t as_offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    // A list of the names, the likeliest first; cut where it gets long.
    static std::string alike(std::vector<std::string> const& names, std::string const& wanted,
                             std::size_t most) {
        std::string list;
        for (std::string const& name : nearest(names, wanted, most))
            list += (list.empty() ? "" : ", ") + name;
        if (names.size() > most) list += ", and " + std::to_string(names.size() - most) + " more";
        return list;
    }

    static constexpr std::size_t shown_names = 12;
    static constexpr std::string_view variable = "variable:";

    std::string text_;
    Path path_;
    bool is_variable_ = false;  // the path begins with the name of one
    std::optional<std::string> class_;
    std::string id_;
};

}  // namespace trav::dump
