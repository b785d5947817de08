// Steps of a path as people type them: the last part of a name, and a step through an object that they do not
// see.
#pragma once

#include "../dump.hpp"
#include "../map_entries.hpp"
#include "../named_path.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// Whether the part is the last one of a name: Session of shop.Session, shop$Session or shop::Session.
inline bool is_last_part(std::string_view part, std::string_view name) {
    if (!name.ends_with(part)) return false;
    name.remove_suffix(part.size());
    return name.ends_with('.') || name.ends_with('$') || name.ends_with("::");
}

/// The object that `target` returns for the strong references of a kind; none if it returns several.
template <Dump D>
std::optional<Node> only_target(D const& dump, Node from, NameKind kind, auto const& target) {
    std::optional<Node> found;
    bool several = false;
    dump.for_each_edge(from, [&](typename D::Edge const& edge) {
        if (several || !strong(dump, edge) || name_kind(dump, edge) != kind) return;
        std::optional<Node> const next = target(edge);
        if (!next) return;
        several = found && found != next;
        found = next;
    });
    return several ? std::nullopt : found;
}

/// The target of the only field whose name has this last part.
template <Dump D>
std::optional<Node> follow_last_part(D const& dump, Node from, std::string const& part) {
    return only_target(dump, from, NameKind::field, [&](auto const& edge) -> std::optional<Node> {
        if (!is_last_part(part, trav::dump::name(dump, edge))) return {};
        return edge.to;
    });
}

/// The target of a step from an object, or else from the only object with this step behind a nameless
/// reference, or else the value of a map with this key.
template <Dump D>
std::optional<Node> follow_through(D const& dump, Node from, NamedStep const& step) {
    if (auto const next = follow(dump, from, step); next || step.is_id) return next;
    auto const next = only_target(dump, from, NameKind::unnamed,
                                  [&](auto const& edge) { return follow(dump, edge.to, step); });
    return next ? next : value_of_key(dump, from, step.name);
}

}  // namespace trav::dump::detail
