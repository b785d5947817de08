// trav/dump/selector.hpp: points at objects of a dump the way a programmer would.
//
//     app.cache      app["user list"][3]      a path
//     class:Session                           every object of a type
//     @83981                                  the object with this id
//
// A path begins with a field of a global object, or, in a dump without global objects, with the name of a
// root. Each part of it is a field or an element, or else a variable or an internal link (`table`, of a Map
// in V8). With several global objects, or several roots of one name, it is followed from each. Costs the
// edges of the objects passed; class: and @ look at every object once. A selector that finds nothing is an
// Error that says how far it got.
#pragma once

#include "dump.hpp"
#include "error.hpp"

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
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

    /// A short name: the last part of the path, the class, or the text.
    std::string name() const { return path_.empty() ? class_.value_or(text_) : path_.back(); }

    /// The objects in this dump; Error if there are none.
    template <Dump D>
    std::vector<Node> find(D const& dump) const {
        if (class_) return find_class(dump);
        if (path_.empty()) return find_id(dump);
        return find_path(dump);
    }

  private:
    void parse() {
        std::string_view const text = text_;
        if (text.substr(0, 6) == "class:") {
            class_ = text.substr(6);
            if (class_->empty()) malformed(6, "the name of a class");
        } else if (text.substr(0, 1) == "@") {
            id_ = text.substr(1);
            if (id_.empty()) malformed(1, "the id of a node");
        } else {
            for (std::size_t at = 0; at < text.size() || path_.empty();) {
                if (text[at] == '[') at = bracket(at + 1);
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
        path_.emplace_back(text_, begin, end - begin);
        return end;
    }

    std::size_t bracket(std::size_t at) {
        if (at == text_.size()) malformed(at, "an index or a quoted name");
        if (char const quote = text_[at]; quote == '"' || quote == '\'') {
            std::string part;
            for (++at; at < text_.size() && text_[at] != quote; ++at) {
                if (text_[at] == '\\' && at + 1 < text_.size()) ++at;
                part.push_back(text_[at]);
            }
            if (at == text_.size()) malformed(at, "the closing quote");
            path_.push_back(part);
            ++at;
        } else {
            at = identifier(at);
        }
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

    template <Dump D>
    std::vector<Node> find_class(D const& dump) const {
        std::vector<Node> found;
        for (Node n = 0; n < dump.node_count(); ++n) {
            if (type_name(dump, n) == *class_) found.push_back(n);
        }
        if (found.empty()) nothing(dump, "there is no object of class " + *class_);
        return found;
    }

    template <Dump D>
    std::vector<Node> find_id(D const& dump) const {
        auto const matches = matcher<decltype(id(dump, Node{}))>();
        for (Node n = 0; n < dump.node_count(); ++n) {
            if (matches(id(dump, n))) return {n};
        }
        nothing(dump, "there is no node with this id");
    }

    // Whether an id is the one in the selector. Throws if ids are numbers and that is none.
    template <class Id>
    auto matcher() const {
        if constexpr (std::integral<Id>) {
            Id wanted{};
            auto const* const last = id_.data() + id_.size();
            auto const [end, bad] = std::from_chars(id_.data(), last, wanted);
            if (bad != std::errc{} || end != last) malformed(1, "the number of a node");
            return [wanted](Id found) { return found == wanted; };
        } else {
            return [this](std::string_view found) { return found == id_; };
        }
    }

    template <class D>
    static constexpr bool has_globals = requires(D const& dump) { dump.globals(); };

    // Where a path begins, and with which of its parts.
    struct Begin {
        std::vector<Node> nodes;
        std::size_t part;
    };

    template <Dump D>
    std::vector<Node> find_path(D const& dump) const {
        auto const [starts, first] = begin(dump);
        std::vector<Node> found;
        Node furthest = starts.front();
        std::size_t parts = first;  // of the path, that lead there
        for (Node at : starts) {
            std::size_t i = first;
            for (std::optional<Node> next; i < path_.size() && (next = step(dump, at, path_[i])); ++i)
                at = *next;
            if (i == path_.size()) found.push_back(at);
            else if (i > parts) furthest = at, parts = i;
        }
        if (found.empty()) stuck(dump, furthest, first, parts);
        return found;
    }

    // At the global objects, whose own name may be left out; or at the roots that the first part names.
    template <Dump D>
    Begin begin(D const& dump) const {
        if constexpr (has_globals<D>) {
            auto const& names = D::global_names;
            bool const named = std::find(std::begin(names), std::end(names), path_[0]) != std::end(names);
            Begin const result{dump.globals(), path_.size() > 1 && named ? std::size_t{1} : std::size_t{0}};
            if (result.nodes.empty()) nothing(dump, "there is no global object");
            return result;
        } else {
            Begin result{{}, 1};
            std::vector<std::string> names;
            dump.for_each_root([&](Node n, std::string_view name) {
                if (name == path_[0]) result.nodes.push_back(n);
                names.emplace_back(name);
            });
            if (result.nodes.empty())
                nothing(dump, "there is no root '" + path_[0] + "'; there is " + most_alike(names, path_[0]));
            return result;
        }
    }

    // The best match: a field or element of this name, else what else has it.
    template <Dump D>
    static std::optional<Node> step(D const& dump, Node from, std::string const& part) {
        std::optional<Node> best, other;
        dump.for_each_edge(from, [&](typename D::Edge const& edge) {
            EdgeKind const is = kind(dump, edge);
            if (best || is == EdgeKind::unnamed || is == EdgeKind::weak ||
                trav::dump::name(dump, edge) != part)
                return;
            (is == EdgeKind::field || is == EdgeKind::element ? best : other) = edge.to;
        });
        return best ? best : other;
    }

    template <Dump D>
    [[noreturn]] void stuck(D const& dump, Node at, std::size_t first, std::size_t parts) const {
        std::string place;
        if (!has_globals<D>) first = 0;  // the root's name is part of the place
        for (std::size_t i = first; i < parts; ++i) place += (i > first ? "." : "") + path_[i];
        if (place.empty()) place = "the global object";
        std::vector<std::string> names;
        dump.for_each_edge(at, [&](typename D::Edge const& edge) {
            EdgeKind const is = kind(dump, edge);
            if (is == EdgeKind::field || is == EdgeKind::element)
                names.emplace_back(trav::dump::name(dump, edge));
        });
        nothing(dump, place + " has no '" + path_[parts] + "'; it has " +
                          (names.empty() ? "no properties" : most_alike(names, path_[parts])));
    }

    // A list of the names, those first that begin as `part` does; cut where it gets long.
    static std::string most_alike(std::vector<std::string> const& names, std::string const& part) {
        std::multimap<std::ptrdiff_t, std::string, std::greater<>> by_likeness;
        for (std::string const& name : names) {
            auto const differs = std::ranges::mismatch(name, part).in1;
            by_likeness.emplace(differs - name.begin(), name);
        }
        std::string list;
        std::size_t shown = 0;
        for (auto const& [alike, name] : by_likeness)
            if (shown++ < shown_names) list += (list.empty() ? "" : ", ") + name;
        if (names.size() > shown_names)
            list += ", and " + std::to_string(names.size() - shown_names) + " more";
        return list;
    }

    static constexpr std::size_t shown_names = 12;

    std::string text_;
    std::vector<std::string> path_;
    std::optional<std::string> class_;
    std::string id_;
};

}  // namespace trav::dump
