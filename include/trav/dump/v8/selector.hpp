// Selector: names nodes of a V8 snapshot the way a programmer would point at them.
//
//   app.cache      app["user list"][3]      a property path from the global object (a leading globalThis. may stand)
//   class:Session                           every object of a constructor (or of another class, see class_name)
//   @83981                                  the node with this id
//
// A part of a path is a property, an element, or else a variable of a context or an internal field (`table`).
// With several global objects (frames, contexts) the path is followed from each. Costs the edges of the nodes passed;
// class: and @ look at every node once. A selector that finds nothing is an Error that says how far it got.
#pragma once

#include "../error.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <charconv>
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

    /// The nodes in this snapshot; Error if there are none.
    std::vector<std::uint32_t> find(V8Snapshot const& snapshot) const {
        if (class_) return find_class(snapshot);
        if (path_.empty()) return find_id(snapshot);
        return find_path(snapshot);
    }

  private:
    void parse() {
        std::string_view const text = text_;
        if (text.substr(0, 6) == "class:") {
            class_ = text.substr(6);
            if (class_->empty()) malformed(6, "the name of a class");
        } else if (text.substr(0, 1) == "@") {
            auto const [end, bad] = std::from_chars(text.data() + 1, text.data() + text.size(), id_);
            if (bad != std::errc{} || end != text.data() + text.size()) malformed(1, "the number of a node");
        } else {
            for (std::size_t at = 0; at < text.size() || path_.empty();) {
                if (text[at] == '[' && !path_.empty()) at = bracket(at + 1);
                else at = identifier(path_.empty() ? at : at + 1);
                if (at < text.size() && text[at] != '.' && text[at] != '[') malformed(at, "'.' or '['");
            }
            constexpr std::string_view global[] = {"globalThis", "global", "window", "self"};
            if (path_.size() > 1 &&
                std::find(std::begin(global), std::end(global), path_[0]) != std::end(global)) {
                path_.erase(path_.begin());
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

    [[noreturn]] void nothing(V8Snapshot const& snapshot, std::string const& why) const {
        throw Error(snapshot.file, "selector '" + text_ + "' matches nothing: " + why);
    }

    std::vector<std::uint32_t> find_class(V8Snapshot const& snapshot) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
            if (class_name(snapshot, n) == *class_) found.push_back(n);
        }
        if (found.empty()) nothing(snapshot, "there is no object of class " + *class_);
        return found;
    }

    std::vector<std::uint32_t> find_id(V8Snapshot const& snapshot) const {
        auto const at = std::find(snapshot.node_id.begin(), snapshot.node_id.end(), id_);
        if (at == snapshot.node_id.end()) nothing(snapshot, "there is no node with this id");
        return {static_cast<std::uint32_t>(at - snapshot.node_id.begin())};
    }

    std::vector<std::uint32_t> find_path(V8Snapshot const& snapshot) const {
        std::vector<std::uint32_t> const globals = global_objects(snapshot);
        if (globals.empty()) nothing(snapshot, "there is no global object");
        std::vector<std::uint32_t> found;
        std::vector<std::uint32_t> furthest;
        for (std::uint32_t const global : globals) {
            std::vector<std::uint32_t> way{global};
            while (way.size() <= path_.size()) {
                std::uint32_t const next = step(snapshot, way.back(), path_[way.size() - 1]);
                if (next == V8Snapshot::none) break;
                way.push_back(next);
            }
            if (way.size() > path_.size()) {
                found.push_back(way.back());
            } else if (way.size() > furthest.size()) {
                furthest = way;
            }
        }
        if (found.empty()) stuck(snapshot, furthest);
        return found;
    }

    // The best match: a property or element of this name, else what else has it.
    static std::uint32_t step(V8Snapshot const& snapshot, std::uint32_t from, std::string const& part) {
        std::uint32_t other = V8Snapshot::none, best = V8Snapshot::none;
        snapshot.for_each_edge(from, [&](V8Edge const& edge) {
            if (edge.kind == EdgeKind::hidden || edge.kind == EdgeKind::weak ||
                edge.kind == EdgeKind::shortcut)
                return;
            if (best != V8Snapshot::none || snapshot.label(edge) != part) return;
            bool const plain = edge.kind == EdgeKind::property || edge.kind == EdgeKind::element;
            (plain ? best : other) = edge.to;
        });
        return best != V8Snapshot::none ? best : other;
    }

    [[noreturn]] void stuck(V8Snapshot const& snapshot, std::vector<std::uint32_t> const& way) const {
        std::string const& part = path_[way.size() - 1];
        std::string place;
        for (std::size_t i = 0; i + 1 < way.size(); ++i) place += (i > 0 ? "." : "") + path_[i];
        if (place.empty()) place = "the global object";
        std::multimap<std::ptrdiff_t, std::string, std::greater<>>
            names;  // by how much of their beginning is alike
        snapshot.for_each_edge(way.back(), [&](V8Edge const& edge) {
            if (edge.kind != EdgeKind::property && edge.kind != EdgeKind::element) return;
            std::string name = snapshot.label(edge);
            auto const alike =
                std::mismatch(name.begin(), name.end(), part.begin(), part.end()).first - name.begin();
            names.emplace(alike, std::move(name));
        });
        std::string list;
        std::size_t shown = 0;
        for (auto const& [alike, name] : names)
            if (shown++ < shown_names) list += (list.empty() ? "" : ", ") + name;
        if (names.size() > shown_names)
            list += ", and " + std::to_string(names.size() - shown_names) + " more";
        nothing(snapshot,
                place + " has no '" + part + "'; it has " + (list.empty() ? "no properties" : list));
    }

    static constexpr std::size_t shown_names = 12;

    std::string text_;
    std::vector<std::string> path_;
    std::optional<std::string> class_;
    std::uint64_t id_ = 0;
};

}  // namespace trav::dump
