// trav/report/json.hpp: a table as JSON, for other programs.
//
//     std::cout << trav::json_text(trav::json(profile.by(roots, type)));
//
//     {"by": ["root", "type"], "times": [1.0, 2.0], "total": {"bytes": [...], "objects": [...]},
//      "lines": [{"labels": ["sessions", "Set"], "bytes": [...], "objects": [...]}, ...]}
//
// Every list of amounts has one number for each time. All lines of the table are written, in its order. Bytes
// of a label that are not UTF-8 become U+FFFD.
//
// Callers must include <nlohmann/json.hpp>, which takes long to compile: this header only declares it.
#pragma once

#include "../profile/table.hpp"
#include "../text/one_line.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class Json>
consteval bool check_json() {
    constexpr bool is_there = requires { sizeof(Json); };
    static_assert(is_there, "trav: json() needs #include <nlohmann/json.hpp>");
    return is_there;
}

template <class Json>
void put_amounts(Json& into, std::vector<Amount> const& list) {
    into["bytes"] = Json::array();
    into["objects"] = Json::array();
    for (auto const& amount : list) {
        into["bytes"].push_back(amount.bytes);
        into["objects"].push_back(amount.objects);
    }
}

}  // namespace detail

/// The table as a JSON value, with its members in the order above.
template <class Json = nlohmann::ordered_json>
auto json(Table const& table) {
    if constexpr (detail::check_json<Json>()) {
        std::vector<Amount> totals;
        for (std::size_t s = 0; s != table.times.size(); ++s) totals.push_back(table.total(s));
        Json result;
        result["by"] = table.columns;
        result["times"] = table.times;
        detail::put_amounts(result["total"], totals);
        result["lines"] = Json::array();
        for (auto const& line : table.lines) {
            Json entry;
            entry["labels"] = line.texts;
            detail::put_amounts(entry, line.amounts);
            result["lines"].push_back(std::move(entry));
        }
        return result;
    }
}

/// A JSON value as one line of text that is always valid JSON and has neither control characters nor
/// invisible ones. The library does not escape U+007F to U+009F and the invisible ones, which occur only in
/// strings; this function does.
template <class Json = nlohmann::ordered_json>
std::string json_text(std::type_identity_t<Json> const& value) {
    std::string const text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string result;
    result.reserve(text.size() + 1);
    for (std::size_t i = 0, bytes = 1; i != text.size(); i += bytes) {
        if (static_cast<unsigned char>(text[i]) < 0x7F) {
            bytes = 1;
            result += text[i];
            continue;
        }
        bytes = detail::utf8_bytes(std::string_view(text).substr(i));
        std::string_view const character = std::string_view(text).substr(i, bytes);
        char32_t const c = detail::utf8_character(character);
        auto const escaped = [&](char32_t unit) { detail::append_hexadecimal(result += "\\u", unit, 4); };
        if (c >= 0xA0 && !detail::is_invisible(c)) result += character;
        else if (c < 0x10000) escaped(c);
        else escaped(0xD7C0 + (c >> 10)), escaped(0xDC00 + (c & 0x3FF));
    }
    return result + '\n';
}

}  // namespace trav
