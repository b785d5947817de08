// trav/dump/path.hpp: steps from object to object, as a selector writes them: `app["user list"][3][@83981]`.
//
//     Path const path{{"app"}, {"user list"}, {"3"}, {"83981", true}};
//     text(path)                          // the text above
//     follow(dump, node, path[1])         // the object that this step leads to
//
// A step goes along the field or element of its name, or else the variable or internal link; or, where no
// name leads, to an object with its id. Costs the edges of the object.
#pragma once

#include "dump.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trav::dump {

/// One step of a path.
struct Step {
    std::string name;    ///< of an edge
    bool is_id = false;  ///< the name is the id of the object that it leads to
    bool operator==(Step const&) const = default;
};
/// Steps, from the first to the last.
using Path = std::vector<Step>;

/// An id as a selector writes it.
template <Dump D>
std::string id_text(D const& dump, Node n) {
    if constexpr (std::is_arithmetic_v<decltype(id(dump, n))>) return std::to_string(id(dump, n));
    else return std::string(id(dump, n));
}

/// Where a step leads, if anywhere.
template <Dump D>
std::optional<Node> follow(D const& dump, Node from, Step const& step) {
    std::optional<Node> best, other;
    dump.for_each_edge(from, [&](typename D::Edge const& edge) {
        EdgeKind const is = kind(dump, edge);
        if (best || is == EdgeKind::weak) return;
        if (step.is_id) {
            if (id_text(dump, edge.to) == step.name) best = edge.to;
        } else if (is != EdgeKind::unnamed && name(dump, edge) == step.name) {
            (is == EdgeKind::field || is == EdgeKind::element ? best : other) = edge.to;
        }
    });
    return best ? best : other;
}

/// Whether a name can be written in a selector, so that it is read as itself.
inline bool can_be_written(std::string_view name) {
    return !name.empty() && std::ranges::none_of(name, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

/// The path as a selector writes it.
inline std::string text(Path const& path) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
    std::string result;
    for (Step const& step : path) {
        bool const word = step.name.find_first_not_of(letters) == std::string::npos;
        bool const number = word && step.name.find_first_not_of("0123456789") == std::string::npos;
        if (!step.is_id && word && !number) {
            result += (result.empty() ? "" : ".") + step.name;
            continue;
        }
        result += step.is_id ? "[@" : "[";
        if (word) result += step.name;
        else {
            result += '"';
            for (char const c : step.name) {
                if (c == '"' || c == '\\') result += '\\';
                result += c;
            }
            result += '"';
        }
        result += ']';
    }
    return result;
}

}  // namespace trav::dump
