// trav/dump/named_path.hpp: steps from object to object, as written in a selector:
// `app["user list"][3][@83981]`.
//
//     NamedPath const path{{"app"}, {"user list"}, {"3"}, {"83981", true}};
//     text(path)                          // the text above
//     follow(dump, node, path[1])         // the object that this step leads to
//
// A step follows the field or element with its name, or else the variable or internal link with its name; or
// else it leads to an adjacent object with this id. Costs a look at each edge of the object.
#pragma once

#include "../text/in_quotes.hpp"
#include "dump.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

namespace trav::dump {

/// One step of a path.
struct NamedStep {
    std::string name;    ///< of an edge
    bool is_id = false;  ///< the name is the id of the object that the step leads to
    bool operator==(NamedStep const&) const = default;
};
/// Steps, from the first to the last.
using NamedPath = std::vector<NamedStep>;

/// An id as written in a selector.
template <Dump D>
std::string id_text(D const& dump, Node n) {
    if constexpr (std::is_arithmetic_v<decltype(id(dump, n))>) return std::to_string(id(dump, n));
    else return std::string(id(dump, n));
}

/// Whether ids are numbers.
template <Dump D>
bool ids_are_numbers(D const& dump) {
    if constexpr (requires { dump.ids(); }) return dump.ids() != D::Ids::texts;
    else return std::is_arithmetic_v<decltype(id(dump, Node{}))>;
}

/// The number that a text is, if it is one.
inline std::optional<std::uint64_t> as_number(std::string_view text) {
    std::uint64_t number = 0;
    auto const [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
    return bad == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// The first object with an id, among those from `first` to before `last`.
template <Dump D>
std::optional<Node> find_id(D const& dump, std::string_view text, Node first, Node last) {
    if constexpr (requires { dump.find_id(text, first, last); }) return dump.find_id(text, first, last);
    else if constexpr (std::is_arithmetic_v<decltype(id(dump, Node{}))>) {
        auto const wanted = as_number(text);
        for (Node n = first; wanted && n != last; ++n)
            if (id(dump, n) == *wanted) return n;
    } else {
        for (Node n = first; n != last; ++n)
            if (id(dump, n) == text) return n;
    }
    return {};
}

/// The target of a step, if there is one.
template <Dump D>
std::optional<Node> follow(D const& dump, Node from, NamedStep const& step) {
    std::optional<Node> best, other;
    dump.for_each_edge(from, [&](typename D::Edge const& edge) {
        if (best || !strong(dump, edge)) return;
        NameKind const is = name_kind(dump, edge);
        if (step.is_id) {
            if (id_text(dump, edge.to) == step.name) best = edge.to;
        } else if (is != NameKind::unnamed && name(dump, edge) == step.name) {
            (is == NameKind::field || is == NameKind::element ? best : other) = edge.to;
        }
    });
    return best ? best : other;
}

/// The path as written in a selector.
inline std::string text(NamedPath const& path) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
    std::string result;
    for (NamedStep const& step : path) {
        bool const word = step.name.find_first_not_of(letters) == std::string::npos;
        bool const number = word && step.name.find_first_not_of("0123456789") == std::string::npos;
        if (!step.is_id && word && !number) {
            result += (result.empty() ? "" : ".") + step.name;
            continue;
        }
        result += step.is_id ? "[@" : "[";
        if (word) result += step.name;
        else result += in_quotes(step.name);
        result += ']';
    }
    return result;
}

}  // namespace trav::dump
